import { printDuration } from '../internal/print.js';
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
            parts(`Not included within ${printDuration(timeoutMs)}`, timeUpAdvice(report)),
          )
        : endingError('could-not-see', report, timeoutMs);
    case 'rejected':
      return new InclusionRejectedError(
        report,
        parts('The operation was rejected; it will not be included', [
          'the note says why; pass failFast: false to wait for a rollback',
        ]),
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
          ['this is no verdict on the operation: mend the connection to the observer, then look again'],
          report.lastError,
        ),
      );
    case 'inconsistent':
      return new InclusionInconsistentError(
        report,
        parts('The history of the operation cannot be right', ['the findings say what went back']),
      );
    case 'aborted':
      return new InclusionAbortedError(report, parts('The wait was aborted', [], abortReason));
  }
}

function timeUpAdvice({ lastRecord, timeline }: WaitReport): string[] {
  if (lastRecord?.verdict === 'included')
    return ['it was included, but did not stay so for as long as was asked'];
  if (lastRecord !== undefined)
    return ['raise timeoutMs if the deployment needs longer; inclusion takes minutes on some'];
  const isUnknown = timeline.some(({ sight }) => sight.status === 404);
  return isUnknown ? ['check the operation id, the base URL of the observer and the chain names'] : [];
}
