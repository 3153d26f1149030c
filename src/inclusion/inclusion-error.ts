import type { History } from '../checks/history.js';
import type { HistoryFinding } from '../checks/history-findings.js';
import { CrosscheckError, type ErrorParts } from '../errors/base-error.js';
import type { InclusionRecord } from '../http/inclusion-record.js';

/** What a wait knows when it ends without inclusion. */
export interface WaitReport {
  readonly operationId: string;
  readonly deploymentName: string;
  /** Every poll. */
  readonly timeline: History;
  /** What in the timeline cannot be right. */
  readonly findings: readonly HistoryFinding[];
  /** The last record that was seen. */
  readonly lastRecord: InclusionRecord | undefined;
  /** The error of the last probe that failed. */
  readonly lastError: unknown;
  /** How long the wait took, in milliseconds. */
  readonly durationMs: number;
}

const reportMembers = [
  'operationId',
  'deploymentName',
  'timeline',
  'findings',
  'lastRecord',
  'lastError',
  'durationMs',
] as const satisfies readonly (keyof WaitReport)[];

/** A wait that ended without inclusion. Its class says why; its report says what happened on the way. */
export abstract class InclusionError extends CrosscheckError implements WaitReport {
  declare readonly operationId: string;
  declare readonly deploymentName: string;
  declare readonly timeline: History;
  declare readonly findings: readonly HistoryFinding[];
  declare readonly lastRecord: InclusionRecord | undefined;
  declare readonly lastError: unknown;
  declare readonly durationMs: number;

  constructor(report: WaitReport, parts: ErrorParts) {
    super(parts);
    // Not enumerable: the message tells it, and runners would print it all again below.
    for (const name of reportMembers) Object.defineProperty(this, name, { value: report[name] });
  }
}

/** It was not included when the time was up: not yet, as far as could be seen. */
export class InclusionTimeoutError extends InclusionError {
  override readonly name = 'InclusionTimeoutError';
  readonly code = 'INCLUSION_TIMEOUT';
}

/** The operation failed; it will not be included. */
export class InclusionRejectedError extends InclusionError {
  override readonly name = 'InclusionRejectedError';
  readonly code = 'INCLUSION_REJECTED';
}

/** The operation ends on the destination chain, so nothing of it is ever included on the source chain. */
export class InclusionNotApplicableError extends InclusionError {
  override readonly name = 'InclusionNotApplicableError';
  readonly code = 'INCLUSION_NOT_APPLICABLE';
}

/** The wait was called off by its signal; the signal's reason is the cause. */
export class InclusionAbortedError extends InclusionError {
  override readonly name = 'InclusionAbortedError';
  readonly code = 'INCLUSION_ABORTED';
}

/** Nothing can be said of the operation: the probes could not see. The last error is the cause. */
export class InclusionProbeError extends InclusionError {
  override readonly name = 'InclusionProbeError';
  readonly code = 'INCLUSION_PROBE_FAILED';
}

/** What was seen cannot be right, and `failOnFindings` says that this is the end. */
export class InclusionInconsistentError extends InclusionError {
  override readonly name = 'InclusionInconsistentError';
  readonly code = 'INCLUSION_INCONSISTENT';
}
