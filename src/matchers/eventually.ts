import {
  type InclusionError,
  InclusionNotApplicableError,
  InclusionRejectedError,
  InclusionTimeoutError,
} from '../inclusion/inclusion-error.js';
import { waitForInclusion } from '../inclusion/wait-for-inclusion.js';
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
    const ending = endingText(error, limit);
    if (ending === undefined) throw error;
    const lines = linesOf(error as InclusionError, expected, raise);
    return { pass: false, message: () => [`expect(operationId).${call} ${ending}`, '', ...lines].join('\n') };
  }
}

const oneLook = { limit: 'one look, as expect.poll asks', raise: 'the timeout of expect.poll' };

/** What a wait's error says of the operation; undefined when it says nothing of it. */
function endingText(error: unknown, limit: string): string | undefined {
  if (error instanceof InclusionTimeoutError) return `timed out (${limit})`;
  if (error instanceof InclusionRejectedError) return 'failed: the operation was rejected';
  if (error instanceof InclusionNotApplicableError)
    return 'failed: the operation ends on the destination chain';
  return undefined;
}

/** The wait knows neither what was wanted of it nor what limits it. */
function linesOf({ details }: InclusionError, expected: string, raise: string): string[] {
  return details.map((line) =>
    line.startsWith('Expected:')
      ? `Expected:   ${expected}`
      : line.replace('raise timeoutMs', `raise ${raise}`),
  );
}
