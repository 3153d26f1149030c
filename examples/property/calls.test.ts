import { createClient } from 'crosscheck';
import { callTo, checkProperty } from 'crosscheck/arbitraries';
import { localDeployment } from 'crosscheck/vitest';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test('a swap sends one message back, or says what is wrong with it', async () => {
  const local = await localDeployment();
  const client = createClient(local.deployment);
  const swaps = callTo({
    target: local.contracts.targets.swap,
    signature: 'swap(address tokenOut, uint256 minimumOutput)',
    addresses: local.tokens.map((token) => token.alpha),
    accounts: local.accounts,
    betaAssets: [{ amount: '1000000' }],
  });

  await checkProperty(
    fc.asyncProperty(swaps, async (request) => {
      const result = await client.simulate(request);
      if (result.response.simulationStatus) await expect(result).toHaveOutMessageCount(1);
      else await expect(result).toFailSimulation(/InsufficientOutput|NotTraded/);
    }),
    { numRuns: 50 },
  );
});
