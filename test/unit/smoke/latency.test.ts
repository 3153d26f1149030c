import type { SmokeCheck, SmokeOptions } from 'crosscheck/smoke';
import { expect, it } from 'vitest';
import { builtInCheckNames } from '../../../src/smoke/smoke-check-names.js';
import { createPatientClock } from '../../support/hand-clock.js';
import { ampleBudgets, checkIn, smokeOf } from './service.js';

const judged = ['simulator-reachability', 'simulate-latency'];
const skipChecks = builtInCheckNames.filter((name) => !judged.includes(name)) as SmokeOptions['skipChecks'];
const budgets = { ...ampleBudgets, simulateP50Ms: 100, simulateP95Ms: 200 };

/** The check of latencies, with samples that took so long. */
async function latencyOf(durations: readonly number[]): Promise<SmokeCheck> {
  const clock = createPatientClock();
  // The first answer shows that the simulator is there.
  const left = [0, ...durations];
  const report = await smokeOf(
    () => {
      clock.move(left.shift() ?? expect.unreachable('nothing more was expected'));
      return undefined;
    },
    { clock, samples: durations.length, budgets, skipChecks },
  );
  return checkIn(report, 'simulate-latency');
}

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
] as const)('%s', async (_, durations, status, message) => {
  expect(await latencyOf(durations)).toMatchObject({ status, message: expect.stringContaining(message) });
});
