import { defineDeployment } from 'crosscheck';
import { Agent } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import { controlRequests, isReachable } from '../../../src/probing/control-requests.js';
import { Pace } from '../../../src/probing/pace.js';
import { Sender } from '../../../src/probing/sender.js';
import { createHandClock } from '../../support/hand-clock.js';
import { observerAnswer } from '../../support/observer-answer.js';
import { answerOf, type RawAnswer, startRawServer } from '../../support/raw-server.js';
import { fullRequest } from '../client/calls.js';

async function controlOf(simulated: RawAnswer) {
  const server = await startRawServer((socket, request) => {
    if (request.method === 'GET') socket.write(observerAnswer(request));
    else if (typeof simulated === 'function') simulated(socket, request);
    else socket.write(simulated);
  });
  const deployment = defineDeployment({ simulatorUrl: server.origin, observerUrl: `${server.origin}/in/v2` });
  const dispatcher = new Agent();
  onTestFinished(() => dispatcher.destroy());
  const clock = createHandClock();
  const pace = new Pace({ concurrency: 8, ratePerSecond: 'auto' }, clock);
  const { retries } = deployment;
  const sender = new Sender({ deployment, dispatcher, pace, clock, retries, atOverload: 'slow-down' });
  return {
    ...controlRequests({ deployment, sender, request: fullRequest, simpler: {}, timeoutMs: 5_000 }),
    requests: server.requests,
  };
}

it.each<[string, RawAnswer, boolean]>([
  ['a verdict', answerOf(200, '{}'), true],
  ['an error of its own', answerOf(500, '{}'), true],
  ['429', answerOf(429, ''), false],
  ['502', answerOf(502, ''), false],
  ['503', answerOf(503, ''), false],
  ['504', answerOf(504, ''), false],
  ['401, as when credentials expire', answerOf(401, '{}'), false],
  ['403', answerOf(403, '{}'), false],
  ['a closed connection', (socket) => socket.destroy(), false],
])('the simulator is there or not when it answers with %s: %s', async (_, answer, isSimulatorThere) => {
  const { askEndpoints } = await controlOf(answer);
  expect((await askEndpoints()).map(isReachable)).toEqual([isSimulatorThere, true]);
});

it('control requests omit the id and use another path than that of the observer', async () => {
  const { askInvalid, requests } = await controlOf('');
  await askInvalid();
  const id = `0x${'c0de'.repeat(16)}`;
  expect(requests.map(({ method, target }) => `${method} ${target}`).sort()).toEqual([
    'GET /in/v2/beta/observer/is-message-included-in-consensus',
    `GET /in/v2/beta/observer/no-such-operation?operationId=${id}`,
  ]);
});
