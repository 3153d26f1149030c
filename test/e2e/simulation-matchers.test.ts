import 'crosscheck/vitest';
import { configure, createClient, type SimulationRequest } from 'crosscheck';
import { type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import { type FailureReason, snapshotSerializer } from 'crosscheck/matchers';
import * as AbiParameters from 'ox/AbiParameters';
import { afterAll, beforeAll, expect, it } from 'vitest';

let local: LocalDeployment;

beforeAll(async () => {
  local = await startLocalDeployment();
  configure({ deployment: local.deployment });
});
afterAll(async () => {
  configure({ deployment: undefined });
  await local.stop();
});

const encode = (types: string, ...values: readonly unknown[]): string =>
  AbiParameters.encode(AbiParameters.from(types) as readonly AbiParameters.Parameter[], values);
const requestTo = (alphaCallParams: SimulationRequest['alphaCallParams']): SimulationRequest => ({
  shardsKey: '1763712000042',
  alphaCallParams,
  betaAssets: [{ amount: '1000000000' }],
  betaCaller: local.accounts[0],
});
const bounce = (): SimulationRequest =>
  requestTo({ target: local.contracts.targets.bounce, methodName: 'bounce', arguments: '0xc0ffee' });

it('asserts a call that a real EVM runs, in both polarities', async () => {
  const result = await createClient(local.deployment).simulate(bounce());
  await expect(result).toMatchSimulation({
    simulationStatus: true,
    simulationError: '',
    debugInfo: { to: local.contracts.layer.toLowerCase() },
    outMessages: [expect.outMessage({ shardsKey: '1763712000042', operationId: expect.operationId() })],
  });
  await expect(result).toEmitOutMessage({
    targetAddress: local.accounts[0],
    tokensBurned: [{ amount: expect.amount({ min: 1n }) }],
  });
  await expect(result).not.toEmitOutMessage({ shardsKey: 1 });
  await expect(result).toHaveOutMessageCount(1);
  await expect(result).toUseGasWithin({ min: 21_000, max: result.response.estimatedGas });
  await expect(result).not.toUseGasWithin(21_000);
  await expect(result).toCostAtMost(result.response.estimatedJettonFeeAmount as string);
  await expect(result).not.toCostAtMost(0n);
  await expect(result).not.toFailSimulation();
});

it.each<[string, string, FailureReason]>([
  ['failWithReason', encode('string', 'no luck today'), { errorName: 'Error', args: ['no luck today'] }],
  [
    'failWithCustomError',
    encode('uint256, string', 7n, 'a "b", (c)'),
    { errorName: 'Refused', args: [7n, 'a "b", (c)'] },
  ],
  ['failWithPanic', '0x', { errorName: 'Panic', args: [0x11] }],
  ['failWithoutData', '0x', 'without data'],
  ['noSuchMethod', '0x', /no method noSuchMethod\(bytes,bytes\)/],
])('asserts why %s fails', async (methodName, callArguments, reason) => {
  const { failing: target } = local.contracts.targets;
  const request = requestTo({ target, methodName, arguments: callArguments });
  await expect(request).toFailSimulation(reason);
  await expect(request).not.toFailSimulation({ errorName: 'Paused' });
  await expect(expect(request).not.toEmitOutMessage({ shardsKey: 1 })).rejects.toMatchObject({
    code: 'INCONCLUSIVE',
  });
});

it('writes the same snapshot of calls that were simulated on different blocks', async () => {
  const client = createClient(local.deployment);
  const write = (value: unknown): string =>
    snapshotSerializer.serialize(value, {}, '', 0, [], (copy) =>
      JSON.stringify(copy, (_, member) => (typeof member === 'bigint' ? `${member}` : member)),
    );
  const first = await client.simulate(bounce());
  const operationId = await local.submit(bounce());
  await expect(operationId).toReachInclusion({ intervals: 20, timeoutMs: 20_000 });
  const second = await client.simulate(bounce());
  expect(second.response.debugInfo?.blockNumber).not.toBe(first.response.debugInfo?.blockNumber);
  expect(write(second)).toBe(write(first));
});
