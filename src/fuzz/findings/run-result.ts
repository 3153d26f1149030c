import { type CasePlan, type CaseRequest, caseRequests } from '../../checks/case/case-plan.js';
import type { Violation } from '../../checks/case/check.js';
import { isInconclusive } from '../../checks/case/inconclusive-answers.js';
import type { Exchange } from '../../client/exchange.js';
import type { JudgedCase } from '../case-runner.js';
import { findingId, type RecordedCall, recordedCall, type Signature, signatureOf } from './finding.js';
import { type ConditionOf, signatureWithin } from './finding-condition.js';

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
