import { beforeAll, describe, expect, test } from 'vitest';
import { startLocalDeployment } from '../../src/local/index.js';
import type { InstalledConsumer } from './consumer.js';
import { type RunnerReport, runPlaywright } from './run-in-consumer.js';

const inOwnTime = /timed out \(the test's own timeout of 3 s; timeoutMs is 60 s\)/;
const unawaited = /toReachInclusion\(\.\.\.\) was still waiting when the test ended/;
const timedOut = /toReachInclusion\(\) timed out/;

/** Declares what the fixtures must do on Playwright Test. */
export function describePlaywrightOutcomes(consumer: () => InstalledConsumer): void {
  describe('the fixtures', () => {
    let outcomes: RunnerReport['outcomes'];
    let unhandled: string;

    beforeAll(async () => {
      ({ outcomes, unhandled } = await runPlaywright(consumer()));
    }, 400_000);

    test.for([
      'waits',
      'waits for a stage',
      'watches a window',
      'judges records and timelines',
      'matches values inside of others',
      'polls a synchronous matcher',
      'repeats with toPass',
      'passes when toPass is negated',
      'fails as it is expected to',
      'fails as it is expected to, by a rejected request',
      'fails as it is expected to, by a text with the name of an error',
      'awaits later',
      'runs after it',
      'raises its own timeout',
      'has no time limit',
      'a hook after a test has its own time',
      'has a local deployment and a client',
      'shares it with the tests of its worker',
      'isolated has one of its own',
      'isolated has another one',
      'with a deployment asks the one of the option',
    ])('%s', (name) => {
      expect(outcomes.get(name)).toEqual({ passed: true, failure: expect.any(String) });
    });

    test.for([
      ['fails a verdict', /toSimulateSuccessfully\(\): simulation failed: .*Panic\(0x11\)/],
      ['fails a window', /not\.toReachInclusion\(\) failed after .+: it is included/],
      ['is inconclusive in an outage when negated', /is inconclusive: /],
      ['rejects asymmetric use', /cannot be used inside another assertion/],
      ['fails a soft assertion', /toReachInclusion\(\) timed out \(matcher timeout\)/],
      ['fails a soft assertion without a verdict', /is inconclusive: /],
      ['fails a synchronous matcher in expect.poll', /toBeIncluded/],
      [
        'rejects an asynchronous matcher in expect.poll',
        /toReachInclusion is asynchronous, and Playwright's/,
      ],
      ['rejects a negated one in expect.poll', /toReachInclusion is asynchronous, and Playwright's/],
      ['fails with toPass', timedOut],
      ['is inconclusive in an outage when toPass is negated', /not\.toPass\(\) is inconclusive: /],
      ['is invalid when toPass is negated', /executedInALHPA is not a stage of staging/],
      [
        'is expected to fail, and has no verdict',
        /is expected to fail, and was inconclusive: InclusionUnknownError: /,
      ],
      [
        'is expected to fail, and asks an overloaded service',
        /is expected to fail, and was inconclusive: HttpStatusError: .* answered with status 503/,
      ],
      [
        'is expected to fail, and gets no answer in time',
        /is expected to fail, and was inconclusive: HttpTimeoutError: /,
      ],
      [
        'is expected to fail, and has an inconclusive assertion',
        /is expected to fail, and was inconclusive: InconclusiveError: /,
      ],
      [
        'is expected to fail, and has too little time',
        /is expected to fail, and was inconclusive: .*own timeout/,
      ],
      ['is expected to fail, and makes an invalid call', /is expected to fail, and makes an invalid call: /],
      ['is expected to fail, and omits an await', unawaited],
      ['with a deployment has no local one', /The fixture local has no local deployment: .* staging/],
    ] as const)('fails a test that %s', ([name, failure]) => {
      expect(outcomes.get(name)).toEqual({ passed: false, failure: expect.stringMatching(failure) });
    });

    test.for([
      ['has too little time', inOwnTime],
      [
        'has too little time for an observer that never answers',
        /is inconclusive \(the test's own timeout of 3 s; timeoutMs is 60 s\): The observer of .+ did not answer for /,
      ],
      ['has a wait with too little time', /timed out \(matcher timeout\)/],
      ['has too little time for a window', /own timeout of 3 s is too short for 3 s of watching/],
      ['uses some of its time before it waits', inOwnTime],
      ['a hook before a test takes some of its time', inOwnTime],
      [
        'ends a simulation without an answer',
        /toSimulateSuccessfully\(\) is inconclusive: the simulator of .+ did not answer for /,
      ],
      ['ends a subject that never resolves', /inconclusive: the subject did not come in time/],
    ] as const)('ends before the timeout of a test that %s', ([name, failure]) => {
      const outcome = outcomes.get(name);
      expect(outcome).toEqual({ passed: false, failure: expect.stringMatching(failure) });
      expect(outcome?.failure).not.toContain('Test timeout of');
    });

    test.for([
      ['omits the await of a wait', unawaited],
      ['omits the await of a window', /not\.toReachInclusion\(\.\.\.\) was still waiting/],
      ['omits the await of a wait that has passed', /was not awaited before the test ended/],
      ['omits the await of a wait that fails after the test', unawaited],
      ['omits the await of a soft assertion', unawaited],
      ['omits an await in toPass', unawaited],
      ['omits the await of expect.poll', /expect\.poll\(\.\.\.\)\.toBeIncluded\(\.\.\.\) was still waiting/],
      ['omits the await of toPass', /expect\(\.\.\.\)\.toPass\(\.\.\.\) was still waiting/],
    ] as const)('fails a test that %s', ([name, failure]) => {
      const outcome = outcomes.get(name);
      expect(outcome).toEqual({ passed: false, failure: expect.stringMatching(failure) });
      expect(outcome?.failure.match(/write await before it/g)).toHaveLength(1);
    });

    test('a test that fails for another reason does not report a missing await', () => {
      expect(outcomes.get('fails for another reason')?.failure).toMatch(/another reason/);
      expect(outcomes.get('fails for another reason')?.failure).not.toMatch(unawaited);
    });

    test('a retry has all its time again, and reports nothing of an earlier attempt', () => {
      expect(outcomes.get('with a retry omits an await the first time')).toMatchObject({ passed: true });
      expect(
        outcomes.get('with a retry has all its time again after an attempt that timed out'),
      ).toMatchObject({ passed: true });
    });

    test('nothing fails outside of tests', () => {
      expect(unhandled).toBe('');
    });
  });

  test('the fixtures join the deployment of CROSSCHECK_CONTROL_URL, and do not stop it', async () => {
    await using local = await startLocalDeployment({ clock: 'manual' });
    const grep = 'has a local deployment and a client|has one of its own';
    const env = { CROSSCHECK_CONTROL_URL: local.controlUrl };
    const joined = await runPlaywright(consumer(), { env, grep });
    expect(joined.outcomes).toEqual(
      new Map([
        ['has a local deployment and a client', { passed: true, failure: '' }],
        ['isolated has one of its own', { passed: true, failure: '' }],
      ]),
    );
    const { requests } = await local.requests({ endpoint: 'simulate' });
    expect(requests).toHaveLength(2);
  }, 180_000);
}
