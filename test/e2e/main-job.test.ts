import 'crosscheck/vitest';
import {
  type Client,
  configure,
  createClient,
  InclusionNotApplicableError,
  InclusionRejectedError,
  InclusionTimeoutError,
  type SimulationRequest,
  waitForInclusion,
} from 'crosscheck';
import { type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import * as AbiParameters from 'ox/AbiParameters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const coin = 10n ** 18n;
const quickly = { intervals: 20, timeoutMs: 20_000 };

const encode = (types: string, ...values: readonly unknown[]): string =>
  AbiParameters.encode(AbiParameters.from(types) as readonly AbiParameters.Parameter[], values);

describe.each([
  { alpha: 'alpha', beta: 'beta' },
  { alpha: 'evm', beta: 'tvm' },
])('the main job on a deployment of $alpha and $beta', (chains) => {
  let local: LocalDeployment;
  let client: Client;

  beforeAll(async () => {
    local = await startLocalDeployment({ chains });
    client = createClient(local.deployment);
    configure({ deployment: local.deployment });
  });
  afterAll(async () => {
    configure({ deployment: undefined });
    await local.stop();
  });

  const requestTo = (alphaCallParams: SimulationRequest['alphaCallParams']): SimulationRequest => ({
    shardsKey: `${Date.now()}`,
    alphaCallParams,
    betaAssets: [{ amount: `${coin}` }],
    betaCaller: local.accounts[0],
  });
  const swap = (minimumOutput = 1n): SimulationRequest =>
    requestTo({
      target: local.contracts.targets.swap,
      methodName: 'swap',
      arguments: encode('address, uint256', local.tokens[1]?.alpha, minimumOutput),
    });
  const bounce = (): SimulationRequest =>
    requestTo({ target: local.contracts.targets.bounce, methodName: 'bounce', arguments: '0xc0ffee' });

  it('simulates a swap, submits it, waits for its inclusion, and asserts its message', async () => {
    const request = swap();
    const simulation = await client.simulate(request);
    await expect(simulation).toSimulateSuccessfully();
    const { response } = simulation;
    expect(response.estimatedGas).toBeGreaterThan(21_000n);
    expect(response.debugInfo?.to?.toLowerCase()).toBe(local.contracts.layer.toLowerCase());
    expect(response.outMessages).toMatchObject([
      { callerAddress: local.contracts.targets.swap, targetAddress: request.betaCaller },
    ]);
    const [message] = response.outMessages ?? [];
    const moved = [...(message?.tokensBurned ?? []), ...(message?.tokensLocked ?? [])];
    expect(moved).toHaveLength(1);
    expect(BigInt(moved[0]?.amount ?? 0)).toBeGreaterThan(0n);

    const operationId = await local.submit(request);
    const { record, timeline, inconsistencies } = await waitForInclusion(client, operationId, quickly);
    expect(record.verdict).toBe('included');
    expect(record.response.success).toBe(true);
    expect(record.response.transactions?.map(({ blockchainType }) => blockchainType).slice(0, 2)).toEqual([
      'BETA',
      'ALPHA',
    ]);
    expect(timeline.at(-1)?.result.verdict).toBe('included');
    expect(inconsistencies).toEqual([]);
    expect(record.drift).toEqual([]);
    await expect(record).toReachInclusion({ timeoutMs: 0 });
  });

  it('simulates a bounce and reaches its inclusion, by the matchers alone', async () => {
    await expect(bounce()).toSimulateSuccessfully();
    await expect(local.submit(bounce())).toReachInclusion(quickly);
    await expect(() => local.submit(bounce())).toReachInclusion({ ...quickly, stableForMs: 60 });
  });

  it.each([
    ['a reason', 'failWithReason', ['string', 'no luck today'], 'no luck today'],
    ['a custom error', 'failWithCustomError', ['uint256, string', 7n, 'closed'], /Refused\(7, "?closed"?\)/],
    ['a panic', 'failWithPanic', ['uint256', 0n], /0x11|overflow|underflow/i],
  ] as const)('decodes a revert with %s', async (_, methodName, [types, ...values], text) => {
    const { failing: target } = local.contracts.targets;
    const request = requestTo({ target, methodName, arguments: encode(types, ...values) });
    await expect(request).not.toSimulateSuccessfully();
    const { response } = await client.simulate(request);
    expect(response.simulationStatus).toBe(false);
    expect(response.simulationError).toMatch(text);
    await expect(expect(request).toSimulateSuccessfully()).rejects.toThrow(text);

    const rejection = waitForInclusion(client, await local.submit(request), quickly);
    await expect(rejection).rejects.toBeInstanceOf(InclusionRejectedError);
    await expect(rejection).rejects.toThrow(/ProxyCallError/);
  });

  it('decodes the custom error of a swap that returns too little', async () => {
    await expect(expect(swap(10n ** 30n)).toSimulateSuccessfully()).rejects.toThrow(/InsufficientOutput\(/);
  });

  it('distinguishes "not applicable" from "not included"', async () => {
    const plain = requestTo({ target: '0x52908400098527886E0F7030069857D2E4169EE7' });
    const outcome = waitForInclusion(client, await local.submit(plain), quickly);
    await expect(outcome).rejects.toBeInstanceOf(InclusionNotApplicableError);
    const unknown = waitForInclusion(client, `0x${'00'.repeat(32)}`, { timeoutMs: 0 });
    await expect(unknown).rejects.toBeInstanceOf(InclusionTimeoutError);
  });
});
