import { beforeAll, describe, expect, test } from 'vitest';
import type { InstalledConsumer } from './consumer.js';
import { type RunnerReport, runJest } from './run-in-consumer.js';

/** Declares what the fixtures must do on Jest. */
export function describeJestOutcomes(consumer: () => InstalledConsumer): void {
  describe('the fixtures', () => {
    let outcomes: RunnerReport['outcomes'];

    beforeAll(async () => {
      ({ outcomes } = await runJest(consumer()));
    }, 120_000);

    test.for([
      'waits',
      'waits as long as a test with more time asks for',
      'watches a window',
      'keeps waiting while nobody answers',
      'judges records',
    ])('%s', (name) => {
      expect(outcomes.get(name)).toEqual({ passed: true, failure: '' });
    });

    test.for([
      ['times out', /timed out \(matcher timeout\)/],
      [
        'times out by default before Jest ends it',
        /timed out \(timeoutMs, which is 3.5 s by default in Jest\)[\s\S]*Timeline: [\s\S]*raise timeoutMs and the timeout of the test/,
      ],
      [
        'calls a service that never answers',
        /sent no complete answer within 3\.5 s \(timeoutMs, which is 3\.5 s by default in Jest\)/,
      ],
      ['fails a window', /failed after .+: it is included/],
      ['is inconclusive in an outage when negated', /is inconclusive: /],
      ['shows what differs beside a record that matches', /-\s+"polls": 2,\s+\+\s+"polls": 1,/],
      ['rejects asymmetric use', /cannot be used inside another assertion/],
    ] as const)('fails a test that %s', ([name, failure]) => {
      expect(outcomes.get(name)).toEqual({ passed: false, failure: expect.stringMatching(failure) });
    });
  });
}
