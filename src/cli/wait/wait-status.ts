import type { ErrorCode } from '../../errors.js';
import type { InclusionOutcome } from '../../polling/wait.js';
import type { Style } from '../colours.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';

/** How the wait for one operation ended. */
export type WaitStatus =
  | 'included'
  | 'rejected'
  | 'not-applicable'
  | 'timed-out'
  | 'could-not-see'
  | 'inconsistent'
  | 'stopped';

const statusOfCode: Partial<Record<ErrorCode, WaitStatus>> = {
  INCLUSION_REJECTED: 'rejected',
  INCLUSION_NOT_APPLICABLE: 'not-applicable',
  INCLUSION_TIMEOUT: 'timed-out',
  INCLUSION_UNKNOWN: 'could-not-see',
  INCLUSION_INCONSISTENT: 'inconsistent',
  INCLUSION_ABORTED: 'stopped',
};

const styles: Readonly<Record<WaitStatus, Style>> = {
  included: 'green',
  rejected: 'red',
  'not-applicable': 'red',
  inconsistent: 'red',
  'timed-out': 'yellow',
  'could-not-see': 'yellow',
  stopped: 'yellow',
};

/** Says in a word how a wait ended. */
export function waitStatus(outcome: InclusionOutcome): WaitStatus {
  if (outcome.status === 'included') return 'included';
  return statusOfCode[outcome.error.code] ?? 'could-not-see';
}

/** The colour of a status. */
export function styleOf(status: WaitStatus): Style {
  return styles[status];
}

/**
 * The exit code of some waits: 0 when all are included, or one with `isAny`; else 1 when there is a verdict against one,
 * and 3 when there is none.
 */
export function waitExitCode(statuses: readonly WaitStatus[], isAny: boolean): ExitCode {
  const isIncluded = (status: WaitStatus): boolean => status === 'included';
  if (isAny ? statuses.some(isIncluded) : statuses.every(isIncluded)) return exitCodes.clean;
  return statuses.some((status) => styles[status] === 'red') ? exitCodes.findings : exitCodes.cannotRun;
}
