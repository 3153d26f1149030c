import { expect, it } from 'vitest';
import type { FaultName } from '../../../../src/local/faults/fault-rule.js';
import { timingFaults } from '../../../../src/local/faults/http-faults.js';
import { request, serveWithFaults } from './serve-with-faults.js';

const { betaCaller } = request;
const large = { amount: `${2n ** 255n}` };

it.each<[FaultName, object, object, string | number]>([
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

it.each<[keyof typeof timingFaults, (size: number) => object]>([
  ['superlinear-latency-assets', (size) => ({ betaAssets: Array(8 * size).fill({ amount: '1' }) })],
  ['superlinear-latency-text', (size) => ({ betaCaller: 'a'.repeat(2_048 * size) })],
  [
    'superlinear-latency-depth',
    (size) => ({ extraData: JSON.parse('['.repeat(size + 2) + ']'.repeat(size + 2)) }),
  ],
])('%s takes the square of the size', (fault, grown) => {
  const pauseMs = (size: number): number | undefined =>
    timingFaults[fault].pauseMs(1_000, () => 0, { endpoint: 'simulate', simulated: grown(size) });
  expect([8, 16, 32, 64].map(pauseMs)).toEqual([62.5, 250, 1_000, 1_000]);
});
