import {
  type InclusionError,
  InclusionNotApplicableError,
  InclusionProbeError,
  InclusionRejectedError,
  InclusionTimeoutError,
  UsageError,
} from '../errors.js';
import { loadClient } from '../http/create-client.js';
import { adviceLines, type WaitEnding } from '../inclusion/wait-advice.js';
import { blindness } from '../inclusion/wait-endings.js';
import { waitForInclusion } from '../inclusion/wait-for-inclusion.js';
import { heldText, waitLines } from '../inclusion/wait-lines.js';
import type { WaitOptions } from '../inclusion/wait-options.js';
import { lookWithinTest, ownLimit, waitWithinTest } from '../inclusion/wait-within-test.js';
import { currentTest } from '../internal/test-context.js';
import type { Goal } from './goal.js';
import type { MatcherContext, MatcherResult } from './matcher-context.js';

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
  if (poll) refuseToHold(call, options);
  const cut = poll ? lookWithinTest : waitWithinTest;
  // Before the time of the wait begins: loading takes none of it.
  const loading = loadClient(client);
  if (loading) await loading;
  const { limit, raise, options: wait } = cut(options, client.deployment.timeoutMs, currentTest());
  try {
    const { record } = await waitForInclusion(client, operationId, wait);
    return { pass: true, actual: record, message: () => `expect(operationId).not.${call}` };
  } catch (error) {
    const ending = endingOf(error);
    if (ending === undefined) throw error;
    const report = error as InclusionError;
    const summary = `expect(operationId).${call} ${endingText(ending, report, wait.timeoutMs, limit)}`;
    const lines = waitLines(report, { timeoutMs: wait.timeoutMs, expected: heldText(expected, wait) });
    const details = [...lines, ...adviceLines(ending, report, raise)];
    if (ending !== 'could-not-see')
      return { pass: false, message: () => [summary, '', ...details].join('\n') };
    throw new InclusionProbeError(report, { summary, details, cause: report.cause });
  }
}

/** One look sees nothing hold. */
function refuseToHold(call: string, { atLeastMs, stableForMs, consecutive }: WaitOptions): void {
  if (!atLeastMs && !stableForMs && (consecutive ?? 1) === 1) return;
  throw new UsageError(`${call} makes one look inside expect.poll, which sees nothing hold`, [
    'What to do: wait without expect.poll, or leave out atLeastMs, stableForMs and consecutive',
  ]);
}

/** How a wait ended, if it says something of the operation or of the time; an abort and bad options do not. */
function endingOf(error: unknown): WaitEnding | undefined {
  if (error instanceof InclusionTimeoutError) return 'time-up';
  if (error instanceof InclusionRejectedError) return 'rejected';
  if (error instanceof InclusionProbeError) return 'could-not-see';
  return error instanceof InclusionNotApplicableError ? 'not-applicable' : undefined;
}

function endingText(ending: WaitEnding, report: InclusionError, timeoutMs: number, limit: string): string {
  switch (ending) {
    case 'time-up':
      return `timed out (${limit})`;
    case 'could-not-see': {
      // The time decides only when it was up: one look has none.
      const isTimeUp = report.durationMs >= timeoutMs && (timeoutMs > 0 || limit !== ownLimit.limit);
      return `could not see whether it came${isTimeUp ? ` (${limit})` : ''}: ${blindness(report)}`;
    }
    case 'rejected':
      return 'failed: the operation was rejected';
    default:
      return 'failed: the operation ends on the destination chain';
  }
}
