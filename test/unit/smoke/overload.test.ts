import type { Clock } from 'crosscheck';
import { runSmoke, type SmokeOptions } from 'crosscheck/smoke';
import { expect, it } from 'vitest';
import { builtInCheckNames } from '../../../src/smoke/smoke-check-names.js';
import { answerOf } from '../../support/raw-server.js';
import { type Answers, ampleBudgets, checkIn, deploymentAt, startService, statuses } from './service.js';

const unixMs = Date.UTC(2020, 0, 1);

/** A clock on which pauses pass at once. Longer timers are time limits, which are not reached. */
function skippingClock(): Clock {
  let nowMs = 0;
  return {
    now: () => nowMs,
    unixNow: () => unixMs,
    setTimeout(callback, ms) {
      if (ms >= 10_000) return {};
      nowMs += ms;
      setImmediate(callback);
      return {};
    },
    clearTimeout: () => {},
  };
}

/** Runs smoke checks on a simulator that answers so, and on an observer that does what it should. */
async function smokeOfSimulator(answers: Answers, options: Partial<SmokeOptions> = {}) {
  const simulator = await startService(answers);
  const observer = await startService();
  const deployment = deploymentAt(simulator.origin, { observerUrl: observer.origin, timeoutMs: 30_000 });
  const common = { samples: 0, budgets: ampleBudgets, clock: skippingClock() };
  const report = await runSmoke({ deployment, ...common, ...options });
  return { report, simulations: simulator.requests.length };
}

const busy = (retryAfter: string): Buffer =>
  answerOf(429, '{"error":"later"}', { 'retry-after': retryAfter });

it.each(['7', new Date(unixMs + 7_000).toUTCString()])(
  'a server that asks for a pause of %s is asked again after it',
  async (pause) => {
    const clock = skippingClock();
    const askedMs: number[] = [];
    const answers: Answers = () => {
      askedMs.push(clock.now());
      return askedMs.length === 1 ? answerOf(503, '', { 'retry-after': pause }) : undefined;
    };
    const { report } = await smokeOfSimulator(answers, { clock });
    expect(checkIn(report, 'simulator-reachability').status).toBe('passed');
    const [first = 0, second = 0] = askedMs;
    expect(second - first).toBeGreaterThanOrEqual(7_000);
  },
);

it('a pause longer than the deadline ends requests to that endpoint, but not to the other one', async () => {
  let asked = 0;
  const { report, simulations } = await smokeOfSimulator(() => (asked++ === 0 ? undefined : busy('120')));
  expect(simulations).toBe(2);
  expect(checkIn(report, 'bad-address')).toMatchObject({
    status: 'inconclusive',
    message: 'not sent: the service asks for fewer requests (status 429)',
  });
  expect(statuses(report)).toMatchObject({
    'missing-operation-id': 'passed',
    'empty-operation-id': 'passed',
    'unknown-operation-id': 'passed',
  });
});

it('a server gets nothing more after a sample that it was too busy for, because samples are not retried', async () => {
  const judged = ['simulator-reachability', 'simulate-latency'];
  const skipChecks = builtInCheckNames.filter((name) => !judged.includes(name)) as SmokeOptions['skipChecks'];
  let asked = 0;
  const { report, simulations } = await smokeOfSimulator(() => (asked++ < 2 ? undefined : busy('1')), {
    samples: 3,
    skipChecks,
  });
  expect(simulations).toBe(3);
  expect(checkIn(report, 'simulate-latency').status).toBe('inconclusive');
});
