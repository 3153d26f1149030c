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
 * The exit code of some waits: 0 when all are included, or one with `isAny`; else 1 when there is a verdict against one,
 * and 3 when there is none.
 */
export function waitExitCode(statuses: readonly WaitEnding[], isAny: boolean): ExitCode {
  const isIncluded = (status: WaitEnding): boolean => status === 'included';
  if (isAny ? statuses.some(isIncluded) : statuses.every(isIncluded)) return exitCodes.clean;
  return statuses.some((status) => styles[status] === 'red') ? exitCodes.findings : exitCodes.cannotRun;
}
