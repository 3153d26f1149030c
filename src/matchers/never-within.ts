import { loadClient } from '../client/create-client.js';
import { operationIdFault } from '../contract/formats.js';
import { InconclusiveError, PreflightError, UsageError, type WaitReport } from '../errors.js';
import { printDuration, printText } from '../internal/print.js';
import { currentTest } from '../internal/test-context.js';
import { isDecisive, type Timeline } from '../polling/timeline.js';
import { Wait } from '../polling/wait.js';
import { inclusionErrorFor, waitLines } from '../polling/wait-message.js';
import { waitSettings } from '../polling/wait-options.js';
import { windowWithinTest } from '../polling/wait-within-test.js';
import type { Goal } from './goal.js';
import type { WindowOptions } from './window-options.js';

/** Whether an operation reached a goal within a window, and the message if it should not have. */
export interface WindowVerdict {
  readonly isReached: boolean;
  readonly message: () => string;
}

/**
 * Judges whether an operation stays short of a goal for a whole window: reaching it ends the window at once, and so
 * does the proof that it never will. A rejection is none, for a rollback may follow, unless `failFast` says so.
 *
 * @throws {InconclusiveError} when the window was not seen: fewer than two looks saw, or the one at its end did not.
 */
export async function neverWithin(
  { call, client, wait: goal, expected, unexpected }: Goal,
  operationId: string,
  { forMs, deployment: _, ...options }: WindowOptions,
): Promise<WindowVerdict> {
  const { deployment } = client;
  const fault = operationIdFault(operationId, deployment.conventions);
  if (fault !== undefined) {
    throw new UsageError(
      `expect(operationId).${call}: the operation id ${fault}, got ${printText(operationId, 80)}`,
      ['What to do: check the id, or set the convention requestValidation to off to ask for any'],
    );
  }
  // Before the window begins: loading takes none of it.
  const loading = loadClient(client);
  if (loading) await loading;
  const wait = windowWithinTest(
    // A rollback brings back what was rejected: that is no proof unless the caller takes it for one.
    { ...options, failFast: options.failFast ?? false, timeoutMs: forMs },
    deployment.timeoutMs,
    currentTest(),
  );
  const settings = waitSettings(wait);
  // A 404 proves nothing for good: whatever the deployment takes it for, the window is watched to its end.
  const plan = { client, settings, goal: { ...goal, notFoundMeans: 'pending' as const } };
  const end = await new Wait(plan, operationId).run();
  const { ending, report } = end;
  const aim = { timeoutMs: forMs, expected: `${unexpected} for ${printDuration(forMs)}` };
  switch (ending) {
    case 'included': {
      const summary = `expect(operationId).${call} failed after ${printDuration(report.durationMs)}: it is ${expected}`;
      return { isReached: true, message: () => [summary, '', ...waitLines(report, aim)].join('\n') };
    }
    case 'rejected':
    case 'not-applicable':
      return stayed;
    case 'aborted':
    case 'inconsistent':
      throw inclusionErrorFor(end, settings);
  }
  if (ending === 'time-up' && sawTheEnd(report.timeline)) return stayed;
  throw new InconclusiveError({
    summary: `expect(operationId).${call} is inconclusive: ${reasonOf(report)}`,
    details: [...waitLines(report, aim), adviceFor(report)],
    cause: report.lastError,
  });
}

const stayed: WindowVerdict = { isReached: false, message: () => 'it stayed so' };

function reasonOf({ lastError, timeline }: WaitReport): string {
  const isLast = timeline.at(-1)?.result.failure !== undefined;
  return isLast && lastError instanceof PreflightError ? lastError.reason : 'the window was not seen';
}

/** What to do about a window that was not seen: where records do not say what is reached, else where the looks failed. */
function adviceFor({ timeline, lastError }: WaitReport): string {
  if (lastError instanceof PreflightError)
    return 'What to do: check the base URL of the observer and the chain names; a 404 says something of an operation only where the observer wrote it';
  return timeline.some(({ result }) => result.verdict === 'unknown')
    ? 'What to do: check the chain names and the stages of the deployment: the stage it showed is none of them'
    : 'What to do: fix what the last error says; at least two looks must see, one of them at the end of the window';
}

/** The last look of a wait whose time is up is the one at its end. */
function sawTheEnd(timeline: Timeline): boolean {
  const seen = timeline.filter(({ result }) => isDecisive(result));
  return seen.length >= 2 && seen.at(-1) === timeline.at(-1);
}
