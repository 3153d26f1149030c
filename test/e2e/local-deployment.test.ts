import { once } from 'node:events';
import { connect } from 'node:net';
import { createClient, type SimulationRequest } from 'crosscheck';
import {
  connectLocalDeployment,
  type LocalDeployment,
  type LocalDeploymentOptions,
  startLocalDeployment,
} from 'crosscheck/local';
import * as AbiParameters from 'ox/AbiParameters';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isOnAnotherNode } from '../support/another-node.js';

const stages = [
  'start',
  'collectedInALPHA',
  'includedInALPHAConsensus',
  'executedInALPHA',
  'collectedInBETA',
  'includedInBETAConsensus',
  'executedInBETA',
];
const swapParameters = AbiParameters.from('address tokenOut, uint256 minimumOutput');
const reasonParameters = AbiParameters.from('string reason');

async function start(options: LocalDeploymentOptions = { clock: 'manual' }): Promise<LocalDeployment> {
  const local = await startLocalDeployment(options);
  onTestFinished(() => local.stop());
  return local;
}

/** A swap of the native coin for the next token. */
function swapRequest(
  { contracts, tokens, accounts }: LocalDeployment,
  minimumOutput = 1n,
): SimulationRequest {
  return {
    shardsKey: '1763712000042',
    alphaCallParams: {
      target: contracts.targets.swap,
      methodName: 'swap',
      arguments: AbiParameters.encode(swapParameters, [tokens[1]?.alpha as `0x${string}`, minimumOutput]),
    },
    betaAssets: [{ amount: '1000000000' }],
    betaCaller: accounts[0],
  };
}

function failingRequest({ contracts, accounts }: LocalDeployment): SimulationRequest {
  return {
    shardsKey: '1',
    alphaCallParams: {
      target: contracts.targets.failing,
      methodName: 'failWithReason(bytes,bytes)',
      arguments: AbiParameters.encode(reasonParameters, ['not today ✗']),
    },
    betaAssets: [],
    betaCaller: accounts[1] ?? accounts[0],
  };
}

async function callEvm(
  { evmRpcUrl }: LocalDeployment,
  method: string,
  ...params: unknown[]
): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = await fetch(evmRpcUrl, { method: 'POST', headers, body });
  return ((await answer.json()) as { result: unknown }).result;
}

async function isListening(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

describe.each([
  { alpha: 'alpha', beta: 'beta' },
  { alpha: 'evm', beta: 'tvm' },
])('a local deployment that says $alpha and $beta', (chains) => {
  it('takes a swap through every stage, and back to the source chain', async () => {
    const local = await start({ clock: 'manual', chains });
    const client = createClient(local.deployment);
    const request = swapRequest(local);
    const simulation = (await client.simulate(request)).response;
    expect(simulation).toMatchObject({
      simulationStatus: true,
      outMessages: [{ targetAddress: local.accounts[0] }],
    });

    const operationId = await local.submit(request);
    const seen: (string | undefined)[] = [];
    for (const ms of [0, 200, 50, 50, 100, 50, 50]) {
      await local.advance(ms);
      seen.push((await client.inclusion(operationId)).response.stage);
    }
    expect(seen).toEqual(stages);

    const { response } = await client.inclusion(operationId);
    expect(response).toMatchObject({ success: true, note: null });
    const { transactions } = response;
    expect(transactions?.map(({ blockchainType }) => blockchainType)).toEqual(['BETA', 'ALPHA', 'BETA']);
    const receipt = await callEvm(local, 'eth_getTransactionReceipt', transactions?.[1]?.hash);
    expect(receipt).toMatchObject({ status: '0x1', to: local.contracts.layer.toLowerCase() });
  });
});

it('proves each message of an epoch on the EVM', async () => {
  const local = await start();
  const client = createClient(local.deployment);
  const ids = await Promise.all(Array.from({ length: 7 }, () => local.submit(swapRequest(local))));
  await local.advance(1000);
  for (const id of ids) expect((await client.inclusion(id)).response.stage).toBe('executedInBETA');
});

it('leaves an operation that fails on the EVM at its stage, and says why', async () => {
  const local = await start();
  const client = createClient(local.deployment);
  const request = failingRequest(local);
  const { response: simulation } = await client.simulate(request);
  expect(simulation).toMatchObject({ simulationStatus: false });

  const operationId = await local.submit(request);
  await local.advance(10_000);
  const { response } = await client.inclusion(operationId);
  expect(response).toMatchObject({
    stage: 'includedInALPHAConsensus',
    success: false,
    note: {
      errorName: 'ProxyCallError',
      content: simulation.simulationError,
      internalBytesError: expect.stringMatching(/^0x08c379a0/),
    },
  });
  expect(response.note?.content).toContain('not today ✗');
  expect(local.deployment.conventions.isRejected(response, local.deployment.conventions)).toBe(true);
});

it('says when an operation ends on the destination chain', async () => {
  const local = await start();
  const { conventions } = local.deployment;
  const client = createClient(local.deployment);
  const operationId = await local.submit({
    ...swapRequest(local),
    alphaCallParams: { target: local.contracts.targets.bounce },
  });
  const endsOnAlpha = async (): Promise<boolean> =>
    conventions.endsOnAlpha((await client.inclusion(operationId)).response, conventions);
  await local.advance(250);
  expect(await endsOnAlpha()).toBe(false);
  await local.advance(50);
  expect(await endsOnAlpha()).toBe(true);
});

it('does not know an operation that was never submitted', async () => {
  const local = await start();
  const unknown = createClient(local.deployment).inclusion(`0x${'00'.repeat(32)}`);
  await expect(unknown).rejects.toMatchObject({ code: 'HTTP_STATUS', status: 404 });
});

it('runs by itself with the real clock', async () => {
  const local = await start({ epochMs: 20, consensusMs: 5, executionMs: 5 });
  const client = createClient(local.deployment);
  const operationId = await local.submit(swapRequest(local));
  const seen = new Set<string | undefined>();
  while (!seen.has('executedInBETA')) seen.add((await client.inclusion(operationId)).response.stage);
  expect([...seen]).toEqual(stages.filter((stage) => seen.has(stage)));
});

it('does not wait for the real clock to advance', async () => {
  const local = await start({ epochMs: 600_000 });
  const operationId = await local.submit(swapRequest(local));
  const before = local.now();
  await local.advance(1_300_000);
  expect(local.now()).toBeGreaterThanOrEqual(before + 1_300_000);
  const { response } = await createClient(local.deployment).inclusion(operationId);
  expect(response.stage).toBe('executedInBETA');
});

it('rejects to submit what the simulator would reject, by the name that the deployment has for the field', async () => {
  const local = await start({ chains: { alpha: 'evm', beta: 'tvm' } });
  const submitted = local.submit({ ...swapRequest(local), betaCaller: 'nobody' });
  await expect(submitted).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringContaining('tvmCaller must be a source-chain address'),
  });
  await expect(local.advance(-1)).rejects.toMatchObject({ code: 'USAGE' });
});

it('gives copies of what it has, so that changes of them affect neither it nor the next one', async () => {
  const local = await start();
  for (const list of [local.executors, local.accounts, local.tokens]) (list as unknown[]).push('0x11');
  Object.assign(local.contracts, { layer: '0x11' });
  const described = await connectLocalDeployment(local.controlUrl);
  const next = await start();
  for (const { contracts, executors, accounts, tokens } of [described, next])
    expect([contracts.layer, ...executors, ...accounts, ...tokens]).not.toContain('0x11');
});

it('leaves no listener behind when it is stopped, and accepts no more calls', async () => {
  const local = await startLocalDeployment({ epochMs: 1 });
  const request = swapRequest(local);
  await local.submit(request);
  await Promise.all([local.stop(), local.stop()]);
  await local[Symbol.asyncDispose]();
  const urls = [local.simulatorUrl, local.observerUrl, local.controlUrl, local.evmRpcUrl];
  expect(await Promise.all(urls.map(isListening))).toEqual([false, false, false, isOnAnotherNode]);
  await expect(local.submit(request)).rejects.toMatchObject({ code: 'DEPLOYMENT_STOPPED' });
  await expect(local.advance(1)).rejects.toMatchObject({ code: 'DEPLOYMENT_STOPPED' });
});

it.each(['simulatorPort', 'observerPort'] as const)('rejects a %s that is taken', async (option) => {
  const { simulatorUrl } = await start();
  const port = Number(new URL(simulatorUrl).port);
  await expect(startLocalDeployment({ [option]: port })).rejects.toMatchObject({
    code: 'DEPLOYMENT_PORT_TAKEN',
  });
});

it.each([
  [{ epochMS: 1 }, 'epochMS is not an option; did you mean epochMs?'],
  [{ epochMs: 0 }, 'epochMs must be an integer'],
  [{ simulatorPort: 65_536 }, 'simulatorPort must be an integer from 0 to 65535'],
  [{ clock: 'auto' }, 'clock must be a clock, or manual'],
  [{ clock: null }, 'clock must be a clock, or manual'],
  [{ chains: { alpha: 'EVM' } }, 'chains.alpha must be'],
  [{ chains: { alpha: 'beta' } }, 'chains must be two names'],
  [null, 'options must be an object'],
])('rejects the options %j', async (options, message) => {
  await expect(startLocalDeployment(options as LocalDeploymentOptions)).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringContaining(message),
  });
});
