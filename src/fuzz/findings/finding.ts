import type { CasePlan } from '../../checks/case/case-plan.js';
import type { CheckFamily, Severity } from '../../checks/case/check.js';
import type { Exchange } from '../../client/exchange.js';

/** What makes two violations the same finding. */
export interface Signature {
  readonly check: string;
  /** `simulate`, `inclusion`, or the name of a custom endpoint. */
  readonly endpoint: string;
  /** With `[]` for any index, neutral names. */
  readonly path: string;
  readonly class: string;
}

/**
 * How sure a finding is, from the surest on: `stable`, shown by every run of its case; `flaky`, by some; `unconfirmed`,
 * there was no time or no connection to run it again; `not-reproduced`, shown by none but the first, or by some but also
 * without what its relation is about.
 */
export const findingLabels = ['stable', 'flaky', 'unconfirmed', 'not-reproduced'] as const;

/** One of {@link findingLabels}. */
export type FindingLabel = (typeof findingLabels)[number];

/** A fault of the service, once. */
export interface Finding {
  /** The check and ten hex digits of its signature: `schema-1f3a9c2b40`. The same in every campaign. */
  readonly id: string;
  readonly signature: Signature;
  readonly severity: Severity;
  readonly family: CheckFamily;
  /** What was expected and what came, of the shrunk case. */
  readonly message: string;
  readonly label: FindingLabel;
  /** Of how many runs of the shrunk case how many showed it. */
  readonly runs: { readonly shown: number; readonly of: number };
  /** How many cases of the campaign showed it. */
  readonly occurrences: number;
  /** The case that it was shrunk from: `7:valid/123`. */
  readonly caseId: string;
  /** When, in milliseconds after the campaign's start. */
  readonly firstSeenMs: number;
  /** The shrunk case. */
  readonly plan: CasePlan;
  /** How many times it got simpler. */
  readonly shrinks: number;
  /** Of the shrunk case, in the order of its requests, secrets masked. */
  readonly exchanges: readonly RecordedCall[];
  /** It is in the baseline, and that has not expired. */
  readonly isKnown: boolean;
  /** The environment variables that name the deployment which showed it, for a shell, without credentials. */
  readonly variables?: string | undefined;
}

/** What went over the wire for one request, as plain data. */
export type RecordedCall = Pick<Exchange, 'request' | 'response' | 'startedAt' | 'durationMs' | 'attempts'>;
