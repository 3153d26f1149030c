import { printDuration } from '../internal/print.js';
import { errorText } from './error-text.js';
import {
  InclusionAbortedError,
  type InclusionError,
  InclusionInconsistentError,
  InclusionNotApplicableError,
  InclusionProbeError,
  InclusionRejectedError,
  InclusionTimeoutError,
  type WaitReport,
} from './inclusion-error.js';
import { waitLines } from './wait-lines.js';

/** Why a wait ended without inclusion. */
export type WaitEnding =
  | 'time-up'
  | 'rejected'
  | 'not-applicable'
  | 'could-not-see'
  | 'inconsistent'
  | 'aborted';

/** Makes the error of a wait that ended without inclusion; `abortReason` is the signal's. */
export function endingError(
  ending: WaitEnding,
  report: WaitReport,
  timeoutMs: number,
  abortReason?: unknown,
): InclusionError {
  const parts = (summary: string, advice: readonly string[], cause?: unknown) => ({
    summary,
    details: [...waitLines(report, timeoutMs), ...advice.map((text) => `What to do: ${text}`)],
    cause,
  });
  switch (ending) {
    case 'time-up':
      return report.timeline.some(({ sight }) => sight.verdict !== undefined)
        ? new InclusionTimeoutError(
            report,
            parts(
              `Not included within ${printDuration(timeoutMs)}`,
              timeUpAdvice(report),
              lastPollFailed(report) ? report.lastError : undefined,
            ),
          )
        : endingError('could-not-see', report, timeoutMs);
    case 'rejected':
      return new InclusionRejectedError(
        report,
        parts('The operation was rejected; it will not be included', [rejectedAdvice(report)]),
      );
    case 'not-applicable':
      return new InclusionNotApplicableError(
        report,
        parts(
          'The operation ends on the destination chain; nothing of it is ever included on the source chain',
          ['assert its record instead, or send a call that produces outgoing messages'],
        ),
      );
    case 'could-not-see':
      return new InclusionProbeError(
        report,
        parts(
          'Could not see whether the operation is included',
          ['mend what the last error says, then look again: this is no verdict on the operation'],
          report.lastError,
        ),
      );
    case 'inconsistent':
      return new InclusionInconsistentError(
        report,
        parts('The history of the operation cannot be right', [
          'see the findings; leave out failOnFindings to wait on over a reorganisation',
        ]),
      );
    case 'aborted':
      return new InclusionAbortedError(
        report,
        parts(`The wait was aborted: ${errorText(abortReason)}`, [], abortReason),
      );
  }
}

function timeUpAdvice({ lastRecord, timeline }: WaitReport): string[] {
  switch (lastRecord?.verdict) {
    case 'included':
      return ['raise timeoutMs: it was seen included, but not for as long or as often as was asked'];
    case 'rejected':
      return ['read the note: it was rejected, and no rollback brought it back in time'];
    case undefined:
      return timeline.some(({ sight }) => sight.status === 404) ? [unknownAdvice] : [];
    default:
      return lastRecord?.drift.some(({ path }) => path === 'response.stage')
        ? ['check the chain names and the stages of the deployment: this stage is none of them']
        : ['raise timeoutMs if the deployment needs longer; inclusion takes minutes on some'];
  }
}

function rejectedAdvice({ timeline }: WaitReport): string {
  return timeline.at(-1)?.sight.status === 404
    ? `${unknownAdvice}; that a 404 means rejected is the deployment's convention notFoundMeans`
    : 'read the note, which says why; failFast: false waits on, for a rollback';
}

function lastPollFailed({ timeline }: WaitReport): boolean {
  return timeline.at(-1)?.sight.failure !== undefined;
}

const unknownAdvice = 'check the operation id, the base URL of the observer and the chain names';
