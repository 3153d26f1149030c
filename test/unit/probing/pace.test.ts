import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Pace } from '../../../src/probing/pace.js';
import { createHandClock } from '../../support/hand-clock.js';

type PaceLimits = ConstructorParameters<typeof Pace>[0];
type Turn = Awaited<ReturnType<Pace['begin']>>;
type Call = NonNullable<Parameters<Pace['end']>[1]>;

const answered = (status: number, headers: Record<string, string> = {}) =>
  ({ outcome: { kind: 'response', response: { status, headers } } }) as unknown as Call;
const timedOut = { outcome: { kind: 'timeout' } } as Call;

const unixMs = Date.UTC(2020, 0, 1);

function paced(limits: Partial<PaceLimits> = {}) {
  const clock = Object.assign(createHandClock(0), { unixNow: () => unixMs });
  const pace = new Pace({ concurrency: 8, ratePerSecond: 'auto', ...limits }, clock);
  /** As many turns as there are at once. */
  const begun = (): Turn[] => {
    const turns: Turn[] = [];
    for (let turn = pace.tryBegin(); turn !== undefined; turn = pace.tryBegin()) turns.push(turn);
    return turns;
  };
  const end = (turns: readonly Turn[], call: Call): void => {
    for (const turn of turns) pace.end(turn, call);
  };
  return { clock, pace, begun, end };
}

describe('what may run at once', () => {
  it('is halved once by all that ran into the same overload, and no further than to one', () => {
    const { begun, end } = paced();
    for (const expected of [8, 4, 2, 1, 1]) {
      const turns = begun();
      expect(turns).toHaveLength(expected);
      end(turns, answered(429));
    }
  });

  it.each([
    ['a 503', answered(503)],
    ['a time-out', timedOut],
  ])('is halved by %s', (_, call) => {
    const { begun, end } = paced();
    end(begun(), call);
    expect(begun()).toHaveLength(4);
  });

  it('grows by one with each window of answers, up to the concurrency', () => {
    const { begun, end } = paced({ concurrency: 4 });
    end(begun(), answered(503));
    for (const expected of [2, 3, 4, 4]) {
      const turns = begun();
      expect(turns).toHaveLength(expected);
      end(turns, answered(500));
      end(begun(), answered(200));
    }
    expect(begun()).toHaveLength(4);
  });

  it('stays as it is with a rate', () => {
    const { begun, end, clock } = paced({ concurrency: 3, ratePerSecond: 1000 });
    end(begun(), answered(429));
    clock.move(100);
    expect(begun()).toHaveLength(3);
  });
});

describe('Retry-After', () => {
  it.each([
    ['429', '2', 2_000],
    ['503', '3600', 60_000],
    ['503', new Date(unixMs + 7_000).toUTCString(), 7_000],
  ])('of a %s that says %s holds back all', (status, seconds, heldMs) => {
    const { begun, end, clock } = paced();
    const [first = 0, ...others] = begun();
    end(others, answered(200));
    end([first], answered(Number(status), { 'retry-after': seconds }));
    clock.move(heldMs - 1);
    expect(begun()).toEqual([]);
    clock.move(1);
    expect(begun()).not.toEqual([]);
  });

  it('of another answer says nothing', () => {
    const { begun, end } = paced();
    end(begun(), answered(200, { 'retry-after': '2' }));
    expect(begun()).toHaveLength(8);
  });
});

describe('begin', () => {
  it('waits until another turn ends, and leaves the queue when it is called off', async () => {
    const { pace, begun, end } = paced({ concurrency: 1 });
    const first = begun();
    const calledOff = new AbortController();
    const second = pace.begin(calledOff.signal);
    const third = pace.begin(undefined);
    calledOff.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
    end(first, answered(200));
    await setImmediate();
    await expect(third).resolves.toBe(1);
    await expect(pace.begin(calledOff.signal)).rejects.toThrow('enough');
  });
});
