import { setImmediate } from 'node:timers/promises';
import type { DeploymentOptions } from 'crosscheck';
import { Agent } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { resolveBuiltIns } from '../../../src/client/request.js';
import { Pace } from '../../../src/probing/pace.js';
import { Sender } from '../../../src/probing/sender.js';
import { createHandClock, type HandClock } from '../../support/hand-clock.js';
import { answerOf } from '../../support/raw-server.js';
import { rejectionOf } from '../client/calls.js';
import { type Answers, deploymentAt, startService } from '../smoke/service.js';

const unixMs = Date.UTC(2020, 0, 1);

/** Of one request; nobody waits so long. */
const timeoutMs = 1_000_000;

async function senderTo(
  answers: Answers,
  options: Partial<DeploymentOptions> = {},
  parts: Partial<ConstructorParameters<typeof Sender>[0]> = {},
  ratePerSecond = Number.POSITIVE_INFINITY,
) {
  const { origin, requests } = await startService(answers);
  const other = await startService();
  const deployment = deploymentAt(origin, { observerUrl: other.origin, ...options });
  const dispatcher = new Agent();
  onTestFinished(() => dispatcher.destroy());
  const clock = Object.assign(createHandClock(), { unixNow: () => unixMs });
  const sender = new Sender({
    deployment,
    dispatcher,
    // What is left of its timers are pauses.
    clock: { ...clock, setTimeout: (call, ms) => (ms === timeoutMs ? {} : clock.setTimeout(call, ms)) },
    pace: new Pace({ concurrency: 1, ratePerSecond }, clock),
    retries: deployment.retries,
    atOverload: 'stop',
    timeoutMs,
    ...parts,
  });
  const { simulate, inclusion } = resolveBuiltIns(deployment);
  const [simulation, query] = [{ endpoint: simulate, body: '{}' }, { endpoint: inclusion }];
  return { sender, clock, requests, simulation, query };
}

/** Moves a clock from pause to pause until something has come of a promise, and gives how far. */
async function movedUntil(done: Promise<unknown>, clock: HandClock): Promise<number> {
  const start = clock.now();
  let isDone = false;
  void done.then(() => (isDone = true));
  for (; !isDone; await setImmediate()) if (clock.timers > 0) clock.moveToNext();
  return clock.now() - start;
}

const busy = (retryAfter: string): Answers => {
  return () => answerOf(429, '{"error":"later"}', { 'retry-after': retryAfter });
};

describe('a server that asks for a pause', () => {
  it.each(['7', new Date(unixMs + 7_000).toUTCString()])('of %s is asked again after it', async (pause) => {
    let asked = 0;
    const { sender, clock, simulation } = await senderTo(() =>
      asked++ === 0 ? answerOf(503, '', { 'retry-after': pause }) : undefined,
    );
    const call = sender.send(simulation);
    expect(await movedUntil(call, clock)).toBeGreaterThanOrEqual(7_000);
    expect(asked).toBe(2);
  });

  it('longer than the deadline ends requests to that endpoint, but not to the other one', async () => {
    const { sender, requests, simulation, query } = await senderTo(busy('120'), { timeoutMs: 30_000 });
    expect((await sender.send(simulation)).call.exchange.response?.status).toBe(429);
    const rejected = await rejectionOf(sender.send(simulation));
    expect(rejected.message).toBe('not sent: the service asks for fewer requests (status 429)');
    expect(requests).toHaveLength(1);
    expect((await sender.send(query)).call.exchange.response?.status).toBe(400);
  });

  it('gets nothing more after a request that is not retried, whatever is sent', async () => {
    const { sender, simulation, requests } = await senderTo(busy('1'));
    await sender.send(simulation, { isRetried: false });
    const attempt = () => expect.unreachable('nothing is to be sent');
    await rejectionOf(sender.send({ ...simulation, body: '' }, { attempt }));
    expect(requests).toHaveLength(1);
  });
});

it('sends at a rate', async () => {
  const { sender, clock, simulation } = await senderTo(() => undefined, {}, {}, 0.5);
  await sender.send(simulation);
  expect(await movedUntil(sender.send(simulation), clock)).toBe(2_000);
});
