import { checkProperty, localCalls } from 'crosscheck/arbitraries';
import { localDeployment } from 'crosscheck/vitest';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test('every call does what it must', async () => {
  const local = await localDeployment();
  await checkProperty(
    fc.asyncProperty(localCalls(local), async ({ request, failure }) => {
      if (failure) await expect(request).toFailSimulation(failure.reason);
      else await expect(request).toSimulateSuccessfully();
    }),
    { numRuns: 50 },
  );
});
