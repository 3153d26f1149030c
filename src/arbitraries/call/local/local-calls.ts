import fc, { type Arbitrary } from 'fast-check';
import { bounces, deliveries } from './bounce-cases.js';
import { failingGasBurns, gasBurns } from './gas-cases.js';
import type { CallableDeployment, LocalCall } from './local-call.js';
import { refuseOtherDeployments } from './refuse-other-deployments.js';
import { cutArguments, targetsWithoutCode, unknownMethods } from './refused-calls.js';
import { refusedAssets, strangeExecutors } from './refused-messages.js';
import { reverts } from './reverting-cases.js';
import { failingSwaps, swaps } from './swap-cases.js';

/**
 * Gives calls of a local deployment's targets, each with what must come of it: three of four simulate successfully,
 * the others fail for a reason that `failure` gives. They hold for a deployment that executes such calls as well as
 * simulating them; calls that move millions of tokens through the pool, or take them out of the reserve, end that.
 * A call shrinks to one that has the same outcome for the same reason.
 *
 * @param local - What `startLocalDeployment`, `connectLocalDeployment` or `localDeployment` of `crosscheck/vitest` gives.
 * @throws {UsageError} when it is something else.
 * @example
 * import { checkProperty, localCalls } from 'crosscheck/arbitraries';
 * import { localDeployment } from 'crosscheck/vitest';
 * import fc from 'fast-check';
 * import { expect } from 'vitest';
 *
 * await checkProperty(
 *   fc.asyncProperty(localCalls(await localDeployment()), async ({ request, failure }) => {
 *     if (failure) await expect(request).toFailSimulation(failure.reason);
 *     else await expect(request).toSimulateSuccessfully();
 *   }),
 * );
 */
export function localCalls(local: CallableDeployment): Arbitrary<LocalCall> {
  refuseOtherDeployments(local);
  const successful = fc.oneof(
    { arbitrary: swaps(local), weight: 3 },
    { arbitrary: bounces(local), weight: 3 },
    { arbitrary: gasBurns(local), weight: 2 },
    { arbitrary: deliveries(local), weight: 1 },
  );
  const failing = fc.oneof(
    ...failingSwaps(local),
    ...reverts(local),
    ...refusedAssets(local),
    strangeExecutors(local),
    failingGasBurns(local),
    unknownMethods(local),
    cutArguments(local),
    targetsWithoutCode(local),
  );
  return fc.oneof({ arbitrary: successful, weight: 3 }, { arbitrary: failing, weight: 1 });
}
