import { deploymentRule } from '../deployment/current-deployment.js';
import type { Deployment } from '../deployment/deployment.js';
import { UsageError } from '../errors.js';
import { longestTimerMs } from '../internal/clock.js';
import { numberFrom, type OptionRule, optionFaults, refuseFaults } from '../internal/options.js';
import { type WaitOptions, waitRules } from '../polling/wait-options.js';
import type { MatcherContext } from './matcher-context.js';

type SharedOptions = Omit<
  WaitOptions,
  'timeoutMs' | 'minDurationMs' | 'stableForMs' | 'minConsecutivePolls' | 'failFast'
>;

/** How to watch an operation for a while, and the deployment to ask. */
export interface WindowOptions extends SharedOptions {
  /** How long to watch, in milliseconds. */
  readonly forMs: number;
  /** Pass at once when the operation is rejected. Default: false, for a rollback may bring it back within the window. */
  readonly failFast?: boolean | undefined;
  /** The deployment that is asked. Default: the one in force. */
  readonly deployment?: Deployment | undefined;
}

type UncheckedOptions = Omit<WindowOptions, 'forMs'> & { readonly forMs?: number | undefined };

const { timeoutMs, minDurationMs, stableForMs, minConsecutivePolls, ...sharedRules } = waitRules;

const rules: Record<keyof WindowOptions, OptionRule> = {
  ...sharedRules,
  forMs: numberFrom(1, longestTimerMs),
  deployment: deploymentRule,
};

/**
 * Takes the options of an assertion that something does not happen for a while.
 *
 * @throws {UsageError} when one is unknown or bad, when `forMs` is missing, and inside `expect.poll`, which takes
 * the first look for the whole.
 */
export function windowOptions(
  { poll }: MatcherContext,
  assertion: string,
  options: UncheckedOptions | undefined,
): WindowOptions {
  const stage = assertion === 'not.toReachStage' ? 'stage, ' : '';
  const write = `Write: await expect(operationId).${assertion}(${stage}{ forMs: 5_000 })`;
  if (poll) {
    throw new UsageError(
      `${assertion} watches for a while, and expect.poll would be content with its first look`,
      [write],
    );
  }
  const { forMs } = options ?? {};
  if (forMs === undefined) {
    throw new UsageError(`${assertion} needs forMs: for how long to watch, in milliseconds`, [
      'Without it the assertion would pass at the first "not yet".',
      write,
    ]);
  }
  refuseFaults(`${assertion} has bad options`, optionFaults({ ...options }, rules));
  return { ...options, forMs };
}
