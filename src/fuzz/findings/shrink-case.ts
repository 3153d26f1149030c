import { isDeepStrictEqual } from 'node:util';
import { type CasePlan, type CaseRequest, caseRequests } from '../../checks/case/case-plan.js';
import type { Violation } from '../../checks/case/check.js';
import { isInconclusive } from '../../checks/case/inconclusive-answers.js';
import { memberAt, type Steps, withMemberAt } from '../../contract/json.js';
import { placesOf } from '../../contract/request-places.js';
import {
  type LooseSimulationRequest,
  type RequestFieldRow,
  requestFieldRows,
  requestTexts,
} from '../../contract/simulation-request.js';
import type { Exchange } from '../../deployment/exchange.js';
import { definedMembers } from '../../internal/objects.js';
import type { JudgedCase } from '../case-runner.js';
import { type PhaseCase, singleRequestCase } from '../phases/phase.js';
import type { ChangeableCase, ChangeableCases } from './changeable-case.js';
import { findingId, type RecordedCall, recordedCall, type Signature, signatureOf } from './finding.js';
import { type ConditionOf, signatureWithin } from './finding-condition.js';
import { type CaseContext, caseInContext } from './rerun-cases.js';

/** A case that shows a finding, and the run that showed it. */
export interface ReproducingCase extends Shown {
  readonly phaseCase: PhaseCase;
  /** How many times the case was shrunk. */
  readonly shrinks: number;
  /** The requests around the one that showed it in the campaign. Default: none. */
  readonly context?: CaseContext | undefined;
}

/**
 * Returns the simplest case that shows the same finding: takes the first simpler case that shows it and continues from
 * there, until none does or `mayGoOn` returns false. No case is run twice.
 *
 * @param first - Cases to try first: {@link withFewer}.
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
      if (result.kind === 'shown')
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

/** Returns a case as it was sent in the run that showed a finding. */
export function asSent(phaseCase: PhaseCase, { plan = phaseCase.plan }: Shown): PhaseCase {
  return { plan, shrinks: () => phaseCase.shrinks() };
}

/**
 * Returns the cases to try first: the request that showed a finding alone, and the same after the requests before it, which can
 * then be left out one by one.
 */
export function withFewer(
  { phaseCase: { plan }, at }: ReproducingCase,
  caseOf: (plan: CasePlan) => PhaseCase,
): PhaseCase[] {
  const requests = caseRequests(plan);
  const judged = requests[at];
  if (judged === undefined || requests.length === 1) return [];
  const alone = caseOf(singleRequestCase(plan.phase, plan.kind, judged));
  return [alone, caseInContext(alone, 0, { before: requests.slice(0, at), beside: [] })];
}

/**
 * Returns a case that shrinks by the structure of its simulation request first, if that is all it sends, and then as it was
 * generated. An arbitrary shrinks by halving, which takes hundreds of runs for the digits of one amount.
 */
export function shrunkByStructure(generated: PhaseCase, changeable: ChangeableCases): PhaseCase {
  return {
    plan: generated.plan,
    // Many cases are generated and few are shrunk.
    shrinks() {
      const whole = changeable(generated.plan);
      return whole ? simplerCases(generated, whole, whole.request, changeable) : generated.shrinks();
    },
  };
}

function* simplerCases(
  generated: PhaseCase,
  whole: ChangeableCase,
  request: LooseSimulationRequest,
  changeable: ChangeableCases,
): Iterable<PhaseCase> {
  for (const simpler of simplerRequests(request)) {
    const plan = whole.planWith(simpler);
    if (plan) yield { plan, shrinks: () => simplerCases(generated, whole, simpler, changeable) };
  }
  yield* generatedCases(generated, changedMembers(whole.request, request), changeable);
}

/** Yields the cases that an arbitrary shrinks to, with the members that are already simpler. */
function* generatedCases(
  generated: PhaseCase,
  changes: LooseSimulationRequest,
  changeable: ChangeableCases,
): Iterable<PhaseCase> {
  for (const next of generated.shrinks()) {
    const whole = changeable(next.plan);
    const plan = whole?.planWith(definedMembers({ ...whole.request, ...changes }));
    if (plan) yield { plan, shrinks: () => generatedCases(next, changes, changeable) };
  }
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
  const inner = optional.filter((row) => isNested(row) && !isInList(row));
  // All at once first, because one may need another.
  yield withAll(inner.flatMap(given));
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

/** The result of one run for a finding. `inconclusive`: there were too few answers to decide. */
export type RunResult =
  | ({ readonly kind: 'shown' } & Shown)
  | { readonly kind: 'not-shown' }
  | { readonly kind: 'inconclusive' };

/** A run that showed a finding. */
export interface Shown {
  /** The index of the request that shows it, counted from 0 over all steps. */
  readonly at: number;
  readonly message: string;
  readonly exchanges: readonly RecordedCall[];
  /** The request of another case that is needed to show it; absent if the case shows it by itself. */
  readonly contradicts?: CaseRequest | undefined;
  /** The case that was sent, if it had other shards keys than the case to rerun. */
  readonly plan?: CasePlan | undefined;
}

/**
 * Returns each finding that a judged case shows, by its id, secrets masked: an answer may echo them, even as the name of a
 * member, and violations quote answers.
 *
 * @param conditionOf - The conditions of findings. A request that does not meet that of a finding shows another one. Default: none.
 */
export function findingsIn(
  { violations, exchanges }: JudgedCase,
  plan: CasePlan,
  conditionOf: ConditionOf = () => undefined,
): Map<string, Candidate> {
  const requests = caseRequests(plan);
  const found = new Map<string, Candidate>();
  for (const { check, violation } of violations) {
    const checked = { check, violation: masked(violation, exchanges[violation.at]) };
    const general = signatureOf(checked, plan);
    const signature = signatureWithin(general, requests[violation.at] as CaseRequest, conditionOf);
    const id = findingId(signature);
    const other = found.get(id);
    const places = new Set(other?.places).add(violation.at);
    // A violation that the case shows by itself takes precedence over one that needs other cases.
    const isBetter = other === undefined || (other.violation.contradicts && !violation.contradicts);
    found.set(id, isBetter ? { id, signature, ...checked, places } : { ...other, places });
  }
  return found;
}

/** A violation with the id of its finding. */
export interface Candidate extends Pick<JudgedCase['violations'][number], 'check' | 'violation'> {
  readonly id: string;
  readonly signature: Signature;
  /** The indexes of all requests that show it. */
  readonly places: ReadonlySet<number>;
}

/** Looks for a finding in the observations of a case. */
export function runResult(
  id: string,
  judged: JudgedCase,
  plan: CasePlan,
  conditionOf?: ConditionOf,
): RunResult {
  const candidate = findingsIn(judged, plan, conditionOf).get(id);
  if (candidate !== undefined) return { kind: 'shown', ...shownBy(judged, candidate) };
  return { kind: judged.observed.observations.some(isInconclusive) ? 'inconclusive' : 'not-shown' };
}

/** Returns the result of a judged case for a finding. */
export function shownBy({ exchanges, retried }: JudgedCase, { violation }: Candidate): Shown {
  const { at, attempt, message, contradicts } = violation;
  const showing = attempt === undefined ? undefined : retried[at]?.[attempt];
  const shown = showing === undefined ? exchanges : exchanges.with(at, showing);
  return { at, message, exchanges: shown.map(recordedCall), contradicts };
}

function masked(violation: Violation, exchange: Exchange | undefined): Violation {
  if (exchange === undefined) return violation;
  const { path, class: kind, message } = violation;
  return {
    ...violation,
    path: exchange.redact(path),
    class: exchange.redact(kind),
    message: exchange.redact(message),
  };
}
