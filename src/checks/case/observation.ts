import type { InclusionResponse, Simulation } from '../../contract/responses.js';
import type { CasePlan, CaseRequest } from './case-plan.js';

/** What came of all requests of a case, in the order in which they were planned. */
export interface ObservedCase {
  readonly plan: CasePlan;
  readonly observations: readonly Observation[];
}

/** What came of one request. */
export interface Observation {
  readonly request: CaseRequest;
  /** The answer, if it is complete. */
  readonly answer?: Answer | undefined;
  /** Why none came. */
  readonly failure?: ObservedFailure | undefined;
  /** From the first byte sent to the end, in milliseconds. */
  readonly durationMs: number;
  /** When it was under way. Absent where nobody measured it; then the steps of the case tell the order. */
  readonly span?: RequestSpan | undefined;
}

/** When a request was under way: from before it was sent until after its answer was there. */
export interface RequestSpan {
  /** In milliseconds of the campaign's clock, which never goes back. */
  readonly startMs: number;
  readonly endMs: number;
  /** The end in milliseconds of unix time. */
  readonly endedAtMs: number;
}

/** Why there is no complete answer. `closed`: the server closed the connection; `network`: the connection failed. */
export interface ObservedFailure {
  readonly kind: 'timeout' | 'closed' | 'network' | 'too-large';
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
  /** A credential that was sent stands in it. */
  readonly echoesCredential: boolean;
  /** The body as JSON with exact integers (bigint), or why it is not JSON, in a few words. */
  readonly json: { readonly value: unknown } | { readonly issue: string };
  /** Member `response` of a simulation's answer with status 200 that is of the interface's shape, neutral names. */
  readonly simulation?: Simulation | undefined;
  /** The same of an inclusion answer. */
  readonly inclusion?: InclusionResponse['response'] | undefined;
}
