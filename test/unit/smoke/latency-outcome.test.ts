import { expect, it } from 'vitest';
import { latencyOutcome } from '../../../src/smoke/latency-checks.js';

const budgets = { p50: 100, p95: 200 };

it.each([
  [
    'as long as may be',
    [100, 100, 200],
    'passed',
    'p50 100 ms (budget 100 ms), p95 200 ms (budget 200 ms), 3 samples',
  ],
  ['one alone', [7], 'passed', 'p50 7 ms (budget 100 ms), p95 7 ms (budget 200 ms), 1 sample'],
  ['half of them longer', [101, 1, 101], 'failed', 'p50 over budget: p50 101 ms'],
  ['one of ten longer', [...Array(9).fill(1), 201], 'failed', 'p95 over budget: p50 1 ms'],
  ['one of twenty longer', [...Array(19).fill(1), 201], 'passed', 'p95 1 ms'],
  ['all longer', [300], 'failed', 'p50 and p95 over budget: '],
] as const)('%s', (_, durations, status, message) => {
  const outcome = latencyOutcome('simulate', durations as readonly number[], budgets);
  expect(outcome).toMatchObject({ status, message: expect.stringContaining(message) });
});
