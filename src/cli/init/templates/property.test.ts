import { createClient, currentDeployment } from 'crosscheck';
import { checkProperty, localCalls, simulationRequest } from 'crosscheck/arbitraries';
import { localDeployment } from 'crosscheck/vitest';
import fc from 'fast-check';
import { describe, expect, inject, test } from 'vitest';

// Generates the same values in each run, so that recordings can be replayed. Another seed generates other values.
const seed = 1;

// A failing property is shrunk to the simplest request that fails. The message has the seed to run it again. If the service
// does not answer, the property is inconclusive: that is not a counterexample.
describe('any deployment', { timeout: 60_000 }, () => {
  test('the same request always gets the same verdict', async () => {
    const client = createClient(currentDeployment());
    await checkProperty(
      fc.asyncProperty(simulationRequest({ deployment: client.deployment }), async (request) => {
        const { response: first } = await client.simulate(request);
        const { response: second } = await client.simulate(request);
        expect(first.simulationStatus).toBeTypeOf('boolean');
        expect(second.simulationStatus).toBe(first.simulationStatus);
      }),
      { seed, numRuns: 15 },
    );
  });
});

describe.runIf(inject('crosscheck'))('the local deployment', { timeout: 60_000 }, () => {
  test('every call succeeds or fails as expected', async () => {
    const calls = localCalls(await localDeployment());
    await checkProperty(
      fc.asyncProperty(calls, async ({ request, failure }) => {
        if (failure) await expect(request).toFailSimulation(failure.reason);
        else await expect(request).toSimulateSuccessfully();
      }),
      { seed, numRuns: 25 },
    );
  });
});
