import { setImmediate as turn } from 'node:timers/promises';
import { type Clock, defaultConventions, type LooseSimulationRequest } from 'crosscheck';
import { expect, it } from 'vitest';
import { standingClock } from '../../../../src/local/source-chain/schedule.js';
import { createSourceChain } from '../../../../src/local/source-chain/source-chain.js';
import { createHandClock } from '../../../support/hand-clock.js';
import { createInMemoryDestinationChain } from '../../../support/in-memory-destination-chain.js';
import { sourceAccounts } from '../../../support/source-accounts.js';

function start(clock: Clock) {
  const destination = createInMemoryDestinationChain();
  const source = createSourceChain(destination, clock, {
    epochMs: 100,
    consensusMs: 20,
    executionMs: 10,
  });
  const request: LooseSimulationRequest = {
    shardsKey: '1',
    alphaCallParams: { target: destination.contracts.targets.bounce },
    betaAssets: [],
    betaCaller: sourceAccounts[0],
  };
  return { source, request };
}

it('runs automatically with a running clock', async () => {
  const clock = createHandClock();
  const { source, request } = start(clock);
  const operationId = source.submit(request);
  const seen = new Set<string | undefined>();
  for (let ms = 0; ms < 300; ms++) {
    seen.add(source.find(operationId)?.stage);
    clock.move(1);
    await turn();
  }
  expect([...seen]).toEqual(defaultConventions.stages);
  expect(clock.timers).toBe(0);
});

it('answers reads and submissions during an advance, and lets what changes or captures the chains wait', async () => {
  const { source, request } = start(standingClock);
  const startedAtMs = source.now();
  const first = source.submit(request);
  let isAdvanced = false;
  const advanced = source.advance(1_000).then(() => {
    isAdvanced = true;
  });
  const second = source.submit(request);
  expect(source.now()).toBe(startedAtMs + 1_000);
  expect([source.find(first)?.stage, source.operations().length]).toEqual(['start', 2]);
  const waits = [
    source.advance(0),
    source.configure({}),
    source.failExecution(second, 'NotEnoughGas'),
    source.rollBack(first),
    source.reorganise(second),
    source.proof(first),
    source.snapshot(),
  ].map((wait) => wait.catch(() => {}).then(() => isAdvanced));
  expect(isAdvanced).toBe(false);
  expect(await Promise.all(waits)).toEqual(waits.map(() => true));
  await advanced;
  expect([source.find(first)?.stage, source.find(second)?.stage]).toEqual(['executedInBETA', 'start']);
});

it('dates a stage at the time at which it was due, however late it is recorded', async () => {
  const { source, request } = start(standingClock);
  const startedAtMs = source.now();
  const operationId = source.submit(request);
  await source.advance(1_000_000);
  const dueMs = startedAtMs + 230;
  expect(source.find(operationId)?.timestamp).toBe(BigInt(Math.floor(dueMs / 1000)));
});

it('accepts thousands of operations in one epoch, shows the upper levels of their tree, and yields to the event loop', async () => {
  const { source, request } = start(standingClock);
  const ids = Array.from({ length: 2000 }, () => source.submit(request));
  expect(new Set(ids).size).toBe(2000);
  let turns = 0;
  let isDone = false;
  const counting = (async () => {
    while (!isDone) {
      await turn();
      turns++;
    }
  })();
  await source.advance(1000);
  isDone = true;
  await counting;
  // There are 12,000 steps, and a yield after each 256th.
  expect(turns).toBeGreaterThan(20);
  expect(ids.every((id) => source.find(id)?.stage === 'executedInBETA')).toBe(true);
  const levels = source.tree('outbound', 0);
  expect(levels?.map(({ length }) => length)).toEqual([1000, 500, 250, 125, 63, 32, 16, 8, 4, 2, 1]);
  expect(levels?.at(-1)).toEqual([source.roots().at(-1)?.root]);
});

it('accepts nothing after its stop', async () => {
  const { source, request } = start(standingClock);
  const operationId = source.submit(request);
  await source.stop();
  const stopped = expect.objectContaining({ code: 'DEPLOYMENT_STOPPED' });
  expect(() => source.submit(request)).toThrow(stopped);
  expect(() => source.find(operationId)).toThrow(stopped);
  await expect(source.advance(1)).rejects.toEqual(stopped);
});
