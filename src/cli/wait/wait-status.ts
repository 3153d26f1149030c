import type { WaitEnding } from '../../polling/wait.js';
import type { Style } from '../colours.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';

const styles: Readonly<Record<WaitEnding, Style>> = {
  included: 'green',
  rejected: 'red',
  'not-applicable': 'red',
  inconsistent: 'red',
  'timed-out': 'yellow',
  inconclusive: 'yellow',
  aborted: 'yellow',
};

/** The colour of a status. */
export function styleOf(status: WaitEnding): Style {
  return styles[status];
}

/**
 * Returns the exit code of some waits: 0 if all are included, or one with `isAny`. Otherwise 1 if one was decided
 * negatively, and 3 if none was.
 */
export function waitExitCode(statuses: readonly WaitEnding[], isAny: boolean): ExitCode {
  const isIncluded = (status: WaitEnding): boolean => status === 'included';
  if (isAny ? statuses.some(isIncluded) : statuses.every(isIncluded)) return exitCodes.clean;
  return statuses.some((status) => styles[status] === 'red') ? exitCodes.findings : exitCodes.cannotRun;
}
