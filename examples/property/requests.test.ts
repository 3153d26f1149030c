import { createClient, currentDeployment } from 'crosscheck';
import { checkProperty, simulationRequest } from 'crosscheck/arbitraries';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test('every valid request gets a verdict, and a true one comes with gas', async () => {
  const client = createClient(currentDeployment());
  await checkProperty(
    fc.asyncProperty(simulationRequest({ deployment: client.deployment }), async (request) => {
      const { response } = await client.simulate(request);
      expect(response.simulationStatus).toBeTypeOf('boolean');
      if (response.simulationStatus) expect(response.estimatedGas).toBeGreaterThan(0n);
      else expect(response.simulationError).not.toBe('');
    }),
    { numRuns: 50 },
  );
});
