import type { Random } from 'fast-check';
import { pick } from '../../drawing/pick.js';
import type { InclusionHistoryKind } from './history-kinds.js';
import type { HistoryStages } from './history-stages.js';

/** A time in which the observer answers the same: a stage by its position, or a 404. */
export type Leg = 'unknown' | { readonly stage: number; readonly how: 'well' | 'failed' | 'withdrawn' };

/** Draws the way of an operation. It may be of another kind, or have no leg, where conventions are unusual. */
export function drawLegs(random: Random, kind: InclusionHistoryKind, stages: HistoryStages): Leg[] {
  switch (kind) {
    case 'pending':
      return arrive(random, stages.pending);
    case 'rejected':
      return fail(random, stages);
    case 'rolled-back':
      return rollBack(random, stages);
    case 'unknown-first':
      return ['unknown', ...include(random, stages)];
    case 'never-known':
      return ['unknown'];
    case 'stage-went-back':
      return goBack(random, stages);
    case 'inclusion-withdrawn':
      return withdraw(random, stages);
    case 'included':
      return include(random, stages);
    case 'timestamp-decreased':
    case 'transaction-vanished':
      return random.nextInt(0, 1) === 0 ? include(random, stages) : arrive(random, stages.pending);
  }
}

/** Over some of the stages after a position: polls are seldom enough to see each. */
function pass(random: Random, stages: readonly number[], after = -1): Leg[] {
  return stages
    .filter((stage) => stage > after && random.nextInt(0, 1) === 0)
    .map((stage) => ({ stage, how: 'well' }));
}

/** As {@link pass}, but over one at least. */
function arrive(random: Random, stages: readonly number[], after = -1): Leg[] {
  const reachable = stages.filter((stage) => stage > after);
  const passed = pass(random, reachable);
  if (passed.length > 0 || reachable.length === 0) return passed;
  return [{ stage: pick(random, reachable), how: 'well' }];
}

function include(random: Random, { pending, included }: HistoryStages): Leg[] {
  const passed = pass(random, pending);
  return [...passed, ...arrive(random, included, lastStage(passed))];
}

function fail(random: Random, { pending, rejected }: HistoryStages): Leg[] {
  const passed = pass(random, pending);
  const reachable = rejected.filter((stage) => stage >= lastStage(passed));
  return reachable.length === 0 ? [] : [...passed, { stage: pick(random, reachable), how: 'failed' }];
}

function rollBack(random: Random, stages: HistoryStages): Leg[] {
  const failed = fail(random, stages);
  const returned = pass(random, stages.pending, lastStage(failed));
  const back = [...failed, ...returned];
  return [...back, ...arrive(random, stages.included, lastStage(back))];
}

/** Back among the stages before inclusion, or among those after it: else the inclusion would be withdrawn too. */
function goBack(random: Random, stages: HistoryStages): Leg[] {
  const among = [stages.pending, stages.included].filter(({ length }) => length > 1);
  if (among.length === 0) return [];
  const [lowest = 0, ...higher] = pick(random, among);
  const from = pick(random, higher);
  const to = pick(random, [lowest, ...higher.filter((stage) => stage < from)]);
  const before = pass(random, stages.pending).filter((leg) => lastStage([leg]) < from);
  const after = random.nextInt(0, 1) === 0 ? [] : arrive(random, stages.included, from);
  return [...before, { stage: from, how: 'well' }, { stage: to, how: 'well' }, ...after];
}

/** The root is withdrawn: the observer forgets the operation, or says at the same stage that it did not work out. */
function withdraw(random: Random, stages: HistoryStages): Leg[] {
  const legs = include(random, stages);
  const stage = lastStage(legs);
  const how = pick(random, ['unknown', 'withdrawn', 'failed'] as const);
  return [...legs, how === 'unknown' ? 'unknown' : { stage, how }];
}

function lastStage(legs: readonly Leg[]): number {
  const last = legs.at(-1);
  return last === undefined || last === 'unknown' ? -1 : last.stage;
}
