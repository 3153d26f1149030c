import { describe, expect, it } from 'vitest';
import type { ChainChange } from '../../../../src/local/source-chain/source-chain.js';
import { createHandClock } from '../../../support/hand-clock.js';
import { balanceOf, otherCaller, requestTo, someCaller, startChain } from './chain-under-test.js';

const misuse = expect.objectContaining({ code: 'USAGE' });
const unknown = `0x${'00'.repeat(32)}`;

describe('a snapshot', () => {
  it('restores both chains repeatedly', async () => {
    const { source, destination, submit } = startChain({
      accounts: [{ address: someCaller, balances: { '': '100' } }],
      rollBackAfterMs: 20,
    });
    submit('bounce');
    await source.advance(220);
    const failing = submit('failing', '9');
    await source.failExecution(submit('bounce'), 'NotEnoughGas');
    const seen = async () => ({
      now: source.now(),
      settings: source.settings(),
      balance: balanceOf(source),
      operations: source.operations(),
      roots: source.roots(),
      executed: destination.executed.length,
      root: await destination.rootOf(0n),
      quorum: destination.quorum,
    });
    const before = await seen();
    const restore = await source.snapshot();
    const ends = [];
    for (let times = 0; times < 2; times++) {
      await source.advance(10_000);
      // Transactions of the destination chain need not be the same ones.
      ends.push({ ...(await seen()), operations: source.operations().map(({ stage }) => stage) });
      await source.configure({ epochMs: 7, quorum: 1 });
      await source.freeze();
      submit('bounce', '5');
      await restore();
      expect(await seen()).toEqual(before);
    }
    expect(ends[1]).toEqual(ends[0]);
    expect(source.find(failing)).toMatchObject({ stage: 'start' });
  });

  it('keeps the tree of the open epoch to itself', async () => {
    const { source, submit } = startChain();
    submit('bounce');
    const restore = await source.snapshot();
    submit('bounce');
    await restore();
    const last = submit('bounce');
    await source.advance(10_000);
    expect(await source.proof(last, 'outbound')).toMatchObject({ isProven: true, isRootSet: true });
    expect(source.roots().at(-1)).toMatchObject({ direction: 'outbound', messages: 2 });
    expect(source.find(last)).toMatchObject({ stage: 'executedInBETA', success: true });
  });

  it('never makes an id mean another operation', async () => {
    const { source, submit } = startChain();
    const restore = await source.snapshot();
    const first = submit('bounce');
    await restore();
    expect(source.find(first)).toBeUndefined();
    expect(submit('bounce')).not.toBe(first);
  });
});

describe('settings', () => {
  it('shorten the running epoch, and those after it', async () => {
    const { source, submit, destination, stageOf } = startChain();
    const first = submit('bounce');
    await source.advance(4);
    await source.configure({ epochMs: 10, consensusMs: 5, executionMs: 0, quorum: 5 });
    expect(source.settings()).toEqual({ epochMs: 10, consensusMs: 5, executionMs: 0, quorum: 5 });
    await source.advance(5);
    expect(stageOf(first)).toBe('start');
    await source.advance(6);
    expect([stageOf(first), destination.quorum]).toEqual(['executedInALPHA', 5]);
    await source.advance(10);
    expect(stageOf(first)).toBe('executedInBETA');
    const second = submit('bounce');
    await source.advance(10);
    expect(source.operation(second)?.epochs).toEqual([{ direction: 'outbound', epoch: 2 }]);
    expect(source.roots().map(({ direction, epoch }) => `${direction} ${epoch}`)).toEqual([
      'outbound 2',
      'inbound 1',
      'outbound 0',
    ]);
  });

  it('end the running epoch at once when it has run for longer than the new length', async () => {
    const { source, submit, stageOf } = startChain();
    const first = submit('bounce');
    await source.advance(50);
    await source.configure({ epochMs: 10, consensusMs: 5 });
    await source.advance(1);
    expect(stageOf(first)).toBe('collectedInALPHA');
    const second = submit('bounce');
    await source.advance(10);
    expect(source.operation(first)?.epochs).toEqual([{ direction: 'outbound', epoch: 0 }]);
    expect(source.operation(second)?.epochs).toEqual([{ direction: 'outbound', epoch: 1 }]);
  });

  it('lengthen the running epoch, which ends once', async () => {
    const { source, submit, stageOf } = startChain();
    const first = submit('bounce');
    await source.advance(50);
    await source.configure({ epochMs: 300 });
    await source.advance(249);
    expect(stageOf(first)).toBe('start');
    await source.configure({ epochMs: 400 });
    await source.configure({ epochMs: 300 });
    await source.advance(1);
    expect(stageOf(first)).toBe('collectedInALPHA');
    await source.advance(200);
    expect(source.operation(first)?.epochs).toEqual([{ direction: 'outbound', epoch: 0 }]);
  });

  it('stay as they are where a change is undefined', async () => {
    const { source } = startChain();
    const before = source.settings();
    await source.configure({ epochMs: undefined } as object);
    expect(source.settings()).toEqual(before);
  });
});

describe('time that stands still', () => {
  it('stops the chain, but for what advance does', async () => {
    const clock = createHandClock();
    const { source, submit, stageOf } = startChain({}, clock);
    const operationId = submit('bounce');
    await source.freeze();
    const frozenAt = source.now();
    clock.move(1000);
    expect([source.now(), source.isFrozen(), stageOf(operationId)]).toEqual([frozenAt, true, 'start']);
    await source.advance(100);
    expect([source.now() - frozenAt, stageOf(operationId)]).toEqual([100, 'collectedInALPHA']);
    await source.resume();
    clock.move(5);
    expect(source.now() - frozenAt).toBe(105);
  });
});

describe('a clock that is moved by hand', () => {
  it('is frozen for good', async () => {
    const { source } = startChain();
    expect(source.isFrozen()).toBe(true);
    await source.freeze();
    await expect(source.resume()).rejects.toEqual(misuse);
  });

  it('is told of at once, not when all that was due has happened', async () => {
    const { source, submit } = startChain();
    submit('bounce');
    const told: string[] = [];
    source.onChange(({ kind }) => told.push(kind));
    await source.advance(1000);
    expect(told[0]).toBe('clock');
  });
});

describe('what is told', () => {
  it('is a record that does not change', async () => {
    const { source, submit } = startChain();
    const record = source.find(submit('bounce'));
    const before = structuredClone(record);
    await source.advance(10_000);
    expect(record).toEqual(before);
  });

  it('is a copy', async () => {
    const { source, submit } = startChain();
    const operationId = submit('bounce');
    const told = source.operation(operationId) as unknown as { history: unknown[]; transactions: unknown[] };
    told.history.length = 0;
    told.transactions.length = 0;
    (source.settings() as { epochMs: number }).epochMs = 1;
    expect(source.operation(operationId)).toMatchObject({
      history: [{ stage: 'start' }],
      transactions: [{ blockchainType: 'BETA' }],
    });
    expect(source.settings().epochMs).toBe(100);
  });
});

describe('operations', () => {
  it('are listed newest first, by stage, up to a limit and before another', async () => {
    const { source, submit } = startChain();
    const ended = submit('gasBurner');
    await source.advance(150);
    const [a, b, c] = [submit('bounce'), submit('bounce'), submit('bounce')];
    const ids = (query?: object): string[] => source.operations(query).map(({ operationId }) => operationId);
    expect(ids()).toEqual([c, b, a, ended]);
    expect(ids({ limit: 2 })).toEqual([c, b]);
    expect(ids({ limit: 2, before: b })).toEqual([a, ended]);
    expect(ids({ stage: 'start', before: c })).toEqual([b, a]);
    expect(ids({ stage: 'executedInBETA' })).toEqual([]);
    expect(() => source.operations({ before: unknown })).toThrow(misuse);
  });

  it('show their request and their history', async () => {
    const { source, destination } = startChain();
    const request = requestTo(destination.contracts.targets.bounce);
    const startedAtMs = source.now();
    const operationId = source.submit(request);
    request.shardsKey = 'changed afterwards';
    await source.advance(250);
    const operation = source.operation(operationId);
    expect(operation?.request).toEqual(requestTo(destination.contracts.targets.bounce));
    expect(operation?.history.map(({ atMs }) => atMs - startedAtMs)).toEqual([
      0, 100, 130, 150, 200, 230, 250,
    ]);
    expect(source.operation(unknown)).toBeUndefined();
  });
});

describe('proofs', () => {
  it('are those of the newest tree, or of the direction that is asked for', async () => {
    const { source, submit } = startChain();
    const ids = Array.from({ length: 5 }, () => submit('bounce'));
    const [operationId] = ids as [string];
    await expect(source.proof(unknown)).rejects.toEqual(misuse);
    await expect(source.proof(operationId)).rejects.toThrow('is in a tree yet');
    await source.advance(100);
    expect(await source.proof(operationId)).toMatchObject({
      direction: 'outbound',
      isProven: true,
      isRootSet: false,
    });
    await expect(source.proof(operationId, 'inbound')).rejects.toThrow('is in an inbound tree yet');
    await source.advance(10_000);
    for (const id of ids) {
      expect(await source.proof(id)).toMatchObject({
        direction: 'inbound',
        epoch: 1,
        isProven: true,
        isRootSet: true,
      });
      expect(await source.proof(id, 'outbound')).toMatchObject({ epoch: 0, isProven: true, isRootSet: true });
    }
    const leaves = await Promise.all(ids.map(async (id) => (await source.proof(id, 'outbound')).leaf));
    expect(source.tree('outbound', 0)?.[0]).toEqual(leaves);
    expect(source.tree('outbound', 0)?.at(-1)).toEqual([source.roots().at(-1)?.root]);
    expect(source.tree('inbound', 0)).toBeUndefined();
  });
});

describe('accounts', () => {
  it('cannot send more than they have, until assets return', async () => {
    const { source, destination, submit } = startChain({
      accounts: [{ address: someCaller, balances: { '': '5' } }, { address: otherCaller }],
    });
    submit('bounce', '5');
    expect(() => submit('bounce', '1')).toThrow('betaAssets[0].amount must be at most 0');
    expect(source.operations()).toHaveLength(1);
    source.submit({ ...requestTo(destination.contracts.targets.bounce, '999'), betaCaller: otherCaller });
    await source.advance(250);
    expect(balanceOf(source)).toBe(5n);
    submit('bounce', '5');
  });
});

it('reports every change until nobody listens', async () => {
  const { source, submit } = startChain({}, createHandClock());
  const changes: ChainChange[] = [];
  const stopListening = source.onChange((change) => changes.push(change));
  const operationId = submit('gasBurner');
  await source.advance(150);
  await source.freeze();
  await source.resume();
  await (await source.snapshot())();
  const operation = { kind: 'operation', operationId };
  const root = { kind: 'root', direction: 'outbound', epoch: 0 };
  expect(changes).toEqual([
    operation,
    { kind: 'clock' },
    root,
    operation,
    root,
    operation,
    // The transaction, the stage and the note of the execution, and the end of the delivery.
    operation,
    operation,
    operation,
    root,
    { kind: 'clock' },
    { kind: 'clock' },
    { kind: 'restored' },
  ]);
  stopListening();
  submit('bounce');
  expect(changes).toHaveLength(13);
});
