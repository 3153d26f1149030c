import fc, { type Arbitrary } from 'fast-check';
import { z } from 'zod';
import type { InclusionState } from '../../contract/conventions.js';
import type { InclusionNote, InclusionResponse, InclusionTransaction } from '../../contract/responses.js';
import type { InclusionVerdict } from '../../contract/verdicts.js';
import { closest } from '../../internal/closest.js';
import { definedMembers } from '../../internal/objects.js';
import { checkedValue, type OptionIssue, usageError } from '../../internal/options.js';
import { type Inconsistency, inconsistenciesIn, type PollResult } from '../../polling/timeline.js';
import { constantsOr, members, oneOfOrdered, shrunkAfresh } from '../combinators.js';
import { parseArbitraryOptions, profileIssues, profileShape } from '../options.js';
import {
  inclusionNote,
  inclusionState,
  type Observer,
  type ObserverOptions,
  observerOf,
} from './inclusion-response.js';
import { alwaysThere, perSecond, recentTimestamp, transactionHash } from './response-values.js';

/**
 * Timelines that can be, by what becomes of the operation: `included`, at last; `pending`, not there yet; `rejected`,
 * it fails and stays so; `rolled-back`, it fails, then comes back over the return stages and is included;
 * `unknown-first`, 404s, then it is known and at last included; `never-known`, 404s only. Source: practice.
 */
export const consistentTimelines = [
  'included',
  'pending',
  'rejected',
  'rolled-back',
  'unknown-first',
  'never-known',
] as const;

/** Timelines with one thing in them that cannot be right, by the name of the inconsistency. Source: assumption. */
export const inconsistentTimelines = [
  'stage-regression',
  'timestamp-regression',
  'transaction-vanished',
  'inclusion-withdrawn',
] as const satisfies readonly Inconsistency['kind'][];

export type ConsistentTimeline = (typeof consistentTimelines)[number];
export type InconsistentTimeline = (typeof inconsistentTimelines)[number];
export type InclusionTimelineKind = ConsistentTimeline | InconsistentTimeline;

/** What an observer answers to one poll. */
export type ObserverAnswer =
  | { readonly status: 200; readonly body: InclusionResponse }
  | { readonly status: 404 };

/** What an observer answers about one operation, poll after poll. */
export interface InclusionTimeline {
  readonly kind: InclusionTimelineKind;
  readonly polls: readonly ObserverAnswer[];
}

/** What {@link inclusionTimeline} generates. */
export interface InclusionTimelineOptions extends ObserverOptions {
  /**
   * Kinds to generate, of `consistentTimelines` and `inconsistentTimelines`. Default: the consistent ones that there can be
   * under the conventions.
   */
  readonly kinds?: readonly InclusionTimelineKind[] | undefined;
}

const allKinds: readonly string[] = [...consistentTimelines, ...inconsistentTimelines];
const kindsOption = checkedValue<readonly InclusionTimelineKind[]>((value) => {
  if (!Array.isArray(value) || value.length === 0) return 'must be a list of kinds that is not empty';
  const unknown = value.find((kind) => !allKinds.includes(kind));
  if (unknown === undefined) return undefined;
  const meant = closest(String(unknown), allKinds);
  const advice = meant === undefined ? `the kinds are ${allKinds.join(', ')}` : `did you mean ${meant}?`;
  return `must be kinds of timelines, which ${String(unknown)} is not; ${advice}`;
});
const timelineOptions = z.strictObject({
  ...profileShape,
  kinds: kindsOption.optional(),
} satisfies Record<keyof InclusionTimelineOptions, z.ZodType>);

/**
 * Returns an arbitrary of what an observer answers about one operation to one poll after the other, to test what polls:
 * stages in the deployment's order, some of them missed, most answers repeated; timestamps and transactions that grow, or
 * are never given. A consistent timeline has no inconsistency, an inconsistent one exactly the one that it
 * is named after; shrinks to the shortest of its kind. Knows no time between polls, and no failing requests. Names are
 * neutral; with `chains` or `deployment` they are those on the wire. Section 2.3; the order is practice.
 *
 * @throws {UsageError} for an option that is unknown or invalid, and for a kind that the conventions rule out.
 * @example
 * import { inclusionTimeline, inconsistentTimelines } from 'crosscheck/arbitraries';
 * import fc from 'fast-check';
 *
 * const timelines = inclusionTimeline({ kinds: inconsistentTimelines, conventions: { timestampUnit: 'ms' } });
 * fc.assert(fc.property(timelines, ({ polls }) => polls.length >= 2));
 */
export function inclusionTimeline(options: InclusionTimelineOptions = {}): Arbitrary<InclusionTimeline> {
  parseArbitraryOptions('inclusionTimeline', timelineOptions, options, profileIssues);
  const observer = observerOf(options);
  const stages = stagesOf(observer);
  const wanted = options.kinds ?? consistentTimelines;
  const impossible = wanted.flatMap((kind) => impossibleIssues(kind, stages, observer));
  const kinds = wanted.filter((kind) => !impossible.some((issue) => issue.kind === kind));
  if (impossible.length > 0 && (options.kinds !== undefined || kinds.length === 0))
    throw usageError('inclusionTimeline has invalid options', impossible);

  const isOfItsKind = ({ kind, polls }: InclusionTimeline): boolean => kindOf(polls, observer) === kind;
  const generated = fc
    .constantFrom(...kinds)
    .chain((kind) => generatedPolls(kind, stages, observer).map((polls) => ({ kind, polls })));
  const anyTimeline = members<InclusionTimeline>({
    kind: oneOfOrdered(kinds),
    polls: fc.array(observerAnswer(observer)),
  });
  return shrunkAfresh(generated.filter(isOfItsKind), anyTimeline.filter(isOfItsKind));
}

/** Stage and success are always present: an answer without them is undecided. */
function observerAnswer(observer: Observer): Arbitrary<ObserverAnswer> {
  return constantsOr([undefined], inclusionState(observer, alwaysThere), 1).map(
    (response): ObserverAnswer =>
      response === undefined ? { status: 404 } : { status: 200, body: { response } },
    (answer) => {
      if (typeof answer !== 'object' || answer === null) throw new TypeError('not an answer');
      const { status, body, ...others } = answer as Partial<Extract<ObserverAnswer, { status: 200 }>>;
      const { response, ...more } = body ?? {};
      const isKnown = status === 200 && response !== undefined;
      const isUnknown = (status as number) === 404 && body === undefined;
      if (!(isKnown || isUnknown) || Object.keys(others).length + Object.keys(more).length > 0)
        throw new TypeError('not an answer of an observer');
      return response;
    },
  );
}

// What a timeline is.

/** A timeline as a word of one letter a poll: u(nknown), p(ending), i(ncluded), r(ejected), n(ot-applicable). */
const wordOf: Record<ConsistentTimeline, RegExp> = {
  included: /^p*i+$/,
  pending: /^p+$/,
  rejected: /^p*r+$/,
  'rolled-back': /^p*r+p*i+$/,
  'unknown-first': /^u+p*i+$/,
  'never-known': /^u+$/,
};

/** Judges what an observer answered: its only inconsistency, or what becomes of the operation; undefined for neither. */
function kindOf(polls: readonly ObserverAnswer[], observer: Observer): InclusionTimelineKind | undefined {
  const results = polls.map((answer) => pollResultOf(answer, observer));
  const timeline = results.map((result, atMs) => ({ atMs, result }));
  const [first, ...others] = inconsistenciesIn(timeline, observer.conventions.stages);
  if (first !== undefined)
    return others.length === 0 ? inconsistentTimelines.find((kind) => kind === first.kind) : undefined;
  const word = results.map(letterOf).join('');
  return consistentTimelines.find((kind) => wordOf[kind].test(word));
}

/** Here an undecided record counts as pending. */
function letterOf({ status, verdict }: PollResult): string | undefined {
  if (status === 404) return 'u';
  return verdict === 'unknown' ? 'p' : verdict?.[0];
}

function pollResultOf(answer: ObserverAnswer, { conventions, neutral, verdictOf }: Observer): PollResult {
  if (answer.status === 404) {
    const { notFoundMeans } = conventions;
    return { status: 404, verdict: notFoundMeans === 'error' ? undefined : notFoundMeans };
  }
  const { response } = answer.body;
  const { stage, success, timestamp, transactions } = neutral(response);
  const hashes = transactions?.flatMap(({ hash }) => hash ?? []);
  return { stage, success, timestamp, transactions: hashes, verdict: verdictOf(response) };
}

// What can be under the conventions.

/** The stages at which an operation is in a certain way, by the conventions; positions in the observer's stages. */
interface TimelineStages {
  /** All is well, and it is not included yet. */
  readonly pending: readonly number[];
  /** All is well, and it is included. */
  readonly included: readonly number[];
  /** It failed, which the note says. */
  readonly rejected: readonly number[];
}

/** Applies the conventions to every stage. */
function stagesOf({ stages, blockchainTypes, errorNames, verdictOf }: Observer): TimelineStages {
  const transactions = blockchainTypes.map((blockchainType) => ({ blockchainType, hash: '0x00' }));
  const where = (wanted: InclusionVerdict, success: boolean, note: InclusionNote | null): number[] =>
    [...stages.keys()].filter((index) => {
      const stage = stages[index] as string;
      return verdictOf({ note, stage, success, timestamp: 1_700_000_000n, transactions }) === wanted;
    });
  return {
    pending: where('pending', true, null),
    included: where('included', true, null),
    rejected: where('rejected', false, { errorName: errorNames[0] }),
  };
}

/** Returns why a kind is impossible under the conventions: the filter would never terminate. */
function impossibleIssues(
  kind: InclusionTimelineKind,
  stages: TimelineStages,
  observer: Observer,
): (OptionIssue & { readonly kind: InclusionTimelineKind })[] {
  const reason = whyImpossible(kind, stages, observer) ?? whyNotGenerated(kind, stages, observer);
  return reason === undefined ? [] : [{ kind, path: 'kinds', message: `cannot be ${kind}: ${reason}` }];
}

function whyImpossible(
  kind: InclusionTimelineKind,
  { pending, included, rejected }: TimelineStages,
  { conventions }: Observer,
): string | undefined {
  const { stages, notFoundMeans } = conventions;
  const needs: Partial<Record<InclusionTimelineKind, readonly (readonly number[])[]>> = {
    included: [included],
    pending: [pending],
    rejected: [rejected],
    'rolled-back': [rejected, included],
    'unknown-first': [included],
    'inclusion-withdrawn': [included],
  };
  for (const found of needs[kind] ?? []) {
    if (found.length > 0) continue;
    if (found === included) return 'by conventions.isIncluded it is included at no stage';
    if (found === rejected) return 'by conventions.isRejected it is rejected at no stage';
    return 'by conventions.isIncluded and includedStage it is pending at no stage';
  }
  if (kind === 'unknown-first' && notFoundMeans !== 'pending')
    return `conventions.notFoundMeans is ${notFoundMeans}, so nothing comes after a 404`;
  if (kind === 'rolled-back' && Math.max(...included) <= Math.min(...rejected))
    return 'conventions.stages has no included stage after one at which it may fail';
  if (kind === 'stage-regression' && (stages.length < 2 || Math.max(pending.length, included.length) < 2))
    return 'conventions.stages has no two in a known order on the same side of the inclusion';
  return undefined;
}

const maxTries = 100;

function whyNotGenerated(
  kind: InclusionTimelineKind,
  stages: TimelineStages,
  observer: Observer,
): string | undefined {
  const tries = fc.sample(generatedPolls(kind, stages, observer), { numRuns: maxTries, seed: 1 });
  return tries.some((polls) => kindOf(polls, observer) === kind)
    ? undefined
    : `the conventions judged ${maxTries} timelines made to be so, and found none of them to be`;
}

// How a timeline is generated: first the way of the operation, then the words of an observer, at last the polls.

/** Random ingredients of a timeline besides its kind. */
interface Ingredients {
  readonly choices: Iterator<number, never>;
  readonly hashes: Iterator<string, never>;
  /** The time between stages, in the unit of timestamps. */
  readonly pauses: Iterator<bigint, never>;
  readonly start: bigint;
  readonly note: InclusionNote;
}

function next<T>(values: Iterator<T, never>): T {
  return values.next().value;
}

function pick<T>({ choices }: Ingredients, items: readonly T[]): T {
  return items[next(choices) % items.length] as T;
}

function flip(ingredients: Ingredients): boolean {
  return pick(ingredients, [true, false]);
}

function generatedPolls(
  kind: InclusionTimelineKind,
  stages: TimelineStages,
  observer: Observer,
): Arbitrary<ObserverAnswer[]> {
  const unit = observer.conventions.timestampUnit;
  const listOf = <T>(value: Arbitrary<T>, length: number): Arbitrary<T[]> =>
    fc.array(value, { minLength: length, maxLength: length });
  return fc
    .tuple(
      listOf(fc.noBias(fc.nat()), 100),
      listOf(transactionHash(), 10),
      listOf(fc.bigInt({ min: 0n, max: 600n * perSecond(unit) }), 10),
      recentTimestamp(unit),
      inclusionNote(observer.errorNames),
    )
    .map(([choices, hashes, pauses, start, note]) => {
      const generated: Ingredients = {
        choices: again(choices),
        hashes: again(hashes),
        pauses: again(pauses),
        start,
        note,
      };
      const states = described(generated, kind, segmentsOf(generated, kind, stages), observer);
      return withInconsistency(generated, kind, states).flatMap((state) =>
        Array.from({ length: pick(generated, [1, 1, 2, 3]) }, () => answerOf(state)),
      );
    });
}

/** Cycles through values. */
function* again<T>(values: readonly T[]): Generator<T, never> {
  for (;;) yield* values;
}

/** Copies the state for each poll, so that a test can modify it. */
function answerOf(state: InclusionState | undefined): ObserverAnswer {
  return state === undefined ? { status: 404 } : { status: 200, body: { response: structuredClone(state) } };
}

/** A time in which the observer answers the same: a stage by its position, or a 404. */
type Segment = 'unknown' | { readonly stage: number; readonly how: 'well' | 'failed' | 'withdrawn' };

/** The way of an operation. It may be of another kind, or have no segment, where conventions are unusual. */
function segmentsOf(generated: Ingredients, kind: InclusionTimelineKind, stages: TimelineStages): Segment[] {
  switch (kind) {
    case 'pending':
      return arrive(generated, stages.pending);
    case 'rejected':
      return fail(generated, stages);
    case 'rolled-back':
      return rollBack(generated, stages);
    case 'unknown-first':
      return ['unknown', ...include(generated, stages)];
    case 'never-known':
      return ['unknown'];
    case 'stage-regression':
      return goBack(generated, stages);
    case 'inclusion-withdrawn':
      return withdraw(generated, stages);
    case 'included':
      return include(generated, stages);
    case 'timestamp-regression':
    case 'transaction-vanished':
      return flip(generated) ? include(generated, stages) : arrive(generated, stages.pending);
  }
}

/** Over some of the stages after a position: polls are seldom enough to see each. */
function pass(generated: Ingredients, stages: readonly number[], after = -1): Segment[] {
  const reachable = stages.filter((stage) => stage > after && flip(generated));
  return reachable.map((stage) => ({ stage, how: 'well' }));
}

/** As {@link pass}, but over one at least. */
function arrive(generated: Ingredients, stages: readonly number[], after = -1): Segment[] {
  const reachable = stages.filter((stage) => stage > after);
  const passed = pass(generated, reachable);
  if (passed.length > 0 || reachable.length === 0) return passed;
  return [{ stage: pick(generated, reachable), how: 'well' }];
}

function include(generated: Ingredients, { pending, included }: TimelineStages): Segment[] {
  const passed = pass(generated, pending);
  return [...passed, ...arrive(generated, included, lastStage(passed))];
}

function fail(generated: Ingredients, { pending, rejected }: TimelineStages): Segment[] {
  const passed = pass(generated, pending);
  const reachable = rejected.filter((stage) => stage >= lastStage(passed));
  return reachable.length === 0 ? [] : [...passed, { stage: pick(generated, reachable), how: 'failed' }];
}

function rollBack(generated: Ingredients, stages: TimelineStages): Segment[] {
  const failed = fail(generated, stages);
  const back = [...failed, ...pass(generated, stages.pending, lastStage(failed))];
  return [...back, ...arrive(generated, stages.included, lastStage(back))];
}

/** Back among the stages before inclusion, or among those after it: else the inclusion would be withdrawn too. */
function goBack(generated: Ingredients, stages: TimelineStages): Segment[] {
  const among = [stages.pending, stages.included].filter(({ length }) => length > 1);
  if (among.length === 0) return [];
  const [lowest = 0, ...higher] = pick(generated, among);
  const from = pick(generated, higher);
  const to = pick(generated, [lowest, ...higher.filter((stage) => stage < from)]);
  const before = pass(generated, stages.pending).filter((segment) => lastStage([segment]) < from);
  const after = flip(generated) ? [] : arrive(generated, stages.included, from);
  return [...before, { stage: from, how: 'well' }, { stage: to, how: 'well' }, ...after];
}

/** The root is withdrawn: the observer forgets the operation, or says at the same stage that it is not included, without a note. */
function withdraw(generated: Ingredients, stages: TimelineStages): Segment[] {
  const segments = include(generated, stages);
  const stage = lastStage(segments);
  return [...segments, flip(generated) ? 'unknown' : { stage, how: 'withdrawn' }];
}

function lastStage(segments: readonly Segment[]): number {
  const last = segments.at(-1);
  return last === undefined || last === 'unknown' ? -1 : last.stage;
}

type State = InclusionState | undefined;

/** Converts segments to observer states; unknown is always described in the same way. Undefined is a 404. */
function described(
  generated: Ingredients,
  kind: InclusionTimelineKind,
  segments: readonly Segment[],
  { stages, blockchainTypes, errorNames }: Observer,
): State[] {
  const transaction = (): InclusionTransaction => ({
    hash: next(generated.hashes),
    blockchainType: pick(generated, blockchainTypes),
  });
  const noNote = pick(generated, [undefined, null]);
  const noTransactions = pick(generated, [undefined, null, []]);
  const hasTimestamps = kind === 'timestamp-regression' || pick(generated, [false, true, true, true]);
  const { note } = generated;
  const failure = { ...note, errorName: note.errorName || pick(generated, errorNames) };
  let transactions = kind === 'transaction-vanished' ? [transaction()] : [];
  let timestamp = generated.start;
  let hasFailed = false;

  return segments.map((segment) => {
    if (segment === 'unknown') return undefined;
    timestamp += pick(generated, [0n, 1n, next(generated.pauses)]);
    if (flip(generated)) transactions = [...transactions, transaction()];
    // A rollback brings the operation back, but what failed is still worth a note.
    hasFailed ||= segment.how === 'failed';
    return definedMembers<InclusionState>({
      note: hasFailed ? failure : noNote,
      stage: stages[segment.stage],
      success: segment.how === 'well',
      timestamp: hasTimestamps ? timestamp : undefined,
      transactions: transactions.length > 0 ? transactions : noTransactions,
    }) as InclusionState;
  });
}

/** For these kinds, makes a timestamp decrease or a transaction vanish from some answer on. */
function withInconsistency(
  generated: Ingredients,
  kind: InclusionTimelineKind,
  states: readonly State[],
): readonly State[] {
  if (kind !== 'timestamp-regression' && kind !== 'transaction-vanished') return states;
  const enough = states.length === 1 ? [...states, ...states] : states;
  if (enough.length === 0) return enough;
  const from = 1 + (next(generated.choices) % (enough.length - 1));
  const [before, after] = enough.slice(from - 1);
  const change =
    kind === 'timestamp-regression'
      ? earlier(generated, before, after)
      : withoutOne(pick(generated, before?.transactions ?? [undefined]));
  return enough.map((state, index) => (state === undefined || index < from ? state : change(state)));
}

/** All later timestamps are moved by as much, so that there is one step back and no more. */
function earlier(
  generated: Ingredients,
  before: State,
  after: State,
): (state: InclusionState) => InclusionState {
  const gap = (after?.timestamp ?? 0n) - (before?.timestamp ?? 0n);
  const shift = gap + pick(generated, [1n, 1n + next(generated.pauses)]);
  return (state) => ({ ...state, timestamp: (state.timestamp ?? 0n) - shift });
}

/** Removes a transaction from the list; omitting the whole list would not be an inconsistency. */
function withoutOne(lost: InclusionTransaction | undefined): (state: InclusionState) => InclusionState {
  return (state) => ({
    ...state,
    transactions: (state.transactions ?? []).filter(({ hash }) => hash !== lost?.hash),
  });
}
