import { expect } from '@jest/globals';
import type { InclusionRecord } from 'crosscheck';
import { type CrosscheckAsymmetricMatchers, type CrosscheckMatchers, matchers } from 'crosscheck/matchers';

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends CrosscheckMatchers {}
  interface AsymmetricMatchers extends CrosscheckAsymmetricMatchers {}
}

expect.extend(matchers);

/** Compiled, never run: the matchers on Jest's `expect`, with its libraries checked too. */
export async function someMatchers(id: string, record: InclusionRecord) {
  await expect(id).toReachInclusion({ timeoutMs: 10 });
  await expect(id).not.toReachStage('start', { forMs: 10 });
  expect(record).not.toBeIncluded();
  expect({ amount: '7' }).toEqual({ amount: expect.amount({ max: 7n }) });
  // @ts-expect-error forMs is required
  await expect(id).toStayUnincluded({});
}
