import type { Interceptor } from 'crosscheck/local';
import { expect, it } from 'vitest';
import { type MutantName, mutants } from '../../mutants/mutants.js';
import { request, serveWithFaults } from '../local/faults/serve-with-faults.js';

const { betaCaller } = request;
const large = { amount: `${2n ** 255n}` };

it.each<[MutantName, object, object, string | number]>([
  ['gateway-error-on-executor', { executorAddress: '' }, { executorAddress: `0x${'0e'.repeat(20)}` }, 502],
  ['reset-on-fee-asset', { feeAssetAddress: '' }, { feeAssetAddress: betaCaller }, 'HTTP_NETWORK'],
  ['hang-on-large-amount', { betaAssets: [{ amount: '9' }] }, { betaAssets: [large] }, 'HTTP_TIMEOUT'],
])('%s triggered at one kind of request only', async (fault, other, triggered, outcome) => {
  const { client } = await serveWithFaults([{ fault }]);
  const codeOf = (changes: object, attemptTimeoutMs: number): Promise<unknown> =>
    client({ attemptTimeoutMs, retries: 0 })
      .simulate({ ...request, ...changes })
      .then(
        () => 200,
        (error) => (error.code === 'HTTP_STATUS' ? error.status : error.code),
      );
  expect(await codeOf(other, 10_000)).toBe(200);
  expect(await codeOf(triggered, outcome === 'HTTP_TIMEOUT' ? 150 : 10_000)).toBe(outcome);
});

it.each<[MutantName, (size: number) => object]>([
  ['superlinear-latency', (size) => ({ length: 2_048 * size })],
  ['superlinear-latency-assets', (size) => ({ betaAssets: Array(8 * size).fill({ amount: '1' }) })],
  ['superlinear-latency-text', (size) => ({ betaCaller: 'a'.repeat(2_048 * size) })],
  [
    'superlinear-latency-depth',
    (size) => ({ extraData: JSON.parse('['.repeat(size + 2) + ']'.repeat(size + 2)) }),
  ],
])('%s takes the square of the size', (fault, grown) => {
  const { answer }: Interceptor = mutants[fault].start(Date.now);
  const delayMs = (size: number): unknown => {
    const json = grown(size);
    const headers = { 'content-length': `${(json as { readonly length?: number }).length}` };
    const request = { method: 'POST', url: '/', headers, body: '', json };
    const change =
      typeof answer === 'function' &&
      answer({
        endpoint: 'simulate',
        request,
        answer: { status: 200, headers: {}, body: '', json: undefined },
      });
    return (change as { readonly delayMs?: number }).delayMs;
  };
  expect([8, 16, 32, 64].map(delayMs)).toEqual([62.5, 250, 1_000, 1_000]);
});
