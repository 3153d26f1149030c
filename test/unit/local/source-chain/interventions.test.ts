import { defaultConventions } from 'crosscheck';
import type { ExecutionErrorName } from 'crosscheck/local';
import { describe, expect, it } from 'vitest';
import { inconsistenciesIn } from '../../../../src/polling/timeline.js';
import { verdictOf } from '../../../support/verdict-of.js';
import { balanceOf, type ChainUnderTest, someCaller, startChain } from './chain-under-test.js';

const misuse = expect.objectContaining({ code: 'USAGE' });
const unknown = `0x${'00'.repeat(32)}`;

/** What somebody who looks all the time finds wrong with an operation, while something happens to it. */
async function findingsDuring(
  { source }: ChainUnderTest,
  operationId: string,
  happens: () => Promise<void>,
): Promise<string[]> {
  const look = (atMs: number) => {
    const record = source.find(operationId);
    if (record === undefined) throw new Error('unknown');
    const { stage, success, timestamp } = record;
    const transactions = record.transactions.flatMap(({ hash }) => hash ?? []);
    const state = { ...record, note: record.note, transactions: [...record.transactions] };
    return {
      atMs,
      result: {
        stage,
        success,
        timestamp,
        transactions,
        verdict: verdictOf(state),
      },
    };
  };
  const before = look(0);
  await happens();
  return inconsistenciesIn([before, look(1)], defaultConventions.stages).map(({ kind }) => kind);
}

describe('an execution that is to fail', () => {
  it.each<[ExecutionErrorName, boolean]>([
    ['NotEnoughGas', true],
    ['InvalidMerkleProof', true],
    ['ProxyCallError', true],
    ['MessageAlreadyProcessed', false],
    ['TokenNotExist', false],
  ])('fails with %s', async (errorName, isSent) => {
    const { source, submit, destination } = startChain();
    const [operationId, other] = [submit('bounce'), submit('bounce')];
    await source.failExecution(operationId, errorName);
    await source.advance(10_000);
    const record = source.find(operationId);
    expect(record).toMatchObject({ stage: 'includedInALPHAConsensus', success: false, note: { errorName } });
    expect(record?.transactions).toHaveLength(isSent ? 2 : 1);
    expect(destination.executed.map((message) => message.operationId)).toEqual([other]);
  });

  it('must be in the future', async () => {
    const { source, submit } = startChain();
    const [executed, failed] = [submit('bounce'), submit('failing')];
    await source.advance(150);
    for (const operationId of [executed, failed, unknown])
      await expect(source.failExecution(operationId, 'NotEnoughGas')).rejects.toEqual(misuse);
  });

  it('is rejected when it comes while the operation is executed', async () => {
    const { source, submit, destination } = startChain();
    const operationId = submit('bounce');
    let rejected: Promise<unknown> | undefined;
    const { execute } = destination;
    destination.execute = (...delivery) => {
      rejected = source.failExecution(operationId, 'NotEnoughGas').catch((error: unknown) => error);
      return execute(...delivery);
    };
    await source.advance(10_000);
    expect(await rejected).toEqual(misuse);
    expect(source.find(operationId)).toMatchObject({ stage: 'executedInBETA', success: true });
  });
});

describe('a rollback', () => {
  it('returns the assets through the return stages, and keeps the note', async () => {
    const { source, submit, stageOf } = startChain({
      accounts: [{ address: someCaller, balances: { '': 9n } }],
    });
    const operationId = submit('failing', '7');
    await source.advance(150);
    expect(balanceOf(source)).toBe(2n);
    await source.rollBack(operationId);
    expect(source.find(operationId)).toMatchObject({ stage: 'includedInALPHAConsensus', success: false });
    const stages = [];
    for (const ms of [50, 30, 20]) {
      await source.advance(ms);
      stages.push(stageOf(operationId));
    }
    expect(stages).toEqual(['collectedInBETA', 'includedInBETAConsensus', 'executedInBETA']);
    expect(source.find(operationId)).toMatchObject({ success: true, note: { errorName: 'ProxyCallError' } });
    expect(balanceOf(source)).toBe(9n);
  });

  it('happens automatically if configured, and only once', async () => {
    const { source, submit, stageOf } = startChain({ rollBackAfterMs: 1000 });
    const [failed, byHand, without] = [submit('failing'), submit('failing'), submit('failing', '')];
    await source.advance(150);
    await source.rollBack(byHand);
    await source.advance(999);
    expect(stageOf(failed)).toBe('includedInALPHAConsensus');
    await source.advance(1000);
    const stages = [failed, byHand, without].map(stageOf);
    expect(stages).toEqual(['executedInBETA', 'executedInBETA', 'includedInALPHAConsensus']);
    expect(source.operation(byHand)?.transactions).toHaveLength(3);
  });

  it('needs an operation that failed, has assets and was not rolled back', async () => {
    const { source, submit } = startChain();
    const [well, without, twice] = [submit('bounce'), submit('failing', ''), submit('failing')];
    await source.advance(150);
    await source.rollBack(twice);
    for (const operationId of [well, without, twice, unknown])
      await expect(source.rollBack(operationId)).rejects.toEqual(misuse);
  });
});

describe('a missed quorum', () => {
  it('leaves the messages collected, to join the next epoch', async () => {
    let misses = 1;
    const faults = { delayMs: () => 0, missesQuorum: () => misses-- > 0 };
    const { source, submit, destination, stageOf } = startChain({ faults });
    const operationId = submit('bounce');
    await source.advance(130);
    expect(source.roots()).toMatchObject([{ epoch: 0, state: 'missed', messages: 1 }]);
    expect(await destination.rootOf(0n)).toBeUndefined();
    const later = submit('bounce');
    await source.advance(99);
    expect([operationId, later].map(stageOf)).toEqual(['collectedInALPHA', 'collectedInALPHA']);
    await source.advance(21);
    expect(source.roots()[0]).toMatchObject({ direction: 'outbound', epoch: 1, state: 'set', messages: 2 });
    expect(destination.executed).toHaveLength(2);
    expect(source.operation(operationId)?.epochs).toEqual(
      [0, 1].map((epoch) => ({ direction: 'outbound', epoch })),
    );
    expect(source.operation(operationId)?.history.map(({ stage }) => stage)).toEqual(
      defaultConventions.stages.slice(0, 4),
    );
  });

  it('also happens on the way back', async () => {
    let votes = 0;
    const faults = { delayMs: () => 0, missesQuorum: () => ++votes === 2 };
    const { source, submit, stageOf } = startChain({ faults });
    const operationId = submit('bounce');
    await source.advance(230);
    expect(stageOf(operationId)).toBe('collectedInBETA');
    expect(source.roots()[0]).toMatchObject({ direction: 'inbound', epoch: 1, state: 'missed' });
    await source.advance(10_000);
    expect(stageOf(operationId)).toBe('executedInBETA');
  });
});

it('waits longer for the root of an epoch with slow consensus', async () => {
  const asked: unknown[] = [];
  const faults = {
    delayMs(...of: unknown[]) {
      asked.push(of);
      return asked.length === 1 ? 500 : 0;
    },
    missesQuorum: () => false,
  };
  const { source, submit, stageOf } = startChain({ faults });
  const operationId = submit('bounce');
  await source.advance(629);
  expect(stageOf(operationId)).toBe('collectedInALPHA');
  await source.advance(1);
  expect(stageOf(operationId)).toBe('includedInALPHAConsensus');
  expect(asked).toEqual([[[operationId]]]);
});

describe('a reorganisation', () => {
  it('undoes inclusions and deliveries on the source chain, which happen again', async () => {
    const chain = startChain({ accounts: [{ address: someCaller, balances: { '': '3' } }] });
    const { source, submit } = chain;
    const operationId = submit('bounce', '3', 'bounceTwice');
    await source.advance(250);
    const delivered = source.find(operationId)?.transactions ?? [];
    expect([delivered.length, balanceOf(source)]).toEqual([4, 6n]);

    const findings = await findingsDuring(chain, operationId, () => source.reorganise(operationId));
    expect(new Set(findings)).toEqual(
      new Set(['stage-regression', 'transaction-vanished', 'inclusion-withdrawn']),
    );
    expect(source.find(operationId)).toMatchObject({ stage: 'collectedInBETA', success: true });
    expect([source.find(operationId)?.transactions.length, balanceOf(source)]).toEqual([2, 0n]);
    // Once, although both messages go back.
    expect(source.operation(operationId)?.history.slice(-2)).toMatchObject([
      { stage: 'executedInBETA' },
      { stage: 'collectedInBETA' },
    ]);
    expect(source.roots()[0]).toMatchObject({ direction: 'inbound', epoch: 1, state: 'withdrawn' });

    await source.advance(10_000);
    expect(source.operation(operationId)).toMatchObject({
      stage: 'executedInBETA',
      epochs: [
        { direction: 'outbound', epoch: 0 },
        { direction: 'inbound', epoch: 1 },
        { direction: 'inbound', epoch: 2 },
      ],
    });
    expect(balanceOf(source)).toBe(6n);
    const again = source.find(operationId)?.transactions ?? [];
    expect(again).toHaveLength(4);
    expect(again).not.toEqual(delivered);
  });

  it('withdraws a root before its messages are executed, and executes them once', async () => {
    const chain = startChain();
    const { source, submit, destination, stageOf } = chain;
    const [operationId, other] = [submit('bounce'), submit('bounce')];
    await source.advance(130);
    const findings = await findingsDuring(chain, operationId, () => source.reorganise(operationId));
    expect(findings).toEqual(['stage-regression']);
    expect(await destination.rootOf(0n)).toBeUndefined();
    await source.advance(50);
    expect([stageOf(operationId), stageOf(other), destination.executed.length]).toEqual([
      'collectedInALPHA',
      'collectedInALPHA',
      0,
    ]);
    expect(source.find(operationId)).toMatchObject({ success: true, note: null });
    await source.advance(10_000);
    expect(destination.executed.map((message) => message.operationId)).toEqual([operationId, other]);
  });

  it('needs a root whose messages can be undone', async () => {
    const { source, submit } = startChain();
    const operationId = submit('bounce');
    await expect(source.reorganise(unknown)).rejects.toEqual(misuse);
    await source.advance(100);
    await expect(source.reorganise(operationId)).rejects.toThrow('There is no root to withdraw');
    await source.advance(50);
    await expect(source.reorganise(operationId)).rejects.toThrow('delivered on the destination chain');
    expect(source.find(operationId)).toMatchObject({ stage: 'executedInALPHA' });
  });

  it('changes nothing if returned assets were spent', async () => {
    const { source, submit } = startChain({ accounts: [{ address: someCaller, balances: { '': '3' } }] });
    const operationId = submit('bounce', '3', 'bounceTwice');
    await source.advance(250);
    // What is left suffices for one of the two messages that came back.
    submit('bounce', '2');
    const roots = source.roots();
    await expect(source.reorganise(operationId)).rejects.toThrow('has already spent what it received');
    expect([source.roots(), balanceOf(source)]).toEqual([roots, 4n]);
    expect((await source.proof(operationId)).isRootSet).toBe(true);
  });
});
