import { loadClient } from '../client/create-client.js';
import { InclusionUnknownError, UsageError, type WaitReport } from '../errors.js';
import { currentTest } from '../internal/test-context.js';
import { Wait, type WaitEnding } from '../polling/wait.js';
import {
  adviceLines,
  expectedText,
  inclusionErrorFor,
  waitLines,
  whyUnseen,
} from '../polling/wait-message.js';
import { type WaitOptions, waitSettings } from '../polling/wait-options.js';
import { lookWithinTest, ownLimit, waitWithinTest } from '../polling/wait-within-test.js';
import type { Goal } from './goal.js';
import type { MatcherContext, MatcherResult } from './matcher-context.js';

/**
 * Judges whether an operation reaches a goal in time. Rejection and the end on the destination chain are verdicts, and
 * so is the end of the time; not to see anything is none, and throws.
 */
export async function eventually(
  { poll }: MatcherContext,
  { call, client, wait: goal, expected }: Goal,
  operationId: string,
  options: WaitOptions,
): Promise<MatcherResult> {
  if (poll) refuseToHold(call, options);
  const cut = poll ? lookWithinTest : waitWithinTest;
  // Before the time of the wait begins: loading takes none of it.
  const loading = loadClient(client);
  if (loading) await loading;
  const { limit, raise, options: wait } = cut(options, client.deployment.timeoutMs, currentTest());
  const settings = waitSettings(wait);
  const end = await new Wait({ client, settings, goal }, operationId).run();
  const { ending, report } = end;
  switch (ending) {
    case 'included':
      return {
        pass: true,
        actual: report.lastRecord,
        message: () => `expect(operationId).not.${call}`,
      };
    // Neither says anything of the operation.
    case 'aborted':
    case 'inconsistent':
      throw inclusionErrorFor(end, settings);
  }
  const summary = `expect(operationId).${call} ${endingText(ending, report, wait.timeoutMs, limit)}`;
  const lines = waitLines(report, { timeoutMs: wait.timeoutMs, expected: expectedText(expected, wait) });
  const details = [...lines, ...adviceLines(ending, report, raise)];
  if (ending === 'could-not-see')
    throw new InclusionUnknownError(report, { summary, details, cause: report.lastError });
  return { pass: false, message: () => [summary, '', ...details].join('\n') };
}

/** One look sees nothing hold. */
function refuseToHold(call: string, { minDurationMs, stableForMs, minConsecutivePolls }: WaitOptions): void {
  if (!minDurationMs && !stableForMs && (minConsecutivePolls ?? 1) === 1) return;
  throw new UsageError(`${call} makes one look inside expect.poll, which sees nothing hold`, [
    'What to do: wait without expect.poll, or leave out minDurationMs, stableForMs and minConsecutivePolls',
  ]);
}

function endingText(ending: WaitEnding, report: WaitReport, timeoutMs: number, limit: string): string {
  switch (ending) {
    case 'time-up':
      return `timed out (${limit})`;
    case 'could-not-see': {
      // The time decides only when it was up: one look has none.
      const isTimeUp = report.durationMs >= timeoutMs && (timeoutMs > 0 || limit !== ownLimit.limit);
      return `could not see whether it came${isTimeUp ? ` (${limit})` : ''}: ${whyUnseen(report)}`;
    }
    case 'rejected':
      return 'failed: the operation was rejected';
    default:
      return 'failed: the operation ends on the destination chain';
  }
}
