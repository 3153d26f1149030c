import type { ReportedCheckName } from './smoke-check-names.js';

/**
 * The outcome of a check. `inconclusive`: it could not be judged (no connection, missing credentials, overload, no
 * requests left); `skipped`: it does not apply, or another check reports why, and its message says so.
 */
export type SmokeStatus = 'passed' | 'failed' | 'inconclusive' | 'skipped';

/** The result of one check, secrets redacted. */
export interface SmokeCheck {
  /** In lower case with dashes: `clock-skew`; `endpoint:<name>` for a custom endpoint. */
  readonly name: ReportedCheckName;
  /** The rule that the check tests, in one sentence. */
  readonly about: string;
  readonly status: SmokeStatus;
  /** Expected and received, in one sentence. */
  readonly message: string;
  /** Further lines: the request and the answer. */
  readonly details: readonly string[];
  /** What is noteworthy and does not fail the check. */
  readonly notes: readonly string[];
  /** What to do, if the check did not pass. */
  readonly advice?: string | undefined;
  /** Duration in milliseconds, including pauses of the rate limit. */
  readonly durationMs: number;
}

/** `failed` if a check failed, otherwise `inconclusive` if one is inconclusive, otherwise `passed`. */
export type SmokeVerdict = 'passed' | 'failed' | 'inconclusive';

/** The result of a smoke run. Plain data, secrets redacted. */
export interface SmokeReport {
  readonly deployment: {
    readonly name: string;
    readonly simulatorUrl: string;
    readonly observerUrl: string;
  };
  /**
   * True if the answers came from a recording; the result then holds for the time of the recording. Absent otherwise.
   */
  readonly isReplayed?: boolean | undefined;
  /** True if the run was stopped: its last checks were not made. Absent otherwise. */
  readonly isStopped?: boolean | undefined;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** The number of requests that were sent, including retries. */
  readonly requests: number;
  readonly verdict: SmokeVerdict;
  /** The checks, in the order in which they ran. */
  readonly checks: readonly SmokeCheck[];
}
