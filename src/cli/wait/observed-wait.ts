import { createClient } from '../../client/create-client.js';
import type { Deployment } from '../../deployment/deployment.js';
import type { InclusionOutcome } from '../../polling/wait.js';
import { type WaitForManyOptions, waitForInclusions } from '../../polling/wait-for-inclusions.js';
import type { TextSink } from '../cli-context.js';
import { WaitProgress } from './wait-progress.js';

/** Options of waits for some operations. */
interface ObservedWait {
  readonly deployment: Deployment;
  readonly options: WaitForManyOptions;
  /** Aborts all of them. */
  readonly calledOff: AbortController;
  /** Where to show progress. */
  readonly sink: TextSink;
}

/** Waits for all operations and shows the progress. */
export async function waitForAll(
  operationIds: readonly string[],
  { deployment, options, calledOff: { signal }, sink }: ObservedWait,
): Promise<InclusionOutcome[]> {
  const progress = new WaitProgress(sink, new Set(operationIds).size);
  const onPoll: WaitForManyOptions['onPoll'] = (poll, operationId) => progress.poll(poll, operationId);
  try {
    return await waitForInclusions(createClient(deployment), operationIds, { ...options, signal, onPoll });
  } finally {
    progress.end();
  }
}

/**
 * Waits until the first of some operations is included or cannot be judged, aborts the other waits, and shows the progress. The waits are
 * separate, because `waitForInclusions` returns only when all have ended.
 */
export async function waitForAny(
  operationIds: readonly string[],
  { deployment, options, calledOff, sink }: ObservedWait,
): Promise<InclusionOutcome[]> {
  const ids = [...new Set(operationIds)];
  const { ratePerSecond = Number.POSITIVE_INFINITY } = options;
  const progress = new WaitProgress(sink, ids.length);
  const client = createClient(deployment);
  const eachOptions: WaitForManyOptions = {
    ...options,
    ...(ratePerSecond !== Number.POSITIVE_INFINITY && { ratePerSecond: ratePerSecond / ids.length }),
    signal: calledOff.signal,
    onPoll: (poll, operationId) => progress.poll(poll, operationId),
  };
  const each = async (operationId: string): Promise<InclusionOutcome[]> => {
    const outcomes = await waitForInclusions(client, [operationId], eachOptions);
    if (outcomes.some(({ status }) => status === 'included'))
      calledOff.abort(new Error('another operation is included, which suffices'));
    return outcomes;
  };
  try {
    return (await Promise.all(ids.map(each))).flat();
  } catch (error) {
    calledOff.abort(error);
    throw error;
  } finally {
    progress.end();
  }
}
