import type { Poll } from '../checks/history.js';
import type { WaitReport } from '../errors.js';

/** Why a wait ended without inclusion. */
export type WaitEnding =
  | 'time-up'
  | 'rejected'
  | 'not-applicable'
  | 'could-not-see'
  | 'inconsistent'
  | 'aborted';

/** Says what to do about a wait that ended without inclusion; `raise` is what gives it more time. */
export function adviceLines(ending: WaitEnding, report: WaitReport, raise: string): string[] {
  const advice = adviceFor(ending, report, raise);
  return advice === undefined ? [] : [`What to do: ${advice}`];
}

function adviceFor(ending: WaitEnding, report: WaitReport, raise: string): string | undefined {
  switch (ending) {
    case 'time-up':
      return timeUpAdvice(report, raise);
    case 'rejected':
      return rejectedAdvice(report);
    case 'not-applicable':
      return 'assert its record instead, or send a call that produces outgoing messages';
    case 'could-not-see':
      return blindAdvice(report);
    case 'inconsistent':
      return 'see the findings; leave out failOnFindings to wait on over a reorganisation';
    case 'aborted':
      return undefined;
  }
}

function blindAdvice({ lastRecord, timeline }: WaitReport): string {
  const isOpen = lastRecord?.verdict === 'unknown' && timeline.at(-1)?.sight.failure === undefined;
  return isOpen
    ? 'check the chain names and the stages of the deployment: the record shows none of them'
    : 'fix what the last error says, then look again: this is no verdict on the operation';
}

function timeUpAdvice({ lastRecord, timeline }: WaitReport, raise: string): string | undefined {
  switch (lastRecord?.verdict) {
    case 'included':
      return `raise ${raise}: it was seen included, but not for as long or as often as was asked`;
    case 'rejected':
      return 'read the note: it was rejected, and no rollback brought it back in time';
    case undefined:
      return timeline.some(isNotFound) ? unknownAdvice : undefined;
    case 'unknown':
      return 'check the chain names and the stages of the deployment: the last record shows none of them';
    default:
      return lastRecord?.drift.some(({ path }) => path === 'response.stage')
        ? 'check the chain names and the stages of the deployment: this stage is none of them'
        : `raise ${raise} if the deployment needs longer; inclusion takes minutes on some`;
  }
}

function rejectedAdvice({ timeline }: WaitReport): string {
  const last = timeline.at(-1);
  return last !== undefined && isNotFound(last)
    ? `${unknownAdvice}; that a 404 means rejected is the deployment's convention notFoundMeans`
    : 'read the note, which says why; failFast: false waits on, for a rollback';
}

/** Whether a poll was told that the operation is not known, by the observer itself. */
export function isNotFound({ sight: { status, verdict } }: Poll): boolean {
  return status === 404 && verdict !== undefined;
}

const unknownAdvice = 'check the operation id, the base URL of the observer and the chain names';
