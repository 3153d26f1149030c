import type { SimulationRequest } from 'crosscheck';
import { test as base, expect } from 'crosscheck/playwright';

/** Fixtures of your own can use those of the package. */
const test = base.extend<{ call: SimulationRequest }>({
  call: async ({ local }, use) => {
    await use({
      shardsKey: String(Date.now()),
      alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
      betaAssets: [{ amount: '1000000000' }],
      betaCaller: local.accounts[0] as string,
    });
  },
});

test('a call succeeds and returns its assets', async ({ client, call }) => {
  const result = await client.simulate(call);
  await expect(result).toSimulateSuccessfully();
  await expect(result).toEmitOutMessage({ tokensBurned: [{ amount: 1_000_000_000n }] });
  expect(result.response.feeParams?.currentBaseFee).toEqual(expect.amount({ min: 1n }));
});

test('an operation is included before the test times out', async ({ local, call }) => {
  const operationId = await local.submit(call);
  await expect(operationId).toReachInclusion();
});

test('a record says so in time, with expect.poll', async ({ local, client, call }) => {
  const operationId = await local.submit(call);
  await expect.poll(() => client.inclusion(operationId)).toBeIncluded();
});

test.describe('with a fault', () => {
  // Other tests of the worker do not see it.
  test.use({ isolatedLocal: true });

  test('an outage is not a verdict', async ({ local, call }) => {
    await local.setFault({ fault: 'service-unavailable' });
    const outcome = expect(call).not.toSimulateSuccessfully();
    await expect(outcome).rejects.toThrow('answered with status 503');
  });
});
