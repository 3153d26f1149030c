import { defaultConventions, type LooseSimulationRequest } from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { standingClock } from '../../../../src/local/source-chain/schedule.js';
import { createSourceChain, type SourceChain } from '../../../../src/local/source-chain/source-chain.js';
import { createHandClock } from '../../../support/hand-clock.js';
import {
  createInMemoryDestinationChain,
  type InMemoryDestinationChain,
} from '../../../support/in-memory-destination-chain.js';
import { sourceAccounts } from '../../../support/source-accounts.js';

const timing = { epochMs: 100, consensusMs: 30, executionMs: 20 };

function start(): { destination: InMemoryDestinationChain; source: SourceChain } {
  const destination = createInMemoryDestinationChain();
  return { destination, source: createSourceChain(destination, standingClock, timing) };
}

function requestTo(target: string, methodName = ''): LooseSimulationRequest {
  return {
    shardsKey: '1',
    alphaCallParams: { target, methodName },
    betaAssets: [{ amount: '1' }],
    betaCaller: sourceAccounts[0],
  };
}

const stageOf = (source: SourceChain, operationId: string): string | undefined =>
  source.find(operationId)?.stage;

it('opens a record at the start, with the submission and in unix seconds', () => {
  const { destination, source } = start();
  const operationId = source.submit(requestTo(destination.contracts.targets.bounce));
  expect(source.find(operationId)).toEqual({
    note: null,
    stage: 'start',
    success: true,
    timestamp: BigInt(Math.floor(source.now() / 1000)),
    transactions: [{ blockchainType: 'BETA', hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) }],
  });
});

it('has another id for each caller and key, however they are divided', () => {
  const idOf = (betaCaller: string, shardsKey: string): string => {
    const { destination, source } = start();
    return source.submit({ ...requestTo(destination.contracts.targets.bounce), betaCaller, shardsKey });
  };
  expect(idOf('1', '23')).toBe(idOf('1', '23'));
  expect(idOf('12', '3')).not.toBe(idOf('1', '23'));
});

describe('an operation that sends a message back', () => {
  it('reaches each stage at its time, and not before', async () => {
    const { destination, source } = start();
    const operationId = source.submit(requestTo(destination.contracts.targets.bounce));
    const stages = [];
    for (const ms of [99, 1, 29, 1, 19, 1, 49, 1, 29, 1, 19, 1]) {
      await source.advance(ms);
      stages.push(stageOf(source, operationId));
    }
    expect(stages).toEqual(
      defaultConventions.stages.flatMap((stage, index) =>
        index === 0 || index === 6 ? [stage] : [stage, stage],
      ),
    );
  });

  it('reaches the same end in one step', async () => {
    const { destination, source } = start();
    const operationId = source.submit(requestTo(destination.contracts.targets.bounce));
    await source.advance(1_000_000);
    const record = source.find(operationId);
    expect(record).toMatchObject({ stage: 'executedInBETA', success: true, note: null });
    expect(record?.transactions.map(({ blockchainType }) => blockchainType)).toEqual([
      'BETA',
      'ALPHA',
      'BETA',
    ]);
  });

  it('notes a delivery for each message that came back', async () => {
    const { destination, source } = start();
    const operationId = source.submit(requestTo(destination.contracts.targets.bounce, 'bounceTwice'));
    await source.advance(1000);
    const { transactions = [], history, epochs } = source.operation(operationId) ?? {};
    expect(new Set(transactions.map(({ hash }) => hash)).size).toBe(4);
    // Each stage and each epoch once, although both messages reach them.
    expect(history?.map(({ stage }) => stage)).toEqual(defaultConventions.stages);
    expect(epochs).toEqual([
      { direction: 'outbound', epoch: 0 },
      { direction: 'inbound', epoch: 1 },
    ]);
  });

  it('hashes every part of that message in its leaf', async () => {
    const { destination, source } = start();
    const { execute } = destination;
    const changes = [
      {},
      { operationId: `0x${'11'.repeat(32)}` },
      { caller: destination.contracts.layer },
      { target: 'somebody else' },
      { payload: '0x03' },
      { shardsKey: 5n },
      { burned: [], locked: [{ token: destination.contracts.layer, amount: 6n }] },
      { burned: [{ token: destination.contracts.layer, amount: 7n }] },
    ] as const;
    let executions = 0;
    destination.execute = async (...delivery) => {
      const outMessage = {
        operationId: `0x${'01'.repeat(32)}`,
        caller: destination.contracts.targets.bounce,
        target: 'somebody',
        payload: '0x',
        shardsKey: 4n,
        burned: [{ token: destination.contracts.layer, amount: 6n }],
        locked: [],
        ...changes[executions++],
      } as const;
      return { ...(await execute(...delivery)), outMessages: [outMessage] };
    };
    const ids = changes.map(() => source.submit(requestTo(destination.contracts.targets.gasBurner)));
    await source.advance(1000);
    const leaves = await Promise.all(ids.map(async (id) => (await source.proof(id, 'inbound')).leaf));
    expect(new Set(leaves).size).toBe(changes.length);
  });
});

it('notes a failure, and delivers the other messages of the epoch', async () => {
  const { destination, source } = start();
  const { failing, bounce, gasBurner } = destination.contracts.targets;
  const [failed, back, ended] = [failing, bounce, gasBurner].map((target) =>
    source.submit(requestTo(target)),
  );
  const startedAtMs = source.now();
  await source.configure({ executionMs: 5000 });
  await source.advance(20_000);
  expect(source.find(failed as string)).toMatchObject({
    stage: 'includedInALPHAConsensus',
    success: false,
    // When it failed, not when it was included.
    timestamp: BigInt(Math.floor((startedAtMs + 5130) / 1000)),
    note: { errorName: 'ProxyCallError', content: 'execution reverted: panic 0x11' },
  });
  expect(stageOf(source, back as string)).toBe('executedInBETA');
  expect(source.find(ended as string)).toMatchObject({
    stage: 'executedInALPHA',
    success: true,
    note: { content: 'ends on the destination chain' },
  });
});

it('executes in the order of submission, also of what waited for several epochs', async () => {
  const { destination, source } = start();
  const { gasBurner } = destination.contracts.targets;
  const submitted = [];
  for (let epoch = 0; epoch < 4; epoch++) {
    submitted.push(source.submit(requestTo(gasBurner)), source.submit(requestTo(gasBurner)));
    await source.advance(100);
  }
  await source.advance(1000);
  expect(destination.executed.map(({ operationId }) => operationId)).toEqual(submitted);
  expect(new Set(submitted).size).toBe(8);
});

it('stands still once the destination chain is gone, and says so to everybody', async () => {
  const { destination, source } = start();
  const operationId = source.submit(requestTo(destination.contracts.targets.swap));
  const gone = 'the engine of the EVM is gone';
  await expect(source.advance(1000)).rejects.toThrow(gone);
  expect(() => source.find(operationId)).toThrow(gone);
  expect(() => source.submit(requestTo(destination.contracts.targets.bounce))).toThrow(gone);
  await source.stop();
});

it('waits for nothing while no operation is under way', async () => {
  const clock = createHandClock();
  const destination = createInMemoryDestinationChain();
  const source = createSourceChain(destination, clock, timing);
  expect(clock.timers).toBe(0);
  source.submit(requestTo(destination.contracts.targets.bounce));
  expect(clock.timers).toBe(1);
  await source.advance(1000);
  expect(clock.timers).toBe(0);
});

it('returns its own time', async () => {
  const { source } = start();
  const before = source.now();
  await source.advance(12_345);
  expect(source.now() - before).toBe(12_345);
});
