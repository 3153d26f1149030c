import { describe, expect, test } from 'vitest';
import { latencyExpectations, type PendingAnswer } from './latency-fixture.js';
import { behindLatency, runFixtureInVitest } from './run-behind-latency.js';

const matrix = [0, 50, 150, 300, 800].flatMap((delayMs) =>
  ([200, 404] as const).map((answer): [number, PendingAnswer] => [delayMs, answer]),
);

describe.for(matrix)('behind %i ms, with jitter of half of it, and an answer %i', ([delayMs, answer]) => {
  test('every test in Vitest ends with a verdict', { timeout: 280_000 }, async () => {
    const { tests, output } = await behindLatency(answer, { delayMs, jitterMs: delayMs / 2 }, (url) =>
      runFixtureInVitest(url),
    );
    const wrong = latencyExpectations('vitest').flatMap(([name, expected]) => {
      const message = tests[name]?.failureMessages.join('\n') ?? `is missing:\n${output}`;
      const isRight = expected === 'passes' ? tests[name]?.status === 'passed' : expected.test(message);
      return isRight ? [] : [`${name}: ${message.split('\n    at ', 1)[0] || 'passed'}`];
    });
    const smoke = Object.entries(tests).filter(
      ([name, { status }]) => /^[a-z]+(?:-[a-z]+)+$/.test(name) && !['passed', 'skipped'].includes(status),
    );
    expect([...wrong, ...smoke.map(([name, { failureMessages }]) => `${name}: ${failureMessages}`)]).toEqual(
      [],
    );
    expect(output).not.toMatch(/Test timed out/);
  });
});
