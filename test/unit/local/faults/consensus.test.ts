import { createClient, defineDeployment, type InclusionError, type Poll } from 'crosscheck';
import type { FaultRule } from 'crosscheck/local';
import { expect, it, onTestFinished } from 'vitest';
import { createFaults } from '../../../../src/local/faults/faults.js';
import { observerRoute } from '../../../../src/local/server/service-routes.js';
import { standingClock } from '../../../../src/local/source-chain/schedule.js';
import { createSourceChain, type SourceChain } from '../../../../src/local/source-chain/source-chain.js';
import { createInMemoryDestinationChain } from '../../../support/in-memory-destination-chain.js';
import { waitTimelessly } from '../../../support/wait-timelessly.js';
import { listen } from '../server/serve.js';
import { request } from './serve-with-faults.js';

const timing = { epochMs: 100, consensusMs: 30, executionMs: 20, quorum: 3 };

/** Starts a source chain with faults until the end of the test, and submits an operation that comes back. */
function submit(rules: readonly FaultRule[]) {
  const faults = createFaults(rules);
  const destination = createInMemoryDestinationChain();
  const source = createSourceChain(destination, standingClock, { ...timing, faults: faults.consensus });
  onTestFinished(() => source.stop());
  const submitOne = (): string =>
    source.submit({ ...request, alphaCallParams: { target: destination.contracts.targets.bounce } });
  return { faults, source, submitOne, operationId: submitOne() };
}

/** Waits for an operation while each poll moves the chain's time by one epoch. */
async function waitFor(source: SourceChain, operationId: string) {
  const local = defineDeployment({ simulatorUrl: 'http://local', observerUrl: 'http://local' });
  const { url } = await listen(observerRoute(local, source.find));
  const client = createClient(defineDeployment({ name: 'local', simulatorUrl: url, observerUrl: url }));
  const polled: string[] = [];
  const onPoll = ({ result }: Poll): void => {
    if (result.stage !== undefined && result.stage !== polled.at(-1)) polled.push(result.stage);
    void source.advance(timing.epochMs);
  };
  const { outcome } = waitTimelessly(client, operationId, { intervals: 100, timeoutMs: 2000, onPoll });
  const ending = await outcome.then(
    () => 'included',
    (error: InclusionError) => error.code,
  );
  return { ending, polled };
}

const stageOf = (source: SourceChain, operationId: string): string | undefined =>
  source.find(operationId)?.stage;

it('slow-consensus includes the messages of one epoch later', async () => {
  const { source, faults, operationId } = submit([{ fault: 'slow-consensus', times: 1 }]);
  await source.advance(10_129);
  expect(stageOf(source, operationId)).toBe('collectedInALPHA');
  await source.advance(1);
  expect(stageOf(source, operationId)).toBe('includedInALPHAConsensus');
  await source.advance(200);
  expect(stageOf(source, operationId)).toBe('executedInBETA');
  expect(faults.list()).toMatchObject([{ triggered: 1 }]);
});

it('missed-quorum leaves the messages collected until the next epoch', async () => {
  const { source, faults, operationId } = submit([{ fault: 'missed-quorum', times: 1 }]);
  await source.advance(199);
  expect(stageOf(source, operationId)).toBe('collectedInALPHA');
  expect(source.roots()).toMatchObject([{ direction: 'outbound', state: 'missed', messages: 1 }]);
  await source.advance(1000);
  expect(stageOf(source, operationId)).toBe('executedInBETA');
  expect(source.roots().map(({ direction, state }) => `${direction} ${state}`)).toEqual([
    'inbound set',
    'outbound set',
    'outbound missed',
  ]);
  expect(faults.list()).toMatchObject([{ triggered: 1 }]);
});

it.each(['slow-consensus', 'missed-quorum'] as const)(
  '%s leaves epochs of other operations alone',
  async (fault) => {
    const { source, faults, submitOne, operationId } = submit([]);
    await source.advance(100);
    const other = submitOne();
    faults.set({ fault, operationId: other });
    await source.advance(1000);
    expect(stageOf(source, operationId)).toBe('executedInBETA');
    expect(stageOf(source, other)).toBe('collectedInALPHA');
  },
);

it.each<[FaultRule, string]>([
  [{ fault: 'slow-consensus', ms: 300, times: 2 }, 'included'],
  [{ fault: 'slow-consensus' }, 'INCLUSION_TIMEOUT'],
  [{ fault: 'missed-quorum', times: 3 }, 'included'],
  [{ fault: 'missed-quorum' }, 'INCLUSION_TIMEOUT'],
])('a wait over %j: %s', async (rule, expected) => {
  const { source, operationId } = submit([rule]);
  const { ending, polled } = await waitFor(source, operationId);
  expect(ending).toBe(expected);
  // The stages that were passed between two polls are not seen; none goes back.
  if (expected === 'INCLUSION_TIMEOUT') expect(polled).toEqual(['start', 'collectedInALPHA']);
  else expect(polled.slice(0, 2)).toEqual(['start', 'collectedInALPHA']);
});
