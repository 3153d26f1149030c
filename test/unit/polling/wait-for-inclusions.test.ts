import { getEventListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import {
  type Client,
  InclusionAbortedError,
  type InclusionOutcome,
  UsageError,
  waitForInclusion,
  waitForInclusions,
} from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { createHandClock } from '../../support/hand-clock.js';
import { type Answer, status } from '../../support/scripted-observer.js';
import { caught, collected, included, observe, rejected } from './observe.js';

const idOf = (index: number): string => `0x${index.toString(16).padStart(64, '0')}`;
const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => idOf(index));
const endings = (outcomes: readonly InclusionOutcome[]): string[] =>
  outcomes.map((outcome) => (outcome.status === 'included' ? 'included' : outcome.error.code));

describe('waitForInclusions', () => {
  it('returns the outcome of each operation, in the order of the ids', async () => {
    const answers: Record<string, Answer> = {
      [idOf(0)]: rejected,
      [idOf(1)]: included,
      [idOf(2)]: status(401),
      [idOf(3)]: collected,
    };
    const { client } = await observe((id) => answers[id] as Answer);
    const outcomes = await waitForInclusions(client, ids(4), { timeoutMs: 400, intervals: 20 });
    expect(outcomes.map(({ operationId }) => operationId)).toEqual(ids(4));
    expect(endings(outcomes)).toEqual([
      'INCLUSION_REJECTED',
      'included',
      'INCLUSION_UNKNOWN',
      'INCLUSION_TIMEOUT',
    ]);
    expect(outcomes[1]).toMatchObject({ inclusion: { record: { operationId: idOf(1) } } });
  });

  it('polls once for equal ids', async () => {
    const { client, observer } = await observe([collected, included]);
    const outcomes = await waitForInclusions(client, [idOf(1), idOf(1), idOf(1)], { intervals: 1 });
    expect(endings(outcomes)).toEqual(['included', 'included', 'included']);
    expect(observer.polls).toHaveLength(2);
  });

  it('passes the operation id to onPoll', async () => {
    const { client } = await observe([included]);
    const told: string[] = [];
    await waitForInclusions(client, ids(3), { onPoll: (_, operationId) => told.push(operationId) });
    expect(told.sort()).toEqual(ids(3));
  });

  it('ends every wait when a callback throws', async () => {
    const { client } = await observe((id) => (id === idOf(1) ? included : 'hang'));
    const clock = createHandClock();
    const enough = new Error('enough');
    const onPoll = (): never => {
      throw enough;
    };
    expect(await caught(waitForInclusions(client, ids(3), { onPoll, clock }))).toBe(enough);
    await setImmediate();
    expect(clock.timers).toBe(0);
  });
});

describe('an abort of waitForInclusions', () => {
  it('ends each wait with its own error, and leaves no timer and no listener', async () => {
    const { client, observer } = await observe((id) => (id === idOf(0) ? included : 'hang'));
    const controller = new AbortController();
    const clock = createHandClock();
    const { signal } = controller;
    const reason = new Error('the test is over');
    const waiting = waitForInclusions(client, ids(40), { signal, clock, concurrency: 5 });
    await expect.poll(() => observer.polls.length).toBe(6);
    controller.abort(reason);
    const [first, ...others] = await waiting;
    expect(first?.status).toBe('included');
    expect(others).toHaveLength(39);
    for (const outcome of others) {
      expect(outcome).toMatchObject({
        status: 'aborted',
        error: { code: 'INCLUSION_ABORTED', cause: reason },
      });
    }
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(clock.timers).toBe(0);
    await expect.poll(() => observer.abandoned).toBe(5);
  });

  it('before the start prevents every request', async () => {
    const { client, observer } = await observe([included]);
    const outcomes = await waitForInclusions(client, ids(2), { signal: AbortSignal.abort() });
    expect(endings(outcomes)).toEqual(['INCLUSION_ABORTED', 'INCLUSION_ABORTED']);
    expect(observer.polls).toHaveLength(0);
  });
});

describe('two thousand waits', () => {
  it('leave no timer and no listener, whether they end or are aborted', async () => {
    const { client } = await observe((operationId) =>
      /[02468ace]$/.test(operationId) ? included : collected,
    );
    const controller = new AbortController();
    const clock = createHandClock();
    let polls = 0;
    const onPoll = (): void => void polls++;
    const options = { intervals: 30_000, concurrency: 64, signal: controller.signal, clock, onPoll };
    const waiting = waitForInclusions(client, ids(2000), options);
    await expect.poll(() => [polls, clock.timers], { timeout: 30_000 }).toEqual([2000, 1000]);
    controller.abort();
    const all = endings(await waiting);
    expect(all.filter((ending) => ending === 'included')).toHaveLength(1000);
    expect(all.filter((ending) => ending === 'INCLUSION_ABORTED')).toHaveLength(1000);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    expect(clock.timers).toBe(0);
  }, 40_000);
});

describe('the limits of waitForInclusions', () => {
  it('allow sixteen pending polls by default', async () => {
    const { client, observer } = await observe(['hang']);
    const controller = new AbortController();
    const waiting = waitForInclusions(client, ids(40), { signal: controller.signal });
    await expect.poll(() => observer.polls.length).toBe(16);
    await setImmediate();
    controller.abort();
    await waiting;
    expect(observer.polls).toHaveLength(16);
  });

  it.each(['an abort', 'the deadline'])(
    'do not start a queued poll of a wait that ended: %s',
    async (end) => {
      const { client } = await observe(['hang']);
      let calls = 0;
      const counted: Client = {
        ...client,
        inclusion(...call) {
          calls++;
          return client.inclusion(...call);
        },
      };
      const controller = new AbortController();
      const clock = createHandClock(0);
      const options = { concurrency: 5, timeoutMs: 1000, signal: controller.signal, clock };
      const waiting = waitForInclusions(counted, ids(200), options);
      expect(calls).toBe(5);
      if (end === 'an abort') controller.abort();
      else {
        clock.move(2000);
      }
      const outcomes = await waiting;
      expect(calls).toBe(5);
      const messages = outcomes.map((outcome) =>
        outcome.status === 'included' ? '' : outcome.error.message,
      );
      const turns = messages.filter((message) => message.includes('not polled before the deadline'));
      expect(turns).toHaveLength(end === 'an abort' ? 0 : 195);
    },
  );

  it('delay every wait when the observer sends Retry-After to one', async () => {
    const { client, observer } = await observe([status(429, {}, { 'retry-after': '30' }), included]);
    const clock = createHandClock(0);
    const waiting = waitForInclusions(client, ids(3), { concurrency: 1, clock });
    await expect.poll(() => clock.timers > 0 && observer.polls.length).toBe(1);
    await setImmediate();
    clock.move(29_000);
    await setImmediate();
    expect(observer.polls).toHaveLength(1);
    clock.move(1000);
    expect(endings(await waiting)).toEqual(['included', 'included', 'included']);
  });

  it('allow as many pending polls as concurrency', async () => {
    const { client } = await observe([collected, collected, collected, included]);
    let [underWay, most] = [0, 0];
    const counted: Client = {
      ...client,
      async inclusion(...call) {
        most = Math.max(most, ++underWay);
        try {
          return await client.inclusion(...call);
        } finally {
          underWay--;
        }
      },
    };
    await waitForInclusions(counted, ids(50), { concurrency: 3, intervals: 1 });
    expect(most).toBe(3);
  });

  it('allow as many polls per second as ratePerSecond', async () => {
    const { client, observer } = await observe([included]);
    const clock = createHandClock(0);
    const waiting = waitForInclusions(client, ids(3), { ratePerSecond: 2, clock });
    for (let polls = 1; polls <= 3; polls++) {
      await expect.poll(() => observer.polls.length).toBe(polls);
      await setImmediate();
      expect(observer.polls).toHaveLength(polls);
      clock.move(500);
    }
    expect(endings(await waiting)).toEqual(['included', 'included', 'included']);
    expect(clock.timers).toBe(0);
  });

  it('do not count the time in the queue against a poll', async () => {
    const { client, observer } = await observe([included]);
    const clock = createHandClock(0);
    const options = { ratePerSecond: 0.1, attemptTimeoutMs: 1000, clock };
    const waiting = waitForInclusions(client, ids(2), options);
    await expect.poll(() => observer.polls.length).toBe(1);
    clock.move(10_000);
    const [, second] = await waiting;
    expect(second).toMatchObject({ inclusion: { timeline: [{ result: { verdict: 'included' } }] } });
  });

  it('are named in the message when the deadline passes in the queue', async () => {
    const { client, observer } = await observe(['hang']);
    const clock = createHandClock(0);
    const options = { concurrency: 1, timeoutMs: 1000, clock };
    const waiting = waitForInclusions(client, ids(2), options);
    await expect.poll(() => observer.polls.length).toBe(1);
    clock.move(2000);
    const outcomes = await waiting;
    expect(endings(outcomes)).toEqual(['INCLUSION_UNKNOWN', 'INCLUSION_UNKNOWN']);
    expect(outcomes).toMatchObject([
      { error: { message: expect.stringContaining('+2 s no answer by the deadline') } },
      { error: { message: expect.stringContaining('+2 s not polled before the deadline') } },
    ]);
    expect(outcomes).toMatchObject([
      {},
      {
        error: {
          message: expect.stringMatching(
            /: not polled before the deadline: concurrency and ratePerSecond left no slot[\s\S]*raise concurrency or ratePerSecond, or timeoutMs/,
          ),
        },
      },
    ]);
    expect(clock.timers).toBe(0);
  });
});

describe('concurrent waits of one client for one operation', () => {
  it('share a request', async () => {
    const { client, observer } = await observe([included]);
    await Promise.all([
      waitForInclusion(client, idOf(1)),
      waitForInclusion(client, idOf(1)),
      waitForInclusions(client, [idOf(1)]),
    ]);
    expect(observer.polls).toHaveLength(1);
  });

  it('do not share a request that was sent earlier', async () => {
    let [isIncluded, polls] = [false, 0];
    const { client, observer } = await observe(() =>
      polls++ === 0 ? 'hang' : isIncluded ? included : collected,
    );
    const controller = new AbortController();
    const first = caught(waitForInclusion(client, idOf(1), { signal: controller.signal }));
    await expect.poll(() => observer.polls.length).toBe(1);
    isIncluded = true;
    const { record } = await waitForInclusion(client, idOf(1), { timeoutMs: 0 });
    expect(record.verdict).toBe('included');
    expect(observer.polls).toHaveLength(2);
    controller.abort();
    await first;
  });

  it('do not share a request that was aborted in the same turn', async () => {
    const { client } = await observe([included]);
    const controller = new AbortController();
    const first = caught(waitForInclusion(client, idOf(1), { signal: controller.signal }));
    controller.abort();
    for (let microtask = 0; microtask < 20; microtask++) await Promise.resolve();
    const { record } = await waitForInclusion(client, idOf(1), { timeoutMs: 0 });
    expect(record.verdict).toBe('included');
    expect(await first).toBeInstanceOf(InclusionAbortedError);
  });

  it('do not share a request with another time limit', async () => {
    const { client, observer } = await observe([included]);
    await Promise.all([
      waitForInclusion(client, idOf(1), { attemptTimeoutMs: 5000 }),
      waitForInclusion(client, idOf(1), { attemptTimeoutMs: 6000 }),
    ]);
    expect(observer.polls).toHaveLength(2);
  });

  it('do not abort each other, and the request ends with the last of them', async () => {
    const { client, observer } = await observe(['hang']);
    const controllers = [new AbortController(), new AbortController()];
    const waiting = controllers.map(({ signal }) =>
      caught<Error>(waitForInclusion(client, idOf(1), { signal })),
    );
    await expect.poll(() => observer.polls.length).toBe(1);
    controllers[0]?.abort();
    expect(await waiting[0]).toBeInstanceOf(InclusionAbortedError);
    await setImmediate();
    expect(observer.abandoned).toBe(0);
    controllers[1]?.abort();
    expect(await waiting[1]).toBeInstanceOf(InclusionAbortedError);
    await expect.poll(() => observer.abandoned).toBe(1);
  });
});

describe('invalid arguments of waitForInclusions', () => {
  it('are rejected before anything is sent: an id that is not valid for the deployment', async () => {
    const { client, observer } = await observe([included]);
    const error = await caught<Error>(waitForInclusions(client, [idOf(0), '0x12']));
    expect(error).toMatchObject({ code: 'REQUEST_INVALID', message: expect.stringContaining('got "0x12"') });
    expect(observer.polls).toHaveLength(0);
  });

  it('are rejected with a usage error: the list, its ids and the options', async () => {
    const { client } = await observe([included]);
    const rejection = async (operationIds: unknown, options?: object): Promise<Error> => {
      const error = await caught<Error>(waitForInclusions(client, operationIds as string[], options));
      expect(error).toBeInstanceOf(UsageError);
      return error;
    };
    expect((await rejection('0x12')).message).toMatchInlineSnapshot(
      `"waitForInclusions takes a list of operation ids: operationIds must be a list, got "0x12""`,
    );
    expect((await rejection([idOf(0), ''])).message).toMatchInlineSnapshot(
      `"waitForInclusions takes a list of operation ids: operationIds[1] must be a non-empty string, got """`,
    );
    expect((await rejection([])).message).toMatch(/: operationIds must not be empty, got \[\]$/);
    const options = { concurrency: 0, ratePerSecond: 0, rate: 3, timeoutMs: -1 };
    expect((await rejection([idOf(0)], options)).message).toMatchInlineSnapshot(`
      "The wait has invalid options

      timeoutMs must be a number from 0 to 2147483647, got -1
      concurrency must be an integer of at least 1, got 0
      ratePerSecond must be a number of at least 0.001, got 0
      rate is not an option; did you mean ratePerSecond?"
    `);
    await expect(waitForInclusions({} as never, [])).rejects.toThrow(/waitForInclusions expects a client/);
  });
});
