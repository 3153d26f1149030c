import { isDeepStrictEqual } from 'node:util';
import {
  type CasePlan,
  type CaseStep,
  caseRequests,
  inSequence,
  type PhaseName,
} from '../../case/case-plan.js';
import { neededBy, placesOf, withField } from '../../contract/request-places.js';
import {
  type LooseSimulationRequest,
  type RequestFieldRow,
  requestFieldRows,
  requestTexts,
} from '../../contract/simulation-request.js';
import { memberAt, type Steps, withMemberAt } from '../../internal/json.js';
import { definedMembers } from '../../internal/objects.js';
import { caseOf, fixedCase, type PhaseCase, singleRequestCase } from '../phases/phase.js';
import type { CaseContext } from '../runner/request-log.js';
import type { ReproducingCase, Reproduction, RunResult } from './candidate-finding.js';
import type { ChangeableCase, ChangeableCases } from './changeable-case.js';

/**
 * Returns the simplest case that reproduces the same finding: takes the first simpler case that reproduces it and continues
 * from there, until none does or `mayGoOn` returns false. No case is run twice.
 *
 * The order of simpler cases is that of their size: {@link withFewerSteps}, then fewer requests of other cases, see
 * {@link caseInContext}, then a simpler request and what its arbitrary shrinks to, see {@link shrinkableCase}.
 *
 * @param first - Cases to try first.
 */
export async function shrinkCase(
  start: ReproducingCase,
  rerun: (phaseCase: PhaseCase) => Promise<RunResult>,
  mayGoOn: () => boolean,
  first: readonly PhaseCase[] = [],
): Promise<ReproducingCase> {
  const tried = new Set([JSON.stringify(start.phaseCase.plan)]);
  const firstOf = async (
    cases: Iterable<PhaseCase>,
    shrinks: number,
  ): Promise<ReproducingCase | undefined> => {
    for (const phaseCase of cases) {
      const text = JSON.stringify(phaseCase.plan);
      if (tried.has(text)) continue;
      if (!mayGoOn()) return undefined;
      tried.add(text);
      const result = await rerun(phaseCase);
      if (result.kind === 'reproduced')
        return { ...result, phaseCase: asSent(phaseCase, result), shrinks, context: start.context };
    }
    return undefined;
  };
  let simplest = (await firstOf(first, start.shrinks + 1)) ?? start;
  for (;;) {
    const simpler = await firstOf(simplest.phaseCase.shrinks(), simplest.shrinks + 1);
    if (simpler === undefined) return simplest;
    simplest = simpler;
  }
}

/** Returns a case as it was sent in the run that reproduced a finding. */
export function asSent(phaseCase: PhaseCase, { plan = phaseCase.plan }: Reproduction): PhaseCase {
  return { plan, shrinks: () => phaseCase.shrinks() };
}

/**
 * Lists a case with only the request that shows a finding, and the same after the requests before it, which can then be left
 * out one by one.
 */
export function withFewerSteps(
  { phaseCase: { plan }, at }: ReproducingCase,
  changeable: ChangeableCases,
): PhaseCase[] {
  const requests = caseRequests(plan);
  const judged = requests[at];
  if (judged === undefined || requests.length === 1) return [];
  const alone = shrinkableCase(fixedCase(singleRequestCase(plan.phase, plan.kind, judged)), changeable);
  return [alone, caseInContext(alone, 0, { preceding: requests.slice(0, at), concurrent: [] })];
}

/**
 * Returns a case together with requests of other cases: some sent one after the other before the step of a request, some at
 * the same time as the step. It shrinks by fewer of them first, then like the case.
 *
 * @param at - The index of the request in the case, counted from 0 over all steps.
 */
export function caseInContext(own: PhaseCase, at: number, context: CaseContext): PhaseCase {
  const count = caseRequests(own.plan).length;
  const placed = (own: PhaseCase, context: CaseContext) => ({
    plan: planInContext(own.plan, at, context),
    own,
    context,
  });
  return caseOf(placed(own, context), function* ({ own, context }) {
    for (const name of ['preceding', 'concurrent'] as const)
      for (const fewer of shorterLists(context[name])) yield placed(own, { ...context, [name]: fewer });
    for (const simpler of own.shrinks())
      if (caseRequests(simpler.plan).length === count) yield placed(simpler, context);
  });
}

/** Returns the later half of a list, if it is long, then the list without each of its items. */
function shorterLists<T>(list: readonly T[]): T[][] {
  const half = list.length > 2 ? [list.slice(Math.ceil(list.length / 2))] : [];
  return [...half, ...list.map((_, index) => list.toSpliced(index, 1))];
}

function planInContext(plan: CasePlan, at: number, { preceding, concurrent }: CaseContext): CasePlan {
  let first = 0;
  const index = plan.steps.findIndex(({ requests }) => {
    if (at < first + requests.length) return true;
    first += requests.length;
    return false;
  });
  const { requests = [], ...step } = plan.steps[index] ?? {};
  const last = first + requests.length;
  const shifted = (place: number): number =>
    place + (place >= first ? preceding.length : 0) + (place >= last ? concurrent.length : 0);
  const steps: CaseStep[] = [
    ...plan.steps.slice(0, index),
    ...inSequence(preceding),
    { ...step, requests: [...requests, ...concurrent] },
    ...plan.steps.slice(index + 1),
  ];
  const { relation } = plan;
  if (relation === undefined) return { ...plan, steps };
  const pairs = relation.pairs.map(([one, other]) => [shifted(one), shifted(other)] as const);
  return { ...plan, steps, relation: { ...relation, pairs } };
}

/** Phases whose cases shrink only as they were generated: the corpus has shrunk ones, and mutated requests keep their mutation. */
const shrunkAsGenerated: readonly PhaseName[] = ['corpus', 'invalid'];

/** A case of one simulation request: as it was generated, with members that are simpler by now. */
interface SimulationCase {
  readonly plan: CasePlan;
  readonly generated: PhaseCase;
  /** The request of the generated case. */
  readonly whole: ChangeableCase;
  /** The members that are simpler; removed ones are undefined. */
  readonly changes: LooseSimulationRequest;
  /** Whether its arbitrary shrank it: then nothing else does. */
  readonly isGenerated: boolean;
}

/**
 * Returns a case that shrinks by its simulation request first, if that is all it sends, and then as it was generated. An
 * arbitrary shrinks by halving, which takes hundreds of runs for the digits of one amount.
 *
 * @param phase - The phase of the case. Default: none.
 */
export function shrinkableCase(
  generated: PhaseCase,
  changeable: ChangeableCases,
  phase?: PhaseName,
): PhaseCase {
  const { plan } = generated;
  if (phase !== undefined && shrunkAsGenerated.includes(phase)) return generated;
  const smaller = function* (one: SimulationCase): Iterable<SimulationCase> {
    const { generated, whole, changes } = one;
    if (!one.isGenerated)
      for (const request of simplerRequests(withChanges(whole, changes))) {
        const plan = whole.planWith(request);
        if (plan) yield { ...one, plan, changes: changedMembers(whole.request, request) };
      }
    for (const next of generated.shrinks()) {
      const whole = changeable(next.plan);
      const plan = whole?.planWith(withChanges(whole, changes));
      if (whole && plan) yield { plan, generated: next, whole, changes, isGenerated: true };
    }
  };
  return {
    plan,
    // Many cases are generated and few are shrunk.
    shrinks() {
      const whole = changeable(plan);
      if (whole === undefined) return generated.shrinks();
      return caseOf({ plan, generated, whole, changes: {}, isGenerated: false }, smaller).shrinks();
    },
  };
}

function withChanges({ request }: ChangeableCase, changes: LooseSimulationRequest): LooseSimulationRequest {
  return definedMembers({ ...request, ...changes });
}

/** Returns the members that a simpler request changes; removed ones are undefined. */
function changedMembers(
  request: LooseSimulationRequest,
  simpler: LooseSimulationRequest,
): LooseSimulationRequest {
  const names = Object.keys(request) as (keyof LooseSimulationRequest)[];
  const changed = names.filter((name) => !isDeepStrictEqual(request[name], simpler[name]));
  return Object.fromEntries(changed.map((name) => [name, simpler[name]]));
}

const isInList = ({ path }: RequestFieldRow): boolean => path.includes('[]');
const isNested = ({ path }: RequestFieldRow): boolean => /[.[]/.test(path);
const lists = requestFieldRows.filter(({ field }) => 'items' in field);
const optional = requestFieldRows.filter(({ field }) => !field.required);
/** The optional members of objects. Those that others need come first, because the others are dropped with them. */
const inner = optional
  .filter((row) => isNested(row) && !isInList(row))
  .sort((one, other) => neededBy(other).length - neededBy(one).length);
/** The texts to simplify, in order: those in lists, then those without a length limit, then the others. */
const texts = [
  ...requestTexts.filter(isInList),
  ...requestTexts.filter((row) => !isInList(row) && row.field.format.isUnbounded),
  ...requestTexts.filter((row) => !isInList(row) && !row.field.format.isUnbounded),
];

/**
 * Lists requests that differ from a request in one thing, regardless of their meaning, the boldest first: lists that are
 * empty or have one item, absent members, lists without one item, simpler texts.
 */
function* simplerRequests(request: LooseSimulationRequest): Iterable<LooseSimulationRequest> {
  const withAll = (places: readonly Steps[], value?: unknown): LooseSimulationRequest =>
    places.reduce<unknown>(
      (changed, steps) => withMemberAt(changed, steps, value),
      request,
    ) as typeof request;
  const given = ({ path }: RequestFieldRow): Steps[] =>
    placesOf(path, request).filter((steps) => memberAt(request, steps) !== undefined);
  const items = lists.flatMap(given).flatMap((list) => {
    const value = memberAt(request, list);
    return Array.isArray(value) && value.length > 0 ? [{ list, value: value as unknown[] }] : [];
  });

  for (const { list } of items) yield withAll([list], []);
  for (const { list, value } of items)
    if (value.length > 2) for (const item of value) yield withAll([list], [item]);

  for (const name of Object.keys(request)) yield withAll([[name]]);
  for (const row of inner) yield withField(request, row, undefined);
  for (const steps of inner.flatMap(given)) yield withAll([steps]);

  for (const { list, value } of items)
    if (value.length > 1) for (const index of value.keys()) yield withAll([[...list, index]]);
  for (const steps of optional.filter(isInList).flatMap(given)) yield withAll([steps]);

  for (const row of texts) {
    const simplerAt = (steps: Steps): readonly string[] => {
      const text = memberAt(request, steps);
      return typeof text === 'string' ? row.field.format.simpler(text) : [];
    };
    for (const example of row.field.format.examples)
      yield withAll(
        given(row).filter((steps) => simplerAt(steps).includes(example)),
        example,
      );
    for (const steps of given(row)) for (const text of simplerAt(steps)) yield withAll([steps], text);
  }
}
