import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createClient, defineDeployment } from 'crosscheck';
import { connectLocalDeployment, type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import { beforeAll, describe, expect, it } from 'vitest';
import { exchange, postJson } from '../../../support/http-exchange.js';

const stages = [
  'start',
  'seenByALPHA',
  'agreedForALPHA',
  'doneInALPHA',
  'seenByBETA',
  'agreedForBETA',
  'doneInBETA',
];
const conventions = {
  operationIdParameter: 'id',
  stages,
  blockchainTypes: ['L_ALPHA', 'L_BETA'],
  timestampUnit: 'ms',
  requiredRequestFields: ['betaCaller', 'feeAssetAddress'],
  requestValidation: 'off',
} as const;

let local: LocalDeployment;
beforeAll(async () => {
  const port = await freePort();
  local = await startLocalDeployment({
    clock: 'manual',
    chains: { alpha: 'evm', beta: 'tvm' },
    conventions,
    simulatorPort: port,
    observerPort: port,
  });
  return () => local.stop();
});

/** A port that was free just now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

const wire = (overrides: object = {}) => ({
  tvmCaller: 'somebody',
  feeAssetAddress: '',
  evmCallParams: { target: local.contracts.targets.bounce.toLowerCase(), methodName: 'bounce' },
  ...overrides,
});
const simulate = async (body: object) => {
  const url = `${local.simulatorUrl}/evm/simulator/simulate-message`;
  const { status, text } = await postJson(url, JSON.stringify(body));
  return { status, ...JSON.parse(text) };
};
const submit = async (body: object): Promise<string> => {
  const { text } = await postJson(`${local.controlUrl}/operations`, JSON.stringify(body));
  return JSON.parse(text).operationId;
};

it('serves both operations at one URL when they have one port', () => {
  expect(local.observerUrl).toBe(local.simulatorUrl);
  expect(local.controlUrl).not.toBe(local.simulatorUrl);
});

it('answers with the configured names and unit', async () => {
  const operationId = await submit(wire({ tvmAssets: [{ amount: '5' }] }));
  await local.advance(2000);
  const path = '/tvm/observer/is-message-included-in-consensus';
  const { text } = await exchange(`${local.observerUrl}${path}?id=${operationId}`);
  const { response } = JSON.parse(text);
  expect(response).toMatchObject({
    stage: 'doneInTVM',
    transactions: [{ blockchainType: 'L_TVM' }, { blockchainType: 'L_EVM' }, { blockchainType: 'L_TVM' }],
  });
  expect(Math.abs(response.timestamp - local.now())).toBeLessThan(10_000);
  expect((await exchange(`${local.observerUrl}${path}?operationId=${operationId}`)).status).toBe(400);
  const control = JSON.parse((await exchange(`${local.controlUrl}/operations/${operationId}`)).text);
  expect(control).toMatchObject({ stage: 'doneInTVM', transactions: response.transactions });
});

it('is understood by a client that was written for such a deployment', async () => {
  const { simulatorUrl, observerUrl } = local;
  const own = defineDeployment({
    simulatorUrl,
    observerUrl,
    chains: { alpha: 'evm', beta: 'tvm' },
    conventions: { ...conventions, includedStage: 'agreedForBETA' },
  });
  const connected = await connectLocalDeployment(local.controlUrl);
  const operationId = await submit(wire());
  for (const deployment of [own, local.deployment, connected.deployment]) {
    const { verdict, response } = await createClient(deployment).inclusion(operationId);
    expect([verdict, response.stage, response.transactions?.[0]?.blockchainType]).toEqual([
      'pending',
      'start',
      'L_BETA',
    ]);
  }
  await local.advance(2000);
  for (const deployment of [own, local.deployment, connected.deployment])
    expect((await createClient(deployment).inclusion(operationId)).verdict).toBe('included');
});

it('returns neutral stages from the handle', async () => {
  const connected = await connectLocalDeployment(local.controlUrl);
  const operationId = await submit(wire());
  for (const handle of [local, connected])
    expect(await handle.operation(operationId)).toMatchObject({
      stage: 'start',
      transactions: [{ blockchainType: 'BETA' }],
    });
  await local.advance(2000);
  for (const handle of [local, connected])
    expect((await handle.operations({ stage: 'executedInBETA' }))[0]).toMatchObject({
      operationId,
      stage: 'executedInBETA',
    });
});

describe('with its own required fields and open formats', () => {
  it('simulates a request that has only those', async () => {
    expect(await simulate(wire())).toMatchObject({ status: 200, response: { simulationStatus: true } });
  });

  it.each([
    [{ feeAssetAddress: undefined }, /^feeAssetAddress is missing$/],
    [{ tvmCaller: undefined }, /^tvmCaller is missing$/],
    [{ evmCallParams: undefined }, /^evmCallParams is missing$/],
    [{ evmCallParams: {} }, /^evmCallParams\.target is missing$/],
    [{ evmCallParams: { target: 'nowhere' } }, /^evmCallParams\.target must be 0x and 40 hex digits$/],
    [{ shardsKey: '1e3' }, /^shardsKey must be a decimal integer/],
    [{ tvmAssets: [{ amount: '-1' }] }, /^tvmAssets\[0\]\.amount must be a decimal integer/],
    [{ extraData: 'x' }, /^extraData must be 0x and an even number/],
    [{ executorAddress: '0x1' }, /^executorAddress must be 0x and 40 hex digits$/],
    [{ betaCaller: 'x' }, /must not have betaCaller$/],
  ])('rejects %j, which cannot be interpreted', async (overrides, error) => {
    expect(await simulate(wire(overrides))).toMatchObject({
      status: 400,
      error: expect.stringMatching(error),
    });
  });

  it.each([
    [{ tvmCaller: '' }],
    [{ executorAddress: '' }],
    [{ tvmAssets: [{ amount: '1', tokenAddress: 'gold' }] }],
    [{ evmCallParams: { target: `0x${'aB'.repeat(20)}` } }],
  ])('takes %j, and answers with a verdict', async (overrides) => {
    const { status, response } = await simulate(wire(overrides));
    expect([status, typeof response?.simulationStatus]).toEqual([200, 'boolean']);
  });

  it('validates submissions in its own process in the same way', async () => {
    const target = local.contracts.targets.bounce;
    await local.submit({ betaCaller: 'me', feeAssetAddress: '', alphaCallParams: { target } });
    await expect(local.submit({ betaCaller: 'me', feeAssetAddress: '' })).rejects.toThrow(
      'evmCallParams is missing',
    );
  });
});
