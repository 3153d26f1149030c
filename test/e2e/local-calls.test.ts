import { createClient } from 'crosscheck';
import { callTo, type LocalCall, localCalls } from 'crosscheck/arbitraries';
import { connectLocalDeployment, type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import { matchers } from 'crosscheck/matchers';
import fc from 'fast-check';
import * as AbiFunction from 'ox/AbiFunction';
import * as AbiParameters from 'ox/AbiParameters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

expect.extend(matchers);

let local: LocalDeployment;
beforeAll(async () => {
  local = await startLocalDeployment({ clock: 'manual' });
});
afterAll(() => local.stop());

/** The calls of which something came that was not said, with what came. */
async function surprises(calls: readonly LocalCall[]): Promise<unknown[]> {
  const client = createClient(local.deployment);
  const judged = calls.map(async ({ request, failure }) => {
    const result = await client.simulate(request);
    try {
      if (failure === undefined) await expect(result).toSimulateSuccessfully();
      else await expect(result).toFailSimulation(failure.reason);
      return [];
    } catch (error) {
      return [{ request, failure, error }];
    }
  });
  return (await Promise.all(judged)).flat();
}

describe('localCalls', () => {
  it('have the verdict and the reason that they say, and most succeed', async () => {
    const calls = fc.sample(localCalls(local), { numRuns: 400, seed: 11 });
    expect(await surprises(calls)).toEqual([]);
    const succeeding = calls.filter(({ failure }) => failure === undefined);
    expect(succeeding.length).toBeGreaterThan((2 / 3) * calls.length);
  });

  it('have them still after many such calls were executed', async () => {
    const executed = fc
      .sample(localCalls(local), { numRuns: 200, seed: 12 })
      .filter(({ failure }) => failure === undefined);
    for (const { request } of executed) await local.submit(request);
    await local.advance(60_000);
    expect(await surprises(fc.sample(localCalls(local), { numRuns: 200, seed: 13 }))).toEqual([]);
  });

  it('are made for a connected deployment as well', async () => {
    const connected = await connectLocalDeployment(local.controlUrl);
    const draw = (arbitrary: fc.Arbitrary<LocalCall>) => fc.sample(arbitrary, { numRuns: 50, seed: 3 });
    expect(draw(localCalls(connected))).toEqual(draw(localCalls(local)));
  });
});

describe('callTo', () => {
  it('encodes arguments that the contract decodes to the same values', async () => {
    const { targets } = local.contracts;
    const signature = 'failWithCustomError(uint256 code, string why)';
    const calls = callTo({ target: targets.failing, signature, accounts: local.accounts, betaAssets: [] });
    const client = createClient(local.deployment);
    for (const request of fc.sample(calls, { numRuns: 50, seed: 4 })) {
      const { response } = await client.simulate(request);
      const { inputs } = AbiFunction.from(`function ${signature}`);
      const [code, why] = AbiParameters.decode(inputs, request.alphaCallParams?.arguments as `0x${string}`);
      expect(response.simulationError).toBe(`execution reverted: Refused(${code}, ${JSON.stringify(why)})`);
    }
  });
});
