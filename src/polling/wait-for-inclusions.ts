import { z } from 'zod';
import type { AnyClient } from '../client/create-client.js';
import { isSameOperation } from '../client/results.js';
import type { Extension } from '../contract/extension.js';
import { addLocalLines, refreshLocal } from '../deployment/local-state.js';
import { SharedTransactionsError } from '../errors.js';
import { Limiter } from '../internal/limiter.js';
import { integer, list, number, parseOptions, text } from '../internal/options.js';
import { followed } from '../running-test/test-context.js';
import { LimitedPoller, pollerOf, sharedTransactions, sharedTransactionsFailure } from './poller.js';
import { withDeployment } from './timeline.js';
import {
  assertClient,
  assertOperationIds,
  type InclusionOutcome,
  inclusionGoal,
  outcomeOf,
  Wait,
  type WaitPlan,
} from './wait.js';
import type { WaitEnd } from './wait-message.js';
import {
  reportContradictions,
  settingsOf,
  settingsWithinTest,
  type WaitOptions,
  type WaitSettings,
  waitShape,
} from './wait-options.js';

export const manyShape = {
  /** The maximum number of concurrent polls. Default: 16. */
  concurrency: integer(1).default(16),
  /** The maximum number of polls per second, evenly spaced. A delay of up to 100 ms is caught up. Default: no limit. */
  ratePerSecond: number(0.001).optional().meta({
    flag: '--rate-per-second <number>',
    description: 'polls a second of all operations together (default: no limit)',
  }),
};

export const waitForManyShape = { ...waitShape, ...manyShape };

const waitForManyOptions = z.strictObject(waitForManyShape).superRefine(reportContradictions);

/**
 * The options of `waitForInclusions`: those of one wait, and limits for all of them together. The defaults are
 * assumptions (section 8).
 */
export interface WaitForManyOptions extends WaitOptions, Readonly<z.input<z.ZodObject<typeof manyShape>>> {}

// Of no operation, every outcome would be included.
const manyOperations = z.strictObject({
  operationIds: list(text()).refine((ids) => ids.length > 0, 'must not be empty'),
});

/**
 * Waits for each of many operations as `waitForInclusion` does, and returns one outcome for each, in the order of the
 * ids. No failure of one ends or hides another. All waits share the limits of polls; a poll's time in the queue counts
 * as part of the wait, not of the request. An id that is given twice is polled once. An abort ends every pending wait
 * with its own `InclusionAbortedError`.
 *
 * @throws {SchemaMismatchError} when an id is not valid for the deployment; then nothing is sent.
 * @throws {UsageError} when an option or an id is invalid, when there is no id, or when the waits do not settle before their Vitest test
 * ends.
 * @throws any error that `onPoll`, `ignoreErrors` or a schedule throws. It ends all waits.
 * @example
 * import { createClient, deploymentFromEnv, waitForInclusions } from 'crosscheck';
 *
 * const client = createClient(deploymentFromEnv()!);
 * const outcomes = await waitForInclusions(client, operationIds, { timeoutMs: 180_000, ratePerSecond: 50 });
 * for (const outcome of outcomes) {
 *   console.log(outcome.operationId, outcome.status === 'included' ? outcome.inclusion.durationMs : outcome.error.code);
 * }
 */
export function waitForInclusions<Extended extends Extension = Extension>(
  client: AnyClient<Extended>,
  operationIds: readonly string[],
  options: WaitForManyOptions = {},
): Promise<InclusionOutcome<Extended>[]> {
  return followed({ text: 'waitForInclusions(...)', entry: waitForInclusions }, async (test) => {
    assertClient(client, 'waitForInclusions');
    parseOptions('waitForInclusions takes a list of operation ids', manyOperations, { operationIds });
    const {
      concurrency,
      ratePerSecond = Number.POSITIVE_INFINITY,
      ...each
    } = parseOptions('The wait has invalid options', waitForManyOptions, options);
    assertOperationIds(client, operationIds);
    const settings = settingsWithinTest(settingsOf(each), test);
    const limiter = new Limiter({ concurrency, perSecond: ratePerSecond }, settings.clock);
    const outcomes = await outcomesOf(client, operationIds, settings, limiter);
    const errors = outcomes.flatMap((outcome) => (outcome.status === 'included' ? [] : [outcome.error]));
    addLocalLines(client.deployment, errors);
    return outcomes as InclusionOutcome<Extended>[];
  });
}

/**
 * Adding or removing a listener scans all listeners of a signal, so thousands of waits do not share one. With a signal for
 * each, 10,000 waits hold 1.5 kB more a wait and are three times as late at p99 (bench:waiting).
 */
const waitsPerSignal = 50;

async function outcomesOf(
  client: AnyClient,
  operationIds: readonly string[],
  settings: WaitSettings,
  limiter: Limiter,
): Promise<InclusionOutcome[]> {
  // An error thrown by a user's callback in one wait ends all of them.
  const aborted = new AbortController();
  const signals = settings.signal === undefined ? [aborted.signal] : [settings.signal, aborted.signal];
  const goal = inclusionGoal(client.deployment);
  const poller = new LimitedPoller(pollerOf(client), limiter);
  let plan: WaitPlan;
  const planOf = (at: number): WaitPlan => {
    if (at % waitsPerSignal === 0)
      plan = { client, settings: { ...settings, signal: AbortSignal.any(signals) }, goal, poller };
    return plan;
  };
  try {
    const ids = [...new Set(operationIds)];
    const ends = await Promise.all(ids.map((id, at) => new Wait(planOf(at), id).run()));
    const ofId = withoutSharedTransactions(new Map(ends.map((end, at) => [ids[at] as string, end])), client);
    if ([...ofId.values()].some(({ kind }) => kind !== 'included')) await refreshLocal(client.deployment);
    return operationIds.map((id) => outcomeOf(id, ofId.get(id) as WaitEnd, settings));
  } catch (error) {
    aborted.abort(error);
    throw error;
  }
}

/**
 * Replaces the outcomes of operations that share their transactions: at least one of the two got the answer of the other,
 * and it is unknown which. So neither counts as included.
 */
function withoutSharedTransactions(
  ends: ReadonlyMap<string, WaitEnd>,
  { deployment }: AnyClient,
): ReadonlyMap<string, WaitEnd> {
  const corrected = new Map(ends);
  for (const [operationId, { report }] of ends) {
    const { lastError } = report;
    if (!(lastError instanceof SharedTransactionsError)) continue;
    for (const [ownerId, owner] of corrected) {
      const { lastRecord } = owner.report;
      if (owner.kind !== 'included' || lastRecord === undefined) continue;
      if (!isSameOperation(ownerId, lastError.ownerId)) continue;
      const error = sharedTransactions(deployment, lastRecord, operationId);
      const timeline = owner.report.timeline.map((poll) =>
        poll.result.verdict === 'included'
          ? { ...poll, result: { failure: sharedTransactionsFailure } }
          : poll,
      );
      const report = { ...owner.report, timeline: withDeployment(deployment, timeline), lastError: error };
      corrected.set(ownerId, { kind: 'poll-failed', report });
    }
  }
  return corrected;
}
