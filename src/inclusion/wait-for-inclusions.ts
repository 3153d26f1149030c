import { refuseFaults } from '../errors/refuse-faults.js';
import { type Client, loadClient } from '../http/create-client.js';
import { isSameOperation } from '../http/named-operation.js';
import { watchAbort } from '../internal/abort-watchers.js';
import { Limiter } from '../internal/limiter.js';
import {
  integerFrom,
  listOf,
  nonEmptyText,
  numberFrom,
  type OptionRule,
  optionFaults,
} from '../internal/options.js';
import { followed } from '../internal/test-context.js';
import { type InclusionOutcome, InclusionWait, type WaitPlan } from './inclusion-wait.js';
import { ofAnotherOperation, SharedTransactionsError, sameTransactions } from './probe.js';
import { QueuedProbes } from './queued-probes.js';
import { refuseOtherClients } from './refuse-other-clients.js';
import { sharedProbes } from './shared-probes.js';
import { seenAt } from './timeline.js';
import { endingError } from './wait-endings.js';
import { type WaitOptions, type WaitSettings, waitRules } from './wait-options.js';
import { settingsWithinTest } from './wait-within-test.js';

/** How to wait for many: for each as for one, with limits for all of them together. Assumption (section 8). */
export interface WaitForManyOptions extends WaitOptions {
  /** How many probes may be under way at the same time. Default: 16. */
  readonly concurrency?: number | undefined;
  /** How many probes may start in a second, evenly spaced; a delay of up to 50 ms is made up for. Default: no limit. */
  readonly ratePerSecond?: number | undefined;
}

const rules: Record<keyof WaitForManyOptions, OptionRule> = {
  ...waitRules,
  concurrency: integerFrom(1),
  ratePerSecond: numberFrom(0.001),
};

/**
 * Waits for each of many operations as `waitForInclusion` does, and gives one outcome for each, in the order of the
 * ids. No failure of one ends or hides another. All share one limit of the observer's load; a probe's time in the
 * queue counts as part of the wait, not of the request. An id that is named twice is polled once. An abort ends each
 * that still waits, with its own `InclusionAbortedError`.
 *
 * @throws {UsageError} when an option or an id is bad, or when it is not settled before its Vitest test ends.
 * @throws what `onPoll`, `ignoreErrors` or a schedule throws; it ends all the waits.
 * @example
 * import { createClient, deploymentFromEnv, waitForInclusions } from 'crosscheck';
 *
 * const client = createClient(deploymentFromEnv()!);
 * const outcomes = await waitForInclusions(client, operationIds, { timeoutMs: 180_000, ratePerSecond: 50 });
 * for (const outcome of outcomes) {
 *   console.log(outcome.operationId, outcome.status === 'included' ? outcome.inclusion.durationMs : outcome.error.code);
 * }
 */
export function waitForInclusions(
  client: Client,
  operationIds: readonly string[],
  options: WaitForManyOptions = {},
): Promise<InclusionOutcome[]> {
  return followed({ text: 'waitForInclusions(...)', entry: waitForInclusions }, async (test) => {
    refuseOtherClients(client, 'waitForInclusions');
    refuseFaults(
      'waitForInclusions takes a list of operation ids',
      optionFaults({ operationIds }, { operationIds: listOf(nonEmptyText) }),
    );
    refuseFaults('The wait has bad options', optionFaults(options, rules));
    const loading = loadClient(client);
    if (loading) await loading;
    const { concurrency = 16, ratePerSecond = Number.POSITIVE_INFINITY, ...each } = options;
    const settings = settingsWithinTest(each, client.deployment.timeoutMs, test);
    const limiter = new Limiter({ concurrency, perSecond: ratePerSecond }, settings.clock);
    return await outcomesOf(client, operationIds, settings, limiter);
  });
}

async function outcomesOf(
  client: Client,
  operationIds: readonly string[],
  { signal, ...settings }: WaitSettings,
  limiter: Limiter,
): Promise<InclusionOutcome[]> {
  const calledOff = new AbortController();
  const prober = new QueuedProbes(sharedProbes(client), limiter);
  const onAbort = (): void => calledOff.abort(signal?.reason);
  if (signal?.aborted) onAbort();
  const watch = watchAbort(signal, onAbort);
  try {
    const shared = {
      deployment: client.deployment,
      prober,
      settings: { ...settings, signal: calledOff.signal },
    };
    const outcomes = withoutSharedRecords(await allEnded([...new Set(operationIds)], shared), shared);
    return operationIds.map((operationId) => outcomes.get(operationId) as InclusionOutcome);
  } catch (error) {
    calledOff.abort(error);
    throw error;
  } finally {
    watch?.end();
  }
}

/** Gives the outcome of each by its id. One promise for all of them: one for each would weigh on thousands. */
function allEnded(
  operationIds: readonly string[],
  shared: Omit<WaitPlan, 'ended' | 'broke'>,
): Promise<ReadonlyMap<string, InclusionOutcome>> {
  const outcomes = new Map<string, InclusionOutcome>();
  return new Promise((resolve, broke) => {
    const ended = (outcome: InclusionOutcome): void => {
      outcomes.set(outcome.operationId, outcome);
      if (outcomes.size === operationIds.length) resolve(outcomes);
    };
    if (operationIds.length === 0) resolve(outcomes);
    const plan = { ...shared, ended, broke };
    for (const operationId of operationIds) new InclusionWait(plan, operationId).start();
  });
}

/**
 * Of operations that were shown with the same transactions at least one was given the answer of another, and nobody can
 * say which: none of them was seen to be included.
 */
function withoutSharedRecords(
  outcomes: ReadonlyMap<string, InclusionOutcome>,
  { deployment, settings }: Pick<WaitPlan, 'deployment' | 'settings'>,
): ReadonlyMap<string, InclusionOutcome> {
  const confused = [...outcomes.values()].flatMap(({ operationId, ...outcome }) => {
    const error = outcome.status === 'failed' ? outcome.error.lastError : undefined;
    return error instanceof SharedTransactionsError ? [{ operationId, error }] : [];
  });
  if (confused.length === 0) return outcomes;
  const ended = new Map(outcomes);
  for (const { operationId, error } of confused) {
    const owner = [...ended.values()].find(
      (outcome) => outcome.status === 'included' && isSameOperation(outcome.operationId, error.ownerId),
    );
    if (owner?.status !== 'included') continue;
    const { inclusion } = owner;
    const lastError = sameTransactions({ deployment }, inclusion.record, operationId);
    const timeline = inclusion.timeline.map((poll) =>
      poll.sight.verdict === 'included' ? { ...poll, sight: { failure: ofAnotherOperation } } : poll,
    );
    const report = {
      ...inclusion,
      timeline: seenAt(deployment, timeline),
      operationId: owner.operationId,
      deploymentName: deployment.name,
      lastRecord: inclusion.record,
      lastError,
    };
    const failed = endingError('could-not-see', report, settings);
    ended.set(owner.operationId, { operationId: owner.operationId, status: 'failed', error: failed });
  }
  return ended;
}
