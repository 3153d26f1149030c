import {
  type InclusionError,
  InclusionNotApplicableError,
  InclusionRejectedError,
  InclusionTimeoutError,
} from '../inclusion/inclusion-error.js';
import { adviceLines, type WaitEnding } from '../inclusion/wait-advice.js';
import { waitForInclusion } from '../inclusion/wait-for-inclusion.js';
import { waitLines } from '../inclusion/wait-lines.js';
import type { WaitOptions } from '../inclusion/wait-options.js';
import type { Goal } from './goal.js';
import type { MatcherContext, MatcherResult } from './matcher-context.js';
import { waitWithinTest } from './wait-within-test.js';

/**
 * Judges whether an operation reaches a goal in time. Rejection and the end on the destination chain are verdicts, and
 * so is the end of the time; not to see anything is none, and throws.
 */
export async function eventually(
  { poll }: MatcherContext,
  { call, client, expected }: Goal,
  operationId: string,
  options: WaitOptions,
): Promise<MatcherResult> {
  const wait = waitWithinTest(poll ? { ...options, timeoutMs: 0 } : options, client.deployment.timeoutMs);
  const { limit, raise } = poll ? oneLook : wait;
  try {
    const { record } = await waitForInclusion(client, operationId, wait.options);
    return { pass: true, actual: record, message: () => `expect(operationId).not.${call}` };
  } catch (error) {
    const ending = endingOf(error);
    if (ending === undefined) throw error;
    const report = error as InclusionError;
    const summary = `expect(operationId).${call} ${endingText[ending](limit)}`;
    const lines = [
      ...waitLines(report, { timeoutMs: wait.options.timeoutMs, expected }),
      ...adviceLines(ending, report, raise),
    ];
    return { pass: false, message: () => [summary, '', ...lines].join('\n') };
  }
}

const oneLook = { limit: 'one look, as expect.poll asks', raise: 'the timeout of expect.poll' };

/** How an assertion fails when the wait says something of the operation. */
type Failure = Extract<WaitEnding, 'time-up' | 'rejected' | 'not-applicable'>;

const endingText: Record<Failure, (limit: string) => string> = {
  'time-up': (limit) => `timed out (${limit})`,
  rejected: () => 'failed: the operation was rejected',
  'not-applicable': () => 'failed: the operation ends on the destination chain',
};

/** How a wait ended, if it says something of the operation; not to see anything says nothing. */
function endingOf(error: unknown): Failure | undefined {
  if (error instanceof InclusionTimeoutError) return 'time-up';
  if (error instanceof InclusionRejectedError) return 'rejected';
  return error instanceof InclusionNotApplicableError ? 'not-applicable' : undefined;
}
