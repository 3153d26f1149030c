/**
 * What came of a check: `inconclusive`, it could not be seen (no connection, credentials wanted, overload, no requests
 * left); `skipped`, there is nothing to look at, or another check tells why not, and its message says so.
 */
export type SmokeStatus = 'passed' | 'failed' | 'inconclusive' | 'skipped';

/** What came of one check, secrets redacted. */
export interface SmokeCheck {
  /** In lower case with dashes: `clock-skew`; `endpoint:<name>` for a custom endpoint. */
  readonly name: string;
  /** What must be, in one sentence. */
  readonly about: string;
  readonly status: SmokeStatus;
  /** What was expected and what came, in one sentence. */
  readonly message: string;
  /** Further lines: what was asked, what came, what is worth a look though it fails nothing. */
  readonly details: readonly string[];
  /** What to do, of a check that did not pass. */
  readonly advice?: string | undefined;
  /** How long it took, pauses of the rate included, in milliseconds. */
  readonly durationMs: number;
}

/** `failed` when a check failed, else `inconclusive` when one is, else `passed`. */
export type SmokeVerdict = 'passed' | 'failed' | 'inconclusive';

/** What came of a smoke run. Plain data, secrets redacted. */
export interface SmokeReport {
  readonly deployment: {
    readonly name: string;
    readonly simulatorUrl: string;
    readonly observerUrl: string;
  };
  /** ISO 8601. */
  /** True of a run whose answers came from a recording: it says what was true when that was made. Absent of others. */
  readonly isReplayed?: boolean | undefined;
  readonly startedAt: string;
  readonly durationMs: number;
  /** How many requests were sent, those that were tried again included. */
  readonly requests: number;
  readonly verdict: SmokeVerdict;
  /** In the order in which they ran. */
  readonly checks: readonly SmokeCheck[];
}
