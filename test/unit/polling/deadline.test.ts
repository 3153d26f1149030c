import '../../support/masked-traces.js';
import { getEventListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import {
  type Clock,
  InclusionAbortedError,
  InclusionTimeoutError,
  InclusionUnknownError,
  waitForInclusion,
} from 'crosscheck';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createHandClock } from '../../support/hand-clock.js';
import { waitTimelessly } from '../../support/wait-timelessly.js';
import { caught, collected, id, included, observe } from './observe.js';

/** Tells when a wait has noted so many polls and pauses. */
function watchPauses(): { onPoll: () => void; paused: (polls: number) => Promise<void> } {
  let polls = 0;
  return {
    onPoll: () => polls++,
    async paused(wanted) {
      await expect.poll(() => polls).toBe(wanted);
      await setImmediate();
    },
  };
}

describe('the deadline', () => {
  it('allows one poll with timeoutMs 0', async () => {
    const early = await observe([included]);
    const { record } = await waitForInclusion(early.client, id, { timeoutMs: 0 });
    expect(record.verdict).toBe('included');
    const late = await observe([collected, included]);
    const clock = createHandClock(0);
    const error = await caught<Error>(waitForInclusion(late.client, id, { timeoutMs: 0, clock }));
    expect(error).toBeInstanceOf(InclusionTimeoutError);
    expect(error.message).toMatch(/^Not included yet\n/);
    expect(error.message).toContain('Waited:     0 ms of 0 ms, 1 poll: 1 ok, 0 failed');
    expect(late.observer.polls).toHaveLength(1);
  });

  it.each([
    ['a second, when no answer has shown how long one takes', { timeoutMs: 500 }, 1500],
    ['attemptTimeoutMs, when it is the only one', { timeoutMs: 0 }, 7000],
  ])('waits for the answer to a pending poll for %s', async (_, options, lastMs) => {
    const { client, observer } = await observe(['hang'], { attemptTimeoutMs: 7000 });
    const clock = createHandClock(0);
    const error = caught<InclusionUnknownError>(waitForInclusion(client, id, { ...options, clock }));
    await expect.poll(() => observer.polls.length).toBe(1);
    clock.move(lastMs - 1);
    await setImmediate();
    expect(clock.timers).toBe(1);
    clock.move(1);
    expect(await error).toMatchObject({ code: 'INCLUSION_UNKNOWN', durationMs: lastMs });
    expect(observer.polls).toHaveLength(1);
  });

  it.each([
    [{}, 'Not included within 3.5 s (timeoutMs, which is 3.5 s by default in Jest)'],
    [{ timeoutMs: 3_500 }, 'Not included within 3.5 s'],
  ])(
    'has a default of its own in Jest, which an option of that value is not: %j',
    async (options, summary) => {
      vi.stubEnv('JEST_WORKER_ID', '1');
      onTestFinished(() => void vi.unstubAllEnvs());
      const { client } = await observe([collected]);
      const { outcome } = waitTimelessly(client, id, { ...options, intervals: 1000 });
      const { message } = await caught<Error>(outcome);
      expect(message.split('\n', 1)).toEqual([summary]);
    },
  );

  it('brings one final poll, which can find the inclusion', async () => {
    const { client } = await observe([collected, collected, included]);
    const { outcome, pauses } = waitTimelessly(client, id, { timeoutMs: 1000, intervals: 700 });
    expect((await outcome).timeline.map(({ atMs }) => atMs)).toEqual([0, 700, 1000]);
    expect(pauses).toEqual([700, 300]);
  });

  it('brings no second poll when a pause ends exactly then', async () => {
    const { client, observer } = await observe([collected]);
    await caught(waitTimelessly(client, id, { timeoutMs: 1000, intervals: 500 }).outcome);
    expect(observer.polls).toHaveLength(3);
  });

  it('ends the pending request and brings a final poll', async () => {
    const { client, observer } = await observe([collected, 'hang', included]);
    const clock = createHandClock(0);
    const { paused, onPoll } = watchPauses();
    const outcome = waitForInclusion(client, id, { timeoutMs: 1000, intervals: 400, clock, onPoll });
    await paused(1);
    clock.moveToNext();
    await expect.poll(() => observer.polls.length).toBe(2);
    clock.move(600);
    await paused(2);
    await expect.poll(() => observer.abandoned).toBe(1);
    clock.moveToNext();
    const { timeline } = await outcome;
    expect(timeline.map(({ atMs, result }) => [atMs, result.failure ?? result.stage])).toEqual([
      [0, 'collectedInBETA'],
      [1000, 'no answer by the deadline'],
      [1000, 'includedInBETAConsensus'],
    ]);
  });

  it('is exceeded by three times the usual latency at most', async () => {
    const { client, observer } = await observe([collected, 'hang']);
    const clock = createHandClock(0);
    const { paused, onPoll } = watchPauses();
    const outcome = caught<InclusionUnknownError>(
      waitForInclusion(client, id, { timeoutMs: 1000, intervals: 400, clock, onPoll }),
    );
    await paused(1);
    clock.moveToNext();
    await expect.poll(() => observer.polls.length).toBe(2);
    clock.move(600);
    await paused(2);
    clock.moveToNext();
    await expect.poll(() => observer.polls.length).toBe(3);
    clock.move(149);
    await setImmediate();
    expect(clock.timers).toBe(1);
    clock.move(1);
    const error = await outcome;
    expect(error).toBeInstanceOf(InclusionUnknownError);
    expect(error.durationMs).toBe(1150);
    expect(error.message.replace(observer.url, '<url>')).toMatchInlineSnapshot(`
      "It is unknown whether the operation is included: The observer of staging did not answer for 750 ms

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007   Deployment: staging
      Expected:   included
      Received:   collectedInBETA, success=true (1.1 s ago)
      Waited:     1.1 s of 1 s, 3 polls: 1 ok, 2 failed
      Timeline:   +0 ms collectedInBETA | +1 s ×2 no answer by the deadline
      Last error: The observer of staging did not answer for 750 ms
      Request:    GET <url>/beta/observer/is-message-included-in-consensus?operationId=0x12ab000000000000000000000000000000000000000000000000000000000007
      Trace ID:   TRACE
      What to do: check that the observer runs and is not overloaded, or raise timeoutMs"
    `);
    await expect.poll(() => observer.abandoned).toBe(2);
    expect(clock.timers).toBe(0);
  });

  it('does not erase the last answer when only the poll after it has none', async () => {
    const { client, observer } = await observe([collected, collected, 'hang']);
    const clock = createHandClock(0);
    const { paused, onPoll } = watchPauses();
    const outcome = caught<InclusionTimeoutError>(
      waitForInclusion(client, id, { timeoutMs: 1000, intervals: [600, 10_000], clock, onPoll }),
    );
    for (const polls of [1, 2]) {
      await paused(polls);
      clock.moveToNext();
    }
    await expect.poll(() => observer.polls.length).toBe(3);
    clock.moveToNext();
    const error = await outcome;
    expect(error).toBeInstanceOf(InclusionTimeoutError);
    expect(error.message.replace(observer.url, '<url>')).toMatchInlineSnapshot(`
      "Not included within 1 s: last seen collectedInBETA, 550 ms ago

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007   Deployment: staging
      Expected:   included
      Received:   collectedInBETA, success=true (550 ms ago)
      Waited:     1.1 s of 1 s, 3 polls: 2 ok, 1 failed
      Timeline:   +0 ms ×2 collectedInBETA | +1.1 s no answer by the deadline
      Last error: The observer of staging did not answer for 150 ms
      Request:    GET <url>/beta/observer/is-message-included-in-consensus?operationId=0x12ab000000000000000000000000000000000000000000000000000000000007
      Trace ID:   TRACE
      What to do: raise timeoutMs if the deployment needs longer; inclusion takes minutes on some"
    `);
  });

  it('does not erase the last answer when the timer of the last poll is late', async () => {
    const { client, observer } = await observe([collected, collected, 'hang']);
    const hand = createHandClock(0);
    const clock: Clock = { ...hand, setTimeout: (callback, ms) => hand.setTimeout(callback, ms + 5) };
    const { paused, onPoll } = watchPauses();
    const outcome = caught<Error>(
      waitForInclusion(client, id, { timeoutMs: 1000, intervals: [600, 10_000], clock, onPoll }),
    );
    for (const polls of [1, 2]) {
      await paused(polls);
      hand.moveToNext();
    }
    await expect.poll(() => observer.polls.length).toBe(3);
    hand.moveToNext();
    expect(await outcome).toMatchObject({ code: 'INCLUSION_TIMEOUT' });
  });

  it('holds for a client that ignores its signal', async () => {
    const { client } = await observe([included]);
    const ignoring = { ...client, inclusion: () => new Promise<never>(() => {}) };
    const clock = createHandClock(0);
    const outcome = caught<Error>(waitForInclusion(ignoring, id, { timeoutMs: 1000, clock }));
    clock.move(2000);
    expect(await outcome).toMatchObject({ code: 'INCLUSION_UNKNOWN', durationMs: 2000 });
  });

  it('holds when the timer of a pause is late', async () => {
    const { client } = await observe([collected]);
    const hand = createHandClock(0);
    const clock: Clock = { ...hand, setTimeout: (callback, ms) => hand.setTimeout(callback, ms + 300) };
    const { paused, onPoll } = watchPauses();
    const outcome = caught<InclusionTimeoutError>(
      waitForInclusion(client, id, { timeoutMs: 1000, intervals: 900, clock, onPoll }),
    );
    await paused(1);
    hand.moveToNext();
    expect((await outcome).timeline.map(({ atMs }) => atMs)).toEqual([0, 1200]);
  });
});

describe('an abort', () => {
  const reason = new Error('the test is over');

  it('before the wait prevents every request', async () => {
    const { client, observer } = await observe([included]);
    const error = await caught<InclusionAbortedError>(
      waitForInclusion(client, id, { signal: AbortSignal.abort(reason), clock: createHandClock(0) }),
    );
    expect(error).toBeInstanceOf(InclusionAbortedError);
    expect(error).toMatchObject({ code: 'INCLUSION_ABORTED', operationId: id, deploymentName: 'staging' });
    expect(error.cause).toBe(reason);
    expect(error.timeline).toEqual([]);
    expect(observer.polls).toHaveLength(0);
    expect(error.message).toMatchInlineSnapshot(`
      "The wait was aborted: the test is over

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007   Deployment: staging
      Expected:   included
      Received:   nothing
      Waited:     0 ms of 60 s, 0 polls: 0 ok, 0 failed
      Timeline:   no poll was answered"
    `);
  });

  it('ends the pending request', async () => {
    const { client, observer } = await observe([collected, 'hang']);
    const controller = new AbortController();
    const outcome = caught<InclusionAbortedError>(
      waitForInclusion(client, id, { intervals: 0, signal: controller.signal }),
    );
    await expect.poll(() => observer.polls.length).toBe(2);
    controller.abort(reason);
    const error = await outcome;
    expect(error.cause).toBe(reason);
    expect(error.lastRecord?.response.stage).toBe('collectedInBETA');
    expect(error.timeline).toHaveLength(1);
    await expect.poll(() => observer.abandoned).toBe(1);
  });

  it('ends a pause', async () => {
    const { client } = await observe([collected]);
    const controller = new AbortController();
    const clock = createHandClock(0);
    const { paused, onPoll } = watchPauses();
    const outcome = caught<InclusionAbortedError>(
      waitForInclusion(client, id, { signal: controller.signal, clock, onPoll }),
    );
    await paused(1);
    expect(clock.timers).toBe(1);
    controller.abort(reason);
    expect((await outcome).cause).toBe(reason);
    expect(clock.timers).toBe(0);
  });

  it('without a reason has the default reason of AbortSignal', async () => {
    const { client } = await observe([included]);
    const error = await caught<Error>(waitForInclusion(client, id, { signal: AbortSignal.abort() }));
    expect(error.cause).toMatchObject({ name: 'AbortError' });
  });
});

describe('a wait that has ended', () => {
  it.each([
    ['included', [collected, included]],
    ['timed out', [collected]],
    ['unknown', ['reset']],
  ] as const)('leaves no listener and no timer: %s', async (_, answers) => {
    const { client } = await observe(answers);
    const { signal } = new AbortController();
    const { outcome, clock } = waitTimelessly(client, id, { timeoutMs: 1000, intervals: 400, signal });
    await outcome.catch(() => {});
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(clock.timers).toBe(0);
  });

  it('leaves no listener and no timer: aborted', async () => {
    const { client, observer } = await observe(['hang']);
    const controller = new AbortController();
    const clock = createHandClock(0);
    const { signal } = controller;
    const outcome = caught(waitForInclusion(client, id, { signal, clock }));
    await expect.poll(() => observer.polls.length).toBe(1);
    controller.abort();
    await outcome;
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(clock.timers).toBe(0);
  });

  it('leaves no listener and causes no warning when a hundred share a signal', async () => {
    const { client } = await observe([...Array(150).fill(collected), included]);
    const { signal } = new AbortController();
    const warnings: Error[] = [];
    const onWarning = (warning: Error): number => warnings.push(warning);
    process.on('warning', onWarning);
    onTestFinished(() => void process.off('warning', onWarning));
    await Promise.all(
      Array.from({ length: 100 }, () => waitForInclusion(client, id, { intervals: 1, signal })),
    );
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    await setImmediate();
    expect(warnings).toEqual([]);
  });
});
