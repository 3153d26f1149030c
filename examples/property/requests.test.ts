import { createClient, currentDeployment } from 'crosscheck';
import { checkProperty, simulationRequest } from 'crosscheck/arbitraries';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test('every valid request gets a verdict, and a true one comes with gas', async () => {
  const client = createClient(currentDeployment());
  await checkProperty(
    fc.asyncProperty(simulationRequest({ deployment: client.deployment }), async (request) => {
      const result = await client.simulate(request);
      await expect(result).toMatchSimulation({ simulationStatus: expect.any(Boolean) });
      if (result.response.simulationStatus) await expect(result).toUseGasWithin({ min: 1 });
      else expect(result.response.simulationError).not.toBe('');
    }),
    { numRuns: 50 },
  );
});
