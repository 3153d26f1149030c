import { isTelling } from '../checks/history.js';
import {
  InclusionAbortedError,
  type InclusionError,
  InclusionInconsistentError,
  InclusionNotApplicableError,
  InclusionProbeError,
  InclusionRejectedError,
  InclusionTimeoutError,
  type WaitReport,
} from '../errors.js';
import { printDuration, printText } from '../internal/print.js';
import { errorText } from './error-text.js';
import { adviceLines, type WaitEnding } from './wait-advice.js';
import { heldText, waitLines } from './wait-lines.js';
import type { WaitSettings } from './wait-options.js';

/** Makes the error of a wait that ended without inclusion; `abortReason` is the signal's. */
export function endingError(
  ending: WaitEnding,
  report: WaitReport,
  settings: WaitSettings,
  abortReason?: unknown,
): InclusionError {
  if (ending === 'time-up' && !couldSee(report)) return endingError('could-not-see', report, settings);
  const { timeoutMs, limit } = settings;
  const endedBy = limit && report.durationMs >= timeoutMs ? ` (${limit.limit})` : '';
  const parts = (summary: string, cause?: unknown) => ({
    summary,
    details: [
      ...waitLines(report, { timeoutMs, expected: heldText('included', settings) }),
      ...adviceLines(ending, report, limit?.raise ?? 'timeoutMs'),
    ],
    cause,
  });
  switch (ending) {
    case 'time-up':
      return new InclusionTimeoutError(
        report,
        parts(
          `${timeoutMs === 0 ? 'Not included yet' : `Not included within ${printDuration(timeoutMs)}`}${endedBy}`,
          lastPollFailed(report) ? report.lastError : undefined,
        ),
      );
    case 'rejected':
      return new InclusionRejectedError(report, parts('The operation was rejected; it will not be included'));
    case 'not-applicable':
      return new InclusionNotApplicableError(
        report,
        parts(
          'The operation ends on the destination chain; nothing of it is ever included on the source chain',
        ),
      );
    case 'could-not-see':
      return new InclusionProbeError(
        report,
        parts(
          `Could not see whether the operation is included${endedBy}: ${blindness(report)}`,
          report.lastError,
        ),
      );
    case 'inconsistent':
      return new InclusionInconsistentError(report, parts('The history of the operation cannot be right'));
    case 'aborted':
      return new InclusionAbortedError(
        report,
        parts(`The wait was aborted: ${errorText(abortReason)}`, abortReason),
      );
  }
}

function couldSee({ timeline }: WaitReport): boolean {
  return timeline.some(({ sight }) => isTelling(sight));
}

/** Why nothing could be seen, in a few words: the first line of the last error, or what the records left out. */
export function blindness({ lastError, lastRecord, timeline }: WaitReport): string {
  const last = timeline.at(-1)?.sight;
  if (lastError !== undefined && (lastRecord === undefined || last?.failure !== undefined))
    return errorText(lastError);
  if (lastRecord === undefined) return 'no poll was made';
  const { stage } = lastRecord.response;
  return stage === undefined
    ? 'the record has no stage'
    : `the stage ${printText(lastRecord.exchange.redact(stage), 80)} is none that the deployment names`;
}

function lastPollFailed({ timeline }: WaitReport): boolean {
  return timeline.at(-1)?.sight.failure !== undefined;
}
