import { beforeAll, describe, expect, test } from 'vitest';
import type { InstalledConsumer } from './consumer.js';
import { type RunnerReport, runVitest } from './run-in-consumer.js';

const inOwnTime = /timed out \(the test's own timeout of 1 s; timeoutMs is 60 s\)/;
const forgotten = /toReachInclusion\(\.\.\.\) was still waiting when the test ended/;

/** Declares what the fixtures must do on a version of Vitest; one that does not expose the running test can do less. */
export function describeVitestOutcomes(consumer: () => InstalledConsumer, exposesTests: boolean): void {
  describe('the fixtures', () => {
    let outcomes: RunnerReport['outcomes'];
    let unhandled: string;

    beforeAll(async () => {
      ({ outcomes, unhandled } = await runVitest(consumer()));
    }, 120_000);

    const passes = (name: string): void => {
      expect(outcomes.get(name)).toMatchObject({ passed: true });
    };
    const fails = (name: string, failure: RegExp): void => {
      expect(outcomes.get(name)).toEqual({ passed: false, failure: expect.stringMatching(failure) });
    };

    test('every matcher gives the right result', () => {
      for (const name of [
        'waits',
        'waits for a stage',
        'watches a window',
        'judges records and timelines',
        'does not affect the equality of other values',
      ])
        passes(name);
      fails('fails a window', /not\.toReachInclusion\(\) failed after .+: it is included/);
      fails('fails a soft assertion', /toReachInclusion\(\) timed out \(matcher timeout\)/);
    });

    test('an awaited assertion in the teardown of a worker-scoped fixture is accepted', () => {
      passes('has a fixture that asserts in its teardown');
      expect(unhandled).not.toContain('the test file had ended');
    });

    test('configure holds for the block that calls it, or throws', () => {
      passes('production is in a describe body that sets a deployment');
      passes('production nested is in a block whose hook sets a deployment');
      if (exposesTests) passes('sets a deployment in a test');
      else fails('sets a deployment in a test', /whose test or describe block is not known/);
      passes('is after a test that sets a deployment');
    });

    test('an outage passes in neither polarity', () => {
      fails('is inconclusive in an outage when negated', /is inconclusive: /);
    });

    test('expect.poll makes one poll at a time and rejects windows', () => {
      passes('polls');
      fails(
        'rejects a window inside expect.poll',
        exposesTests ? /stops at its first passing poll/ : /did not succeed in time/,
      );
    });

    test('asymmetric use of an asynchronous matcher throws', () => {
      fails('rejects asymmetric use', /cannot be used inside another assertion/);
    });

    test('a wait with its own timeout ends at that timeout', () => {
      fails('has a wait with too little time', /timed out \(matcher timeout\)/);
      passes('has no time limit');
    });

    test('a wait ends before the test, and a missing await fails it', () => {
      fails('has too little time', inOwnTime);
      fails('forgets a wait', forgotten);
    });

    describe.runIf(exposesTests)('exposes the running test, so', () => {
      test("a wait ends before the test, with a message that names the test's own timeout", () => {
        fails(
          'has too little time for an observer that never answers',
          /is inconclusive \(the test's own timeout of 1 s; timeoutMs is 60 s\): The observer of .+ did not answer for /,
        );
        fails('uses some of its time before it waits', inOwnTime);
      });

      test('calls and subjects of matchers also end in time', () => {
        fails(
          'ends a simulation without an answer',
          /toSimulateSuccessfully\(\) is inconclusive: the simulator of .+ did not answer for /,
        );
        fails('ends a subject that never resolves', /inconclusive: the subject did not come in time/);
        fails('ends a poll of an observer that never answers', /no answer by the deadline/);
        fails('ends a wait before its own signal', inOwnTime);
      });

      test('a window that does not fit into the test is rejected before it starts', () => {
        fails('has too little time for a window', /own timeout of 1 s is too short for 1 s of watching/);
      });

      test('the time of hooks, earlier attempts and the queue does not count', () => {
        passes('after a long hook has all its time');
        fails('after a long hook has only its time', inOwnTime);
        passes('has all its time again after an attempt that timed out');
        passes('after a hook that uses the signal of the test has all its time too');
        fails('after a hook that uses the signal of the test has only its time after the hook', inOwnTime);
        passes('a hook after a test has its own time');
        passes('a repeated test has only its time in each repetition');
        for (const turn of [1, 2, 3, 4]) passes(`one of many has all its time after the queue: ${turn}`);
        for (const turn of [1, 2]) fails(`one of many has only its time: ${turn}`, inOwnTime);
      });

      test('a missing await fails only its own test', () => {
        fails('forgets a window', /not\.toReachInclusion\(\.\.\.\) was still waiting/);
        fails('side by side forgets it', forgotten);
        fails('forgets a wait that fails after the test', forgotten);
        passes('runs long after that');
        for (const name of ['runs after it', 'awaits later', 'side by side awaits it']) passes(name);
      });

      test('an assertion that fails after its test causes no unhandled rejection', () => {
        expect(unhandled).toBe('');
      });

      test('a test that fails for another reason, or passes when retried, does not report a missing await', () => {
        expect(outcomes.get('fails for another reason')?.failure).not.toMatch(forgotten);
        fails('fails for another reason', /another reason/);
        passes('forgets it the first time');
      });
    });
  });
}
