import { beforeAll, describe, expect, test } from 'vitest';
import type { InstalledConsumer } from './consumer.js';
import { type RunnerReport, runJest } from './run-in-consumer.js';

/** Declares what the fixtures must do on Jest. */
export function describeJestOutcomes(consumer: () => InstalledConsumer): void {
  describe('its fixtures', () => {
    let outcomes: RunnerReport['outcomes'];

    beforeAll(async () => {
      ({ outcomes } = await runJest(consumer()));
    }, 120_000);

    test.for(['waits', 'watches for a while', 'judges records'])('%s', (name) => {
      expect(outcomes.get(name)).toEqual({ passed: true, failure: '' });
    });

    test.for([
      ['times out', /timed out \(matcher timeout\)/],
      ['fails a window', /failed after .+: it is included/],
      ['cannot say in an outage, negated', /is inconclusive: the window was not seen/],
      ['refuses asymmetric use', /cannot be used inside another assertion/],
    ] as const)('fails a test that %s', ([name, failure]) => {
      expect(outcomes.get(name)).toEqual({ passed: false, failure: expect.stringMatching(failure) });
    });
  });
}
