import { expect } from 'vitest';
import 'crosscheck/vitest';
import type { InclusionRecord, SimulationRequest } from 'crosscheck';

/** Compiled, never run: every matcher on this version's `expect`, with its libraries checked too. */
export async function everyMatcher(id: string, record: InclusionRecord, request: SimulationRequest) {
  await expect(id).toReachInclusion({ timeoutMs: 10 });
  await expect(id).not.toReachInclusion({ forMs: 10 });
  await expect(Promise.resolve(id)).resolves.toReachStage('start', { timeoutMs: 10 });
  await expect(id).toStayUnincluded({ forMs: 10 });
  await expect.poll(() => id).toReachInclusion();
  await expect.soft(request).toSimulateSuccessfully();
  await expect(request).toFailSimulation({ errorName: 'Panic', args: [0x11n] });
  await expect(request).toEmitOutMessage({ tokensBurned: [{ amount: 1n }] });
  expect(record).toBeIncluded();
  expect(record).not.toBeRejected({ note: /gas/ });
  expect(record).toHaveInclusionTransaction({ blockchainType: 'ALPHA' });
  expect([]).toAdvanceMonotonically();
  expect({ amount: '7' }).toEqual({ amount: expect.amount({ max: 7n }) });
  // @ts-expect-error forMs is required
  await expect(id).toStayUnincluded({});
  // @ts-expect-error a stage is reached when it is seen
  await expect(id).toReachStage('start', { stableForMs: 5 });
}
