import { expect, test } from 'vitest';
import { delaysMs, type PendingAnswer, wrongOutcomes } from './latency-fixture.js';
import { behindLatency, runFixtureInVitest } from './run-behind-latency.js';

const matrix = delaysMs.flatMap((delayMs) =>
  ([200, 404] as const).map((answer): [number, PendingAnswer] => [delayMs, answer]),
);

test.for(matrix)('in Vitest, behind %i ms, and an answer %i', async ([delayMs, answer]) => {
  const { tests, output } = await behindLatency(
    answer,
    { delayMs, jitterMs: delayMs / 2 },
    runFixtureInVitest,
  );
  const smoke = Object.entries(tests).filter(([name]) => /^[a-z]+(?:-[a-z]+)+$/.test(name));
  expect(smoke.length).toBeGreaterThan(10);
  const failed = smoke.filter(([, { status }]) => status === 'failed');
  expect([
    ...wrongOutcomes('vitest', tests),
    ...failed.map(([name, { failureMessages }]) => `${name}: ${failureMessages}`),
  ]).toEqual([]);
  expect(output).not.toMatch(/Test timed out/);
});
