import { createClient } from 'crosscheck';
import {
  type ConnectedLocalDeployment,
  connectLocalDeployment,
  type LocalDeployment,
  startLocalDeployment,
} from 'crosscheck/local';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createHandClock } from '../../../support/hand-clock.js';
import { sourceAccounts } from '../../../support/source-accounts.js';

const [rich, poor] = sourceAccounts;

let local: LocalDeployment;
let connected: ConnectedLocalDeployment;
let start: string;
beforeAll(async () => {
  local = await startLocalDeployment({
    clock: createHandClock(),
    chains: { alpha: 'evm', beta: 'tvm' },
    accounts: [{ address: rich }, { address: poor, balances: { '': 10n } }],
    seed: 7,
  });
  connected = await connectLocalDeployment(local.controlUrl);
  start = await local.snapshot();
  return () => local.stop();
});
afterEach(() => local.restore(start));

describe.each([
  ['in its own process', () => local],
  ['from another one', () => connected],
])('a deployment that is driven %s', (_, handle) => {
  const used = new Set<PropertyKey>();
  const driven = (): ConnectedLocalDeployment =>
    new Proxy<ConnectedLocalDeployment>(handle(), {
      get(target, name) {
        used.add(name);
        return Reflect.get(target, name);
      },
    });
  const transfer = (amount = '5', betaCaller = rich) => ({
    shardsKey: '7',
    alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
    betaAssets: [{ amount }],
    betaCaller,
  });
  const stageOf = async (operationId: string) => (await driven().operation(operationId)).stage;

  it('moves an operation through its stages', async () => {
    const operationId = await driven().submit(transfer());
    expect(operationId).toMatch(/^0x[0-9a-f]{64}$/);
    expect(await driven().operation(operationId)).toMatchObject({
      operationId,
      request: transfer(),
      stage: 'start',
      success: true,
      note: null,
      transactions: [{ blockchainType: 'BETA' }],
      history: [{ stage: 'start', success: true }],
      epochs: [],
    });
    await driven().advance(2000);
    const { history, transactions, epochs } = await driven().operation(operationId);
    expect(history.map(({ stage }) => stage)).toEqual([
      'start',
      'collectedInALPHA',
      'includedInALPHAConsensus',
      'executedInALPHA',
      'collectedInBETA',
      'includedInBETAConsensus',
      'executedInBETA',
    ]);
    expect(transactions.map(({ blockchainType }) => blockchainType)).toEqual(['BETA', 'ALPHA', 'BETA']);
    expect(epochs.map(({ direction }) => direction)).toEqual(['outbound', 'inbound']);
    expect((await createClient(driven().deployment).inclusion(operationId)).verdict).toBe('included');
  });

  it('knows an operation whichever case its digits have', async () => {
    const operationId = await driven().submit(transfer());
    const shouted = `0x${operationId.slice(2).toUpperCase()}`;
    expect((await driven().operation(shouted)).operationId).toBe(operationId);
    await driven().failExecution(shouted);
  });

  it('lists operations, newest first', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) ids.unshift(await driven().submit(transfer()));
    await driven().advance(2000);
    ids.unshift(await driven().submit(transfer()));
    const list = async (query?: Parameters<LocalDeployment['operations']>[0]) =>
      (await driven().operations(query)).map(({ operationId }) => operationId);
    expect(await list()).toEqual(ids);
    expect(await list({ limit: 2 })).toEqual(ids.slice(0, 2));
    expect(await list({ before: ids[1] })).toEqual(ids.slice(2));
    expect(await list({ stage: 'executedInBETA', limit: 2 })).toEqual(ids.slice(1, 3));
  });

  it('freezes and unfreezes the time', async () => {
    await driven().freeze();
    const { now, isFrozen } = await driven().clock();
    expect(isFrozen).toBe(true);
    await driven().advance(300);
    expect(await driven().clock()).toEqual({ now: now + 300, isFrozen: true });
    await driven().resume();
    expect(await driven().clock()).toEqual({ now: now + 300, isFrozen: false });
  });

  it('does not move the time beyond the last date', async () => {
    const operationId = await driven().submit(transfer());
    const { now } = await driven().clock();
    await expect(driven().advance(8.64e15 - now + 1)).rejects.toMatchObject({ code: 'USAGE' });
    expect((await driven().clock()).now).toBe(now);
    expect(await stageOf(operationId)).toBe('start');
    await driven().advance(8.64e15 - now - 1);
    expect(new Date((await driven().clock()).now).getTime()).toBe(8.64e15 - 1);
    expect(await stageOf(operationId)).toBe('executedInBETA');
  });

  it('changes settings while it runs', async () => {
    const changed = { epochMs: 1000, consensusMs: 0, executionMs: 0, quorum: 5 };
    expect(await driven().configure({ consensusMs: 0, executionMs: 0, quorum: 5 })).toEqual({
      ...changed,
      epochMs: 200,
    });
    expect(await driven().configure({ epochMs: 1000 })).toEqual(changed);
    expect(await driven().settings()).toEqual(changed);
    const operationId = await driven().submit(transfer());
    await driven().advance(3000);
    expect(await stageOf(operationId)).toBe('executedInBETA');
  });

  it('applies another length of epochs to the running one', async () => {
    await driven().configure({ epochMs: 1000, consensusMs: 1000 });
    await driven().advance(2000);
    const operationId = await driven().submit(transfer());
    await driven().configure({ epochMs: 200 });
    await driven().advance(201);
    expect(await stageOf(operationId)).toBe('collectedInALPHA');
  });

  it('makes an execution fail as requested, and rolls the operation back', async () => {
    const operationId = await driven().submit(transfer());
    await driven().failExecution(operationId, { errorName: 'NotEnoughGas' });
    await driven().advance(2000);
    expect(await driven().operation(operationId)).toMatchObject({
      stage: 'includedInALPHAConsensus',
      success: false,
      note: { errorName: 'NotEnoughGas' },
    });
    await driven().rollBack(operationId);
    await driven().advance(2000);
    expect(await stageOf(operationId)).toBe('executedInBETA');
  });

  it('withdraws a root', async () => {
    const operationId = await driven().submit(transfer());
    await driven().advance(2000);
    await driven().reorganise(operationId);
    expect(await stageOf(operationId)).toBe('collectedInBETA');
    expect((await driven().roots()).map(({ state }) => state)).toContain('withdrawn');
    await driven().advance(2000);
    expect(await stageOf(operationId)).toBe('executedInBETA');
  });

  it('proves an operation on the EVM, and lists the roots', async () => {
    const operationId = await driven().submit(transfer());
    await driven().submit(transfer());
    await driven().advance(2000);
    const proof = await driven().proof(operationId, 'outbound');
    expect(proof).toMatchObject({ operationId, direction: 'outbound', isProven: true, isRootSet: true });
    expect(await driven().proof(operationId)).toMatchObject({ direction: 'inbound', isProven: true });
    const roots = await driven().roots();
    expect(roots).toHaveLength(2);
    expect(roots.find(({ direction }) => direction === 'outbound')).toMatchObject({
      epoch: proof.epoch,
      root: proof.root,
      messages: 2,
      state: 'set',
    });
  });

  it('restores a snapshot repeatedly', async () => {
    const operationId = await driven().submit(transfer());
    const { now } = await driven().clock();
    const snapshot = await driven().snapshot();
    await driven().setFault({ fault: 'html' });
    for (const _round of [1, 2]) {
      await driven().advance(2000);
      expect(await stageOf(operationId)).toBe('executedInBETA');
      await driven().restore(snapshot);
      expect(await stageOf(operationId)).toBe('start');
      expect((await driven().clock()).now).toBe(now);
      expect(await driven().faults()).toEqual([]);
    }
  });

  it('keeps the faults of the same moment as the chains in a snapshot', async () => {
    await driven().submit(transfer());
    await driven().setFault({ fault: 'missed-quorum', times: 1 });
    const advanced = driven().advance(2000);
    // Both are on their way at once; the snapshot comes after everything that the advance brings about.
    const snapshot = await driven().snapshot();
    await advanced;
    await driven().restore(snapshot);
    expect(await driven().roots()).toContainEqual(expect.objectContaining({ state: 'missed' }));
    expect(await driven().faults()).toMatchObject([{ fault: 'missed-quorum', triggered: 1 }]);
  });

  it('sets faults, counts their triggers and clears them', async () => {
    const operationId = await driven().submit(transfer());
    const rule = { fault: 'service-unavailable', endpoint: 'inclusion', operationId, times: 1 } as const;
    const { faultId } = await driven().setFault(rule);
    const { faultId: other } = await driven().setFault({ fault: 'delay', ms: 1, endpoint: 'simulate' });
    await createClient(driven().deployment).inclusion(operationId);
    expect(await driven().faults()).toEqual([
      { ...rule, faultId, triggered: 1 },
      { fault: 'delay', ms: 1, endpoint: 'simulate', faultId: other, triggered: 0 },
    ]);
    await driven().clearFaults(faultId);
    expect(await driven().faults()).toHaveLength(1);
    await driven().clearFaults();
    expect(await driven().faults()).toEqual([]);
  });

  it('clears a fault that was set once, and only that one', async () => {
    const other = await driven().setFault({ fault: 'delay', ms: 1 });
    const fault = await driven().setFault({ fault: 'html' });
    await fault.clear();
    expect(await driven().faults()).toMatchObject([{ fault: 'delay', faultId: other.faultId }]);
    await fault.clear();
    const again = await driven().setFault({ fault: 'html' });
    await Promise.all([again.clear(), again.clear()]);
    await fault[Symbol.asyncDispose]();
    expect(await driven().faults()).toHaveLength(1);
    await driven().restore(start);
    await driven().setFault({ fault: 'html' });
    await Promise.all([fault.clear(), other.clear()]);
    expect(await driven().faults()).toMatchObject([{ fault: 'html' }]);
  });

  it('clears a fault after a function, also if that throws', async () => {
    const during = await driven().withFault({ fault: 'html' }, () => driven().faults());
    expect(during).toMatchObject([{ fault: 'html' }]);
    const failed = driven().withFault({ fault: 'html' }, () => {
      throw new Error('on purpose');
    });
    await expect(failed).rejects.toThrow('on purpose');
    expect(await driven().faults()).toEqual([]);
  });

  it('sets an interceptor that is data, with exact integers, and clears it', async () => {
    const estimatedGas = 2n ** 60n + 1n;
    const interceptor = await driven().intercept({
      name: 'dear',
      endpoint: 'simulate',
      answer: { patch: { response: { estimatedGas } } },
    });
    const simulated = async () => (await createClient(driven().deployment).simulate(transfer())).response;
    expect((await simulated()).estimatedGas).toBe(estimatedGas);
    const { faultId } = interceptor;
    const listed = { fault: 'interceptor', name: 'dear', endpoint: 'simulate', faultId, triggered: 1 };
    expect(await driven().faults()).toEqual([listed]);
    await interceptor.clear();
    expect(await driven().faults()).toEqual([]);
    expect((await simulated()).estimatedGas).not.toBe(estimatedGas);
  });

  it('lists what was received, with its answer, and clears the list', async () => {
    await driven().clearRequests();
    const client = createClient(driven().deployment);
    const operationId = await driven().submit(transfer());
    const { exchange } = await client.simulate(transfer());
    await client.inclusion(operationId);
    const { requests, dropped } = await driven().requests();
    expect(dropped).toBe(0);
    expect(requests).toEqual([
      {
        number: expect.any(Number),
        atMs: expect.any(Number),
        endpoint: 'simulate',
        traceId: exchange.traceId,
        method: 'POST',
        path: '/evm/simulator/simulate-message',
        headers: expect.objectContaining({ 'content-type': 'application/json', 'user-agent': 'crosscheck' }),
        body: exchange.request.body,
        request: transfer(),
        answer: { status: 200, body: exchange.response?.body },
      },
      expect.objectContaining({
        endpoint: 'inclusion',
        operationId,
        method: 'GET',
        answer: expect.anything(),
      }),
    ]);
    expect(requests[1]).not.toHaveProperty('body');
    expect(requests[1]?.number).toBe((requests[0]?.number ?? 0) + 1);
    await driven().clearRequests();
    expect(await driven().requests()).toEqual({ requests: [], dropped: 0 });
  });

  it('filters what was received', async () => {
    await driven().clearRequests();
    const client = createClient(driven().deployment);
    const operationId = await driven().submit(transfer());
    const { exchange } = await client.simulate(transfer());
    await client.inclusion(operationId);
    await client.inclusion(`0x${'0'.repeat(64)}`, { retries: 0 }).catch(() => {});
    const sinceMs = Date.now() + 1;
    while (Date.now() < sinceMs + 1) await new Promise((resolve) => setTimeout(resolve, 1));
    await client.simulate(transfer());
    const listed = async (query: Parameters<LocalDeployment['requests']>[0]) =>
      (await driven().requests(query)).requests.map(({ endpoint, answer }) => [endpoint, answer?.status]);
    expect(await listed({ endpoint: 'simulate' })).toEqual([
      ['simulate', 200],
      ['simulate', 200],
    ]);
    expect(await listed({ status: 404 })).toEqual([['inclusion', 404]]);
    expect(await listed({ operationId: operationId.toUpperCase().replace('X', 'x') })).toEqual([
      ['inclusion', 200],
    ]);
    expect(await listed({ traceId: exchange.traceId })).toEqual([['simulate', 200]]);
    expect(await listed({ sinceMs })).toEqual([['simulate', 200]]);
    expect(await listed({ endpoint: 'simulate', status: 404 })).toEqual([]);
  });

  it('returns a canned answer to matching simulations, as often as `times` says, and counts them', async () => {
    const json = { response: { simulationStatus: false, simulationError: 'paused' } };
    await driven().intercept({
      name: 'paused',
      match: { shardsKey: '8', alphaCallParams: { methodName: 'bounce' } },
      times: 1,
      answer: { json },
    });
    const client = createClient(driven().deployment);
    const errorOf = async (shardsKey: string) =>
      (await client.simulate({ ...transfer(), shardsKey })).response.simulationError;
    expect(await errorOf('7')).not.toBe('paused');
    expect(await errorOf('8')).toBe('paused');
    expect(await errorOf('8')).not.toBe('paused');
    expect(await driven().faults()).toMatchObject([{ name: 'paused', times: 1, triggered: 1 }]);
    const match = { evmCallParams: { target: local.contracts.targets.bounce } };
    await driven().intercept({ match: match as never, answer: { status: 503, json: { error: 'busy' } } });
    await expect(client.simulate(transfer(), { retries: 0 })).rejects.toThrow('busy');
  });

  it('brings back the state after a fixture for each test', async () => {
    let runs = 0;
    const withOperation = async () => {
      runs++;
      await driven().setFault({ fault: 'delay', ms: 1 });
      return await driven().submit(transfer());
    };
    const operationId = await driven().loadFixture(withOperation);
    for (const _test of [1, 2]) {
      await driven().advance(2000);
      await driven().clearFaults();
      expect(await driven().loadFixture(withOperation)).toBe(operationId);
      expect(await stageOf(operationId)).toBe('start');
      expect(await driven().faults()).toMatchObject([{ fault: 'delay' }]);
    }
    expect(runs).toBe(1);
    await expect(driven().loadFixture(async () => {})).rejects.toMatchObject({
      code: 'USAGE',
      message: 'loadFixture takes a named function, which is the same for each test',
    });
  });

  it('runs a fixture again after it failed', async () => {
    let runs = 0;
    const failsOnce = async () => {
      if (++runs === 1) throw new Error('on purpose');
      return runs;
    };
    await expect(driven().loadFixture(failsOnce)).rejects.toThrow('on purpose');
    expect(await driven().loadFixture(failsOnce)).toBe(2);
  });

  it('rejects a submission that exceeds the balance, and continues', async () => {
    await expect(driven().submit(transfer('11', poor))).rejects.toThrow('tvmAssets[0].amount');
    await driven().submit(transfer('10', poor));
  });

  it('reads stages and requests by the names of the deployment as well', async () => {
    const {
      alphaCallParams: evmCallParams,
      betaAssets: tvmAssets,
      betaCaller: tvmCaller,
      ...others
    } = transfer();
    const request = { ...others, evmCallParams, tvmAssets, tvmCaller };
    expect(await driven().submit(request)).toMatch(/^0x/);
    const asked = { stage: 'executedInTVM' as never, limit: 1 };
    expect(await driven().operations(asked)).toEqual(
      await driven().operations({ stage: 'executedInBETA', limit: 1 }),
    );
  });

  it('has no method that these tests do not call', () => {
    const unused = Object.entries(connected).filter(
      ([name, of]) => typeof of === 'function' && !used.has(name),
    );
    expect(unused).toEqual([]);
  });
});

it('intercepts with a function only in its own process', async () => {
  const transfer = {
    shardsKey: '7',
    alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
    betaAssets: [{ amount: '5' }],
    betaCaller: rich,
  };
  const noGas = () => ({ patch: { response: { estimatedGas: 0 } } });
  await local.intercept(noGas);
  const { response } = await createClient(connected.deployment).simulate(transfer);
  expect(response.estimatedGas).toBe(0n);
  expect(await connected.faults()).toMatchObject([{ fault: 'interceptor', name: 'noGas', triggered: 1 }]);
  for (const interceptor of [noGas, { request: () => undefined }])
    await expect(connected.intercept(interceptor)).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringMatching(/^A function can intercept only in the process of the local deployment/),
    });
});
