import type { InclusionRecord } from '../client/results.js';
import { CrosscheckError, defineHidden, type ErrorParts, InconclusiveError, named } from '../errors.js';
import type { Inconsistency, Timeline } from './timeline.js';

/** The state of a wait when it ended without inclusion. */
export interface WaitReport {
  readonly operationId: string;
  readonly deploymentName: string;
  /** Every poll. */
  readonly timeline: Timeline;
  /** The contradictions in the timeline. */
  readonly inconsistencies: readonly Inconsistency[];
  /** The last record that was received. */
  readonly lastRecord: InclusionRecord | undefined;
  /** The error of the last poll that failed. */
  readonly lastError: unknown;
  /** The trace id of the last poll: see `Exchange`. Each poll has its own. Undefined if none was sent. */
  readonly traceId: string | undefined;
  /** How long the wait took, in milliseconds. */
  readonly durationMs: number;
}

/**
 * A wait that ended without inclusion and is not inconclusive. The class says why it ended; the properties say what was
 * polled. See {@link InclusionUnknownError} for an inconclusive wait.
 */
export abstract class InclusionError extends CrosscheckError implements WaitReport {
  declare readonly operationId: string;
  declare readonly deploymentName: string;
  declare readonly timeline: Timeline;
  declare readonly inconsistencies: readonly Inconsistency[];
  declare readonly lastRecord: InclusionRecord | undefined;
  declare readonly lastError: unknown;
  declare readonly traceId: string | undefined;
  declare readonly durationMs: number;

  constructor(report: WaitReport, parts: ErrorParts) {
    super(parts);
    defineReport(this, report);
  }
}

/** Defines the members of a report on an error, hidden from reporters that print an error's own members. */
function defineReport(error: WaitReport & Error, report: WaitReport): void {
  const { operationId, deploymentName, timeline, inconsistencies, lastRecord } = report;
  const { lastError, traceId, durationMs } = report;
  defineHidden(error, {
    operationId,
    deploymentName,
    timeline,
    inconsistencies,
    lastRecord,
    lastError,
    traceId,
    durationMs,
  });
}

/** The operation was still pending when the wait timed out. */
export class InclusionTimeoutError extends InclusionError {
  override readonly name = named(this, 'InclusionTimeoutError');
  readonly code = 'INCLUSION_TIMEOUT';
}

/** The operation failed. It will not be included. */
export class InclusionRejectedError extends InclusionError {
  override readonly name = named(this, 'InclusionRejectedError');
  readonly code = 'INCLUSION_REJECTED';
}

/** The operation ends on the destination chain, so no message of it is ever included on the source chain. */
export class InclusionNotApplicableError extends InclusionError {
  override readonly name = named(this, 'InclusionNotApplicableError');
  readonly code = 'INCLUSION_NOT_APPLICABLE';
}

/** The wait was aborted by its signal. The reason of the signal is the cause. */
export class InclusionAbortedError extends InclusionError {
  override readonly name = named(this, 'InclusionAbortedError');
  readonly code = 'INCLUSION_ABORTED';
}

/** The state of the operation is unknown because no poll got an answer that decides. The last error is the cause. */
export class InclusionUnknownError extends InconclusiveError implements WaitReport {
  override readonly name = named(this, 'InclusionUnknownError');
  override readonly code = 'INCLUSION_UNKNOWN';
  declare readonly operationId: string;
  declare readonly deploymentName: string;
  declare readonly timeline: Timeline;
  declare readonly inconsistencies: readonly Inconsistency[];
  declare readonly lastRecord: InclusionRecord | undefined;
  declare readonly lastError: unknown;
  declare readonly traceId: string | undefined;
  declare readonly durationMs: number;

  constructor(report: WaitReport, parts: ErrorParts) {
    super({ ...parts, describesCause: true });
    defineReport(this, report);
  }
}

/** The records that were received contradict each other, and `failOnInconsistency` ends the wait. */
export class InclusionInconsistentError extends InclusionError {
  override readonly name = named(this, 'InclusionInconsistentError');
  readonly code = 'INCLUSION_INCONSISTENT';
}
