import type { CasePlan, CaseRequest } from '../../checks/case/case-plan.js';
import type { Violation } from '../../checks/case/check.js';
import type { Exchange } from '../../client/exchange.js';
import type { JudgedCase } from '../running/judged-case.js';
import { isInconclusiveFor } from '../running/outage-detector.js';
import type { RecordedCall, Signature } from './finding.js';
import { recordedCall } from './recorded-call.js';
import { findingId, signatureOf } from './signature.js';

/** What one run of a case showed of a finding; `inconclusive`, too little came of it to tell. */
export type RunResult =
  | ({ readonly kind: 'shown' } & Shown)
  | { readonly kind: 'not-shown' }
  | { readonly kind: 'inconclusive' };

/** A run that showed a finding. */
export interface Shown {
  /** Of the request at which the verdict was, counted from 0 over all steps. */
  readonly at: number;
  readonly message: string;
  readonly exchanges: readonly RecordedCall[];
  /** The request of another case that it takes to show it; absent where the case shows it by itself. */
  readonly contradicts?: CaseRequest | undefined;
}

/**
 * Each finding that a judged case shows, once, by its id, secrets masked: an answer may echo them, even as the name of a
 * member, and violations quote answers.
 */
export function findingsIn({ violations, exchanges }: JudgedCase, plan: CasePlan): Map<string, Candidate> {
  const found = new Map<string, Candidate>();
  for (const { check, violation } of violations) {
    const checked = { check, violation: masked(violation, exchanges[violation.at]) };
    const signature = signatureOf(checked, plan);
    const id = findingId(signature);
    const other = found.get(id);
    // What the case shows by itself counts more than what it takes others for.
    if (other === undefined || (other.violation.contradicts && !violation.contradicts))
      found.set(id, { id, signature, ...checked });
  }
  return found;
}

/** A violation with the name of its finding. */
export interface Candidate extends Pick<JudgedCase['violations'][number], 'check' | 'violation'> {
  readonly id: string;
  readonly signature: Signature;
}

/** Looks for a finding in what came of a case. */
export function runResult(id: string, judged: JudgedCase, plan: CasePlan): RunResult {
  const candidate = findingsIn(judged, plan).get(id);
  if (candidate !== undefined) return { kind: 'shown', ...shownBy(judged, candidate) };
  return { kind: judged.observed.observations.some(isInconclusiveFor) ? 'inconclusive' : 'not-shown' };
}

/** What a judged case shows of a finding. */
export function shownBy({ exchanges }: JudgedCase, { violation }: Candidate): Shown {
  const { at, message, contradicts } = violation;
  return { at, message, exchanges: exchanges.map(recordedCall), contradicts };
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
