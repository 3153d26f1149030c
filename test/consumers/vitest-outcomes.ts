import { beforeAll, describe, expect, test } from 'vitest';
import type { InstalledConsumer } from './consumer.js';
import { type RunnerReport, runVitest } from './run-in-consumer.js';

const inOwnTime = /timed out \(the test's own timeout of 1 s; raise it or pass timeoutMs\)/;
const forgotten = /toReachInclusion\(\.\.\.\) was still waiting when the test ended/;

/** Declares what the fixtures must do on a version of Vitest; one that does not tell of its tests can do less. */
export function describeVitestOutcomes(consumer: () => InstalledConsumer, tellsOfTests: boolean): void {
  describe('its fixtures', () => {
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

    test('every matcher waits, watches and judges', () => {
      for (const name of [
        'waits',
        'waits for a stage',
        'watches for a while',
        'judges records and timelines',
        'leaves the equality of others alone',
      ])
        passes(name);
      fails('fails a window', /not\.toReachInclusion\(\) failed after .+: it is included/);
      fails('is soft', /toReachInclusion\(\) timed out \(matcher timeout\)/);
    });

    test('an outage passes in neither polarity', () => {
      fails('cannot say in an outage, negated', /is inconclusive: the window was not seen/);
    });

    test('expect.poll makes one poll at a time, and takes no window', () => {
      passes('polls');
      fails(
        'refuses to poll a window',
        tellsOfTests ? /stops at its first passing poll/ : /did not succeed in time/,
      );
    });

    test('asymmetric use of an asynchronous matcher throws', () => {
      fails('refuses asymmetric use', /cannot be used inside another assertion/);
    });

    test('a wait with a timeout of its own ends by it', () => {
      fails('has a wait with too little time', /timed out \(matcher timeout\)/);
      passes('has no time limit');
    });

    describe.runIf(tellsOfTests)('tells of its tests, so', () => {
      test("a wait ends before the test, and says that the test's own timeout ended it", () => {
        fails('has too little time', inOwnTime);
        fails('has too little time for an observer that never answers', inOwnTime);
        fails('uses a part of its time before it waits', inOwnTime);
      });

      test('what a matcher waits for before it can wait ends in time too', () => {
        fails(
          'ends a simulation that has no answer',
          /toSimulateSuccessfully\(\) is inconclusive: the simulator's answer did not come in time/,
        );
        fails('ends a subject that never comes', /inconclusive: the subject did not come in time/);
        fails('ends a poll of an observer that never answers', /could not see/);
        fails('ends a wait that a signal of its own would end later', inOwnTime);
      });

      test('a window that does not fit is refused before it starts', () => {
        fails('has too little time for a window', /own timeout of 1 s is too short for 1 s of watching/);
      });

      test('the time of hooks, of earlier tries and of waiting for a turn does not count', () => {
        passes('after a long hook has all its time');
        fails('after a long hook has no more than its time', inOwnTime);
        passes('has all its time again after a try that ran out of it');
        passes('after a hook that uses the signal of the test has all its time too');
        fails('after a hook that uses the signal of the test has no more than its time after it', inOwnTime);
        passes('a hook after a test has time of its own');
        passes('again and again has no more than its time in any of its rounds');
        for (const turn of [1, 2, 3, 4]) passes(`one of many has all its time when its turn comes: ${turn}`);
        for (const turn of [1, 2]) fails(`one of many has no more than its time: ${turn}`, inOwnTime);
      });

      test('a forgotten await fails that very test, and no other', () => {
        fails('forgets a wait', forgotten);
        fails('forgets a window', /not\.toReachInclusion\(\.\.\.\) was still waiting/);
        fails('side by side forgets it', forgotten);
        fails('forgets a wait that fails when nobody hears of it any more', forgotten);
        passes('comes long after that');
        for (const name of ['comes after it', 'awaits later', 'side by side awaits it']) passes(name);
      });

      test('an assertion that fails when nobody hears of it any more troubles nobody', () => {
        expect(unhandled).toBe('');
      });

      test('a forgotten await is not told of a test that failed anyway, nor of the try after it', () => {
        expect(outcomes.get('fails for another reason')?.failure).not.toMatch(forgotten);
        fails('fails for another reason', /another reason/);
        passes('forgets it the first time');
      });
    });
  });
}
