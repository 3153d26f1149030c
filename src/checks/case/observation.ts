import type { FailureKind } from '../../client/evidence.js';
import type { InclusionResponse, Simulation } from '../../contract/responses.js';
import type { CasePlan, CaseRequest } from './case-plan.js';

/** The observations of all requests of a case, in the planned order. */
export interface ObservedCase {
  readonly plan: CasePlan;
  readonly observations: readonly Observation[];
}

/** The outcome of one request. */
export interface Observation {
  readonly request: CaseRequest;
  /** The answer, if it is complete. */
  readonly answer?: Answer | undefined;
  /** The answers with 429 or 503 after which the request was sent again, in order. Absent if there were none. */
  readonly retried?: readonly Answer[] | undefined;
  /** Why there is no complete answer. */
  readonly failure?: ObservedFailure | undefined;
  /** From the first byte sent to the end, in milliseconds. */
  readonly durationMs: number;
  /** When it was in progress. Absent if not measured; the steps of the case then determine the order. */
  readonly span?: RequestSpan | undefined;
}

/** When a request was in progress: from before it was sent until after its answer arrived. */
export interface RequestSpan {
  /** In milliseconds of the campaign's clock, which never goes back. */
  readonly startMs: number;
  readonly endMs: number;
  /** The end in milliseconds of unix time. */
  readonly endedAtMs: number;
}

/** Why there is no complete answer. */
export interface ObservedFailure {
  readonly kind: Exclude<FailureKind, 'aborted'>;
  readonly message: string;
}

/** An answer, read once for all checks. */
export interface Answer {
  readonly status: number;
  /** Names in lower case; values of a repeated one joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes that are not UTF-8 read as U+FFFD. */
  readonly text: string;
  readonly isUtf8: boolean;
  /** Whether it contains a credential that was sent. */
  readonly echoesCredential: boolean;
  /** The body as JSON with exact integers (bigint), or why it is not JSON, in a few words. */
  readonly json: { readonly value: unknown } | { readonly issue: string };
  /** The member `response` of a simulation answer with status 200 that has the interface's shape, with neutral names. */
  readonly simulation?: Simulation | undefined;
  /** The same of an inclusion answer. */
  readonly inclusion?: InclusionResponse['response'] | undefined;
}
