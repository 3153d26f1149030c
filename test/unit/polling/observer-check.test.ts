import { setImmediate } from 'node:timers/promises';
import {
  createClient,
  defineDeployment,
  type InclusionTimeoutError,
  waitForInclusion,
  waitForInclusions,
} from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { createHandClock } from '../../support/hand-clock.js';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { status } from '../../support/scripted-observer.js';
import { timelessly } from '../../support/wait-timelessly.js';
import { caught, id, included, observe } from './observe.js';

const unknown = answerOf(404, '{"error":"operation not found"}');
const withoutId = answerOf(400, '{"error":"operationId is required"}');
const noRoute = answerOf(404, '{"error":"no route"}');

/** A client of an observer that does not know the operation, and does not answer control requests. */
async function observeSilentRoute() {
  const asked: string[] = [];
  const closed: string[] = [];
  const { origin } = await startRawServer((socket, { target }) => {
    if (target.includes(id)) return void socket.write(unknown);
    asked.push(target);
    socket.once('close', () => closed.push(target));
  });
  const deployment = defineDeployment({
    name: 'staging',
    simulatorUrl: origin,
    observerUrl: origin,
    attemptTimeoutMs: 60_000,
    timeoutMs: 60_000,
  });
  return { client: createClient(deployment), asked, closed };
}

describe('the check of the observer after a 404', () => {
  it('runs while the wait pauses, and ends with it', async () => {
    const { client, asked, closed } = await observeSilentRoute();
    const controller = new AbortController();
    const clock = createHandClock(0);
    const outcome = caught(
      waitForInclusion(client, id, { clock, signal: controller.signal, intervals: 5_000 }),
    );
    await expect.poll(() => asked.length).toBe(4);
    expect(closed).toEqual([]);
    controller.abort();
    expect(await outcome).toMatchObject({ code: 'INCLUSION_ABORTED' });
    await expect.poll(() => closed.length).toBe(4);
    expect(clock.timers).toBe(0);
  });

  it('is limited by the clock of the wait', async () => {
    const { client, asked } = await observeSilentRoute();
    const clock = createHandClock(0);
    const outcome = caught<InclusionTimeoutError>(waitForInclusion(client, id, { clock, timeoutMs: 0 }));
    await expect.poll(() => asked.length).toBe(4);
    clock.move(client.deployment.attemptTimeoutMs);
    const error = await outcome;
    expect(error).toMatchObject({ code: 'INCLUSION_UNKNOWN' });
    expect(error.message).toContain('The observer of staging did not answer the control requests in time');
    expect(error.message.match(/What to do: .*/g)).toEqual([
      'What to do: raise timeoutMs: after a 404 a wait needs another answer of the observer',
    ]);
  });

  it('is shared by waits that run together, and goes on when one of them ends', async () => {
    const { client, asked, closed } = await observeSilentRoute();
    const [first, second] = [new AbortController(), new AbortController()];
    const clock = createHandClock(0);
    const outcomes = [first, second].map(({ signal }) =>
      caught(waitForInclusion(client, id, { clock, signal, intervals: 5_000 })),
    );
    await expect.poll(() => asked.length).toBe(4);
    first.abort();
    await outcomes[0];
    expect(closed).toEqual([]);
    second.abort();
    await outcomes[1];
    await expect.poll(() => closed.length).toBe(4);
    expect(asked).toHaveLength(4);
  });

  it('of another operation counts when the one at the end is not answered', async () => {
    const ids = [id, `${id.slice(0, -1)}8`];
    let controlRequests = 0;
    let unanswered = 0;
    const { origin } = await startRawServer((socket, { target }) => {
      if (ids.some((one) => target.includes(one))) return void socket.write(unknown);
      controlRequests++;
      if (controlRequests > 4) {
        unanswered++;
        return void socket.once('close', () => unanswered--);
      }
      const isOfObserver = target.includes('/is-message-included-in-consensus');
      socket.write(!isOfObserver ? noRoute : target.includes('operationId=') ? unknown : withoutId);
    });
    const client = createClient(defineDeployment({ simulatorUrl: origin, observerUrl: origin }));
    // The first poll of the second operation has its turn after 1.2 s, when the check for the first was made a second ago.
    const limits = { ratePerSecond: 1 / 1.2, timeoutMs: 1_250, intervals: 2_000 };
    const clock = createHandClock(0);
    const outcomes = await timelessly(
      waitForInclusions(client, ids, { ...limits, clock }),
      clock,
      () => unanswered,
    );
    expect(outcomes.map(({ status: ending }) => ending)).toEqual(['timed-out', 'timed-out']);
    expect(controlRequests).toBeGreaterThan(4);
  });

  it('stands for the next poll, also if that takes longer than a second', async () => {
    const held: (() => void)[] = [];
    const { origin, requests } = await startRawServer((socket, { target }) => {
      const isOfObserver = target.includes('/is-message-included-in-consensus');
      const answer = !isOfObserver ? noRoute : target.includes('operationId=') ? unknown : withoutId;
      held.push(() => socket.write(answer));
    });
    const client = createClient(defineDeployment({ simulatorUrl: origin, observerUrl: origin }));
    const clock = createHandClock(0);
    const answerAfter = async (ms: number, count: number): Promise<void> => {
      await expect.poll(() => held.length).toBe(count);
      clock.move(ms);
      for (const answer of held.splice(0)) answer();
    };
    const waitOnce = () =>
      caught<InclusionTimeoutError>(
        waitForInclusion(client, id, { clock, timeoutMs: 0, attemptTimeoutMs: 5_000 }),
      );
    const first = waitOnce();
    await answerAfter(1_200, 1);
    await answerAfter(1_200, 4);
    expect(await first).toMatchObject({ code: 'INCLUSION_TIMEOUT' });
    const second = waitOnce();
    await answerAfter(1_200, 1);
    expect(await second).toMatchObject({ code: 'INCLUSION_TIMEOUT' });
    expect(requests).toHaveLength(6);
  });
});

it('a date in Retry-After is compared with the clock of the wait', async () => {
  const unixMs = Date.parse('2031-01-01T00:00:00Z');
  const retryAfter = new Date(unixMs + 30_000).toUTCString();
  const { client } = await observe([status(429, {}, { 'retry-after': retryAfter }), included]);
  const hand = createHandClock(0);
  const clock = { ...hand, unixNow: () => unixMs + hand.now() };
  let polls = 0;
  const outcome = waitForInclusion(client, id, { clock, intervals: 1, onPoll: () => polls++ });
  await expect.poll(() => polls).toBe(1);
  await setImmediate();
  hand.moveToNext();
  expect((await outcome).timeline.map(({ atMs }) => atMs)).toEqual([0, 30_000]);
});
