import { describe, expect, it } from 'vitest';
import { latencyTest } from '../latency/latency-fixture.js';
import { behindLatency } from '../latency/run-behind-latency.js';
import { runVitest } from '../support/vitest-process.js';

/** Runs one assertion in a test of two seconds, and returns the message of its failure. */
async function failureBehind(answer: 200 | 404, delayMs: number, name = 'in two seconds'): Promise<string> {
  const { tests, output } = await behindLatency(answer, { delayMs }, (url) =>
    runVitest({ 'short.test.mjs': latencyTest }, {}, { LATENCY_URL: url }),
  );
  return tests[name]?.failureMessages[0] ?? output;
}

describe('in a test of two seconds, toReachInclusion', () => {
  it('ends with its timeline when each 404 takes 180 ms', async () => {
    const message = await failureBehind(404, 180);
    expect(message).toMatch(
      /^Error: expect\(operationId\)\.toReachInclusion\(\) timed out \(the test's own timeout of 2 s/,
    );
    expect(message).toMatch(/\nTimeline: {3}\+\S+ m?s (?:×\d+ )?404\n/);
  });

  it.each([500, 800, 1500])('ends with its timeline when each 404 takes %i ms', async (delayMs) => {
    const message = await failureBehind(404, delayMs);
    expect(message).toMatch(
      /^\w+: expect\(operationId\)\.toReachInclusion\(\) (?:timed out|is inconclusive) \(the test's own/,
    );
    expect(message).toMatch(/\nTimeline: {3}\+/);
    expect(message).toMatch(/\nWhat to do: /);
  });

  it.each([240, 500, 1500])('times out when each record takes %i ms', async (delayMs) => {
    const message = await failureBehind(200, delayMs);
    expect(message).toMatch(
      /^Error: expect\(operationId\)\.toReachInclusion\(\) timed out \(the test's own timeout of 2 s/,
    );
    expect(message).toMatch(/\nReceived: {3}start, success=true/);
  });
});

describe('in a test of two seconds, toReachInclusion in expect.poll', () => {
  it.each([200, 400, 800])('says what it saw when each record takes %i ms', async (delayMs) => {
    const message = await failureBehind(200, delayMs, 'polls in two seconds');
    expect(message).toMatch(/toReachInclusion\(\) timed out \(one poll, as expect\.poll asks\)/);
    expect(message).toMatch(/\nReceived: {3}start, success=true/);
  });
});
