import { createClient } from '../../client/create-client.js';
import type { Deployment } from '../../deployment/deployment.js';
import type { InclusionOutcome } from '../../polling/wait.js';
import { type WaitForManyOptions, waitForInclusions } from '../../polling/wait-for-inclusions.js';
import type { TextSink } from '../cli-context.js';
import { WaitProgress } from './wait-progress.js';

/** What waits for some operations need. */
interface ObservedWait {
  readonly deployment: Deployment;
  readonly options: WaitForManyOptions;
  /** Ends all of them when it aborts. */
  readonly calledOff: AbortController;
  /** Where it is shown how they get on. */
  readonly sink: TextSink;
}

/** Waits for all of some operations, and shows how it gets on. */
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
 * Waits for the first of some operations that is included, calls off the waits for the others, and shows how it gets on.
 * Of waits that are made together nobody is told before all have ended, so each is made for itself.
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
  } finally {
    progress.end();
  }
}
