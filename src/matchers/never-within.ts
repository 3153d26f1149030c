import { type History, isTelling } from '../checks/history.js';
import { operationIdFault } from '../contract/operation-id.js';
import { InconclusiveError, PreflightError } from '../errors/inconclusive-error.js';
import { UsageError } from '../errors/usage-error.js';
import { type Client, loadClient } from '../http/create-client.js';
import {
  InclusionNotApplicableError,
  InclusionProbeError,
  InclusionRejectedError,
  InclusionTimeoutError,
  type WaitReport,
} from '../inclusion/inclusion-error.js';
import type { Inclusion } from '../inclusion/inclusion-wait.js';
import { waitForInclusion } from '../inclusion/wait-for-inclusion.js';
import { waitLines } from '../inclusion/wait-lines.js';
import { windowWithinTest } from '../inclusion/wait-within-test.js';
import { printDuration, printText } from '../internal/print.js';
import { currentTest } from '../internal/test-context.js';
import { clientWith, type Goal } from './goal.js';
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
  { call, client, expected, unexpected }: Goal,
  operationId: string,
  { forMs, deployment: _, ...options }: WindowOptions,
): Promise<WindowVerdict> {
  const watched = watching(client);
  const fault = operationIdFault(operationId, watched.deployment.conventions);
  if (fault !== undefined) {
    throw new UsageError(
      `expect(operationId).${call}: the operation id ${fault}, got ${printText(operationId, 80)}`,
      ['What to do: check the id, or set the convention requestFormats to open to ask for any'],
    );
  }
  // Before the window begins: loading takes none of it.
  const loading = loadClient(watched);
  if (loading) await loading;
  const wait = windowWithinTest(
    // A rollback brings back what was rejected: that is no proof unless the caller takes it for one.
    { ...options, failFast: options.failFast ?? false, timeoutMs: forMs },
    watched.deployment.timeoutMs,
    currentTest(),
  );
  const aim = { timeoutMs: forMs, expected: `${unexpected} for ${printDuration(forMs)}` };
  try {
    const inclusion = await waitForInclusion(watched, operationId, wait);
    const report = { ...inclusion, ...reportOf(inclusion, operationId, watched) };
    const summary = `expect(operationId).${call} failed after ${printDuration(report.durationMs)}: it is ${expected}`;
    return {
      isReached: true,
      message: () => [summary, '', ...waitLines(report, aim)].join('\n'),
    };
  } catch (error) {
    if (error instanceof InclusionRejectedError || error instanceof InclusionNotApplicableError)
      return stayed;
    if (error instanceof InclusionTimeoutError && sawTheEnd(error.timeline)) return stayed;
    if (!(error instanceof InclusionTimeoutError || error instanceof InclusionProbeError)) throw error;
    throw new InconclusiveError({
      summary: `expect(operationId).${call} is inconclusive: ${reasonOf(error)}`,
      details: [...waitLines(error, aim), adviceFor(error)],
      cause: error.lastError,
    });
  }
}

const stayed: WindowVerdict = { isReached: false, message: () => 'it stayed so' };

function reasonOf({ lastError, timeline }: WaitReport): string {
  const isLast = timeline.at(-1)?.sight.failure !== undefined;
  return isLast && lastError instanceof PreflightError ? lastError.reason : 'the window was not seen';
}

/** What to do about a window that was not seen: where records do not say what is reached, else where the looks failed. */
function adviceFor({ timeline, lastError }: WaitReport): string {
  if (lastError instanceof PreflightError)
    return 'What to do: check the base URL of the observer and the chain names; a 404 says something of an operation only where the observer wrote it';
  return timeline.some(({ sight }) => sight.verdict === 'unknown')
    ? 'What to do: check the chain names and the stages of the deployment: the stage it showed is none of them'
    : 'What to do: fix what the last error says; at least two looks must see, one of them at the end of the window';
}

/** A 404 proves nothing for good: whatever the deployment takes it for, the window is watched to its end. */
function watching(client: Client): Client {
  const { deployment } = client;
  if (deployment.conventions.notFoundMeans !== 'rejected') return client;
  return clientWith(deployment, { notFoundMeans: 'pending' });
}

/** The last look of a wait whose time is up is the one at its end. */
function sawTheEnd(timeline: History): boolean {
  const seen = timeline.filter(({ sight }) => isTelling(sight));
  return seen.length >= 2 && seen.at(-1) === timeline.at(-1);
}

function reportOf({ record }: Inclusion, operationId: string, { deployment }: Client) {
  return { operationId, deploymentName: deployment.name, lastRecord: record, lastError: undefined };
}
