import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { defineDeployment } from 'crosscheck';
import { CampaignCannotRunError, runCampaign } from 'crosscheck/fuzz';
import { describe, expect, it, onTestFinished } from 'vitest';
import { localhostCertificate } from '../../support/localhost-certificate.js';
import { observerAnswer } from '../../support/observer-answer.js';
import { answerOf, type RawAnswer, type ReceivedRequest, startRawServer } from '../../support/raw-server.js';
import { realClock } from '../../support/real-clock.js';
import { rejectionOf, steady } from '../client/calls.js';

const html = { 'content-type': 'text/html' };

/** Returns the message with which a campaign rejects that has one address for both endpoints. */
async function rejectionAt(url: string, connectTimeoutMs = 1_000): Promise<string> {
  const deployment = defineDeployment({ name: 'staging', simulatorUrl: url, observerUrl: url });
  const error = await rejectionOf(runCampaign({ deployment, connectTimeoutMs, cases: 1 }));
  expect(error).toBeInstanceOf(CampaignCannotRunError);
  return steady(error.message);
}

const answers: Readonly<Record<string, RawAnswer>> = {
  'HTML to everything': answerOf(200, '<!doctype html><title>Sign in</title>', html),
  'a page of another server': answerOf(404, '<html>nginx</html>', html),
  'the 404 of a service to a path that it does not have': answerOf(404, '{"error":"unknown path"}'),
  'JSON of another service': answerOf(404, '{"message":"no such route"}'),
  'a demand for credentials': answerOf(401, '{"error":"who are you?"}'),
  'a rejection of credentials': answerOf(403, '{"error":"not you"}'),
  'an empty body': answerOf(200, ''),
  'the same JSON to everything': answerOf(200, '{"status":"ok"}'),
  '500 to everything': answerOf(500, '{"error":"boom"}'),
  'status 503 and a page': answerOf(503, '<h1>down</h1>', html),
  'a Retry-After of an hour': answerOf(429, '', { 'retry-after': '3600' }),
  'a redirect': answerOf(307, '', { location: 'https://sso.example.org/?token=abc' }),
  'a closed connection': (socket) => socket.destroy(),
};

it.each(Object.entries(answers))('answers with %s', async (_, answer) => {
  const { origin } = await startRawServer(answer);
  expect(await rejectionAt(origin)).toMatchSnapshot();
});

it.each<[string, RawAnswer, boolean]>([
  ['a verdict', answerOf(200, '{"response":{"simulationStatus":true}}'), true],
  ['an error of its own', answerOf(500, '{}'), true],
  ['429', answerOf(429, ''), false],
  ['502', answerOf(502, ''), false],
  ['503', answerOf(503, ''), false],
  ['504', answerOf(504, ''), false],
  ['401, as when credentials expire', answerOf(401, '{}'), false],
  ['403', answerOf(403, '{}'), false],
  ['a closed connection', (socket) => socket.destroy(), false],
])('asks a simulator for something simpler unless it answers itself: %s', async (_, answer, isThere) => {
  const { origin, requests } = await startRawServer((socket, request) => {
    if (request.method === 'GET') socket.write(observerAnswer(request));
    else if (typeof answer === 'function') answer(socket, request);
    else socket.write(answer);
  });
  const deployment = defineDeployment({ name: 'staging', simulatorUrl: origin, observerUrl: origin });
  // Without cases, a simulator that is not there may end the campaign or not.
  await runCampaign({ deployment, connectTimeoutMs: 100, phases: [['valid', 0]] }).catch(() => {});
  const bodies = requests.flatMap(({ method, body }) => (method === 'POST' ? [JSON.parse(body)] : []));
  const [first, second] = bodies.map((body) => Object.keys(body).length);
  expect(first).toBeGreaterThan(4);
  expect(second).toBe(isThere ? undefined : 4);
});

it('sends the observer an unknown id, none, and the same to another path', async () => {
  const { origin, requests } = await startRawServer((socket, request) =>
    socket.write(request.method === 'POST' ? simulated : observerAnswer(request)),
  );
  const deployment = defineDeployment({ simulatorUrl: origin, observerUrl: `${origin}/in/v2` });
  await runCampaign({ deployment, phases: [['valid', 0]] });
  const id = `0x${'c0de'.repeat(16)}`;
  const queries = requests.filter(({ method }) => method === 'GET');
  expect(queries.map(({ target }) => target).sort()).toEqual([
    '/in/v2/beta/observer/is-message-included-in-consensus',
    `/in/v2/beta/observer/is-message-included-in-consensus?operationId=${id}`,
    `/in/v2/beta/observer/no-such-operation?operationId=${id}`,
  ]);
});

it('reports how long an overloaded deployment asks to wait, by the clock of the campaign', async () => {
  const unixMs = Date.UTC(2020, 0, 1);
  const later = answerOf(503, '', { 'retry-after': new Date(unixMs + 30_000).toUTCString() });
  const { origin } = await startRawServer(later);
  const deployment = defineDeployment({ name: 'staging', simulatorUrl: origin, observerUrl: origin });
  const clock = { ...realClock, unixNow: () => unixMs };
  const error = await rejectionOf(runCampaign({ deployment, clock, cases: 1 }));
  expect(error.message).toContain('it asks for a pause of 30 s');
});

it('does not listen', async () => {
  expect(await rejectionAt('http://127.0.0.1:1')).toMatchSnapshot();
});

it('never answers', async () => {
  const { origin } = await startRawServer(() => {});
  expect(await rejectionAt(origin, 100)).toMatchSnapshot();
});

it('has an untrusted certificate', async () => {
  const server = createServer(localhostCertificate).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  expect(await rejectionAt(`https://localhost:${(server.address() as AddressInfo).port}`)).toContain(
    'What to do: give the deployment an undici Agent',
  );
});

/** A deployment that accepts every simulation, and whose observer answers with the given function. */
async function observedBy(answer: (request: ReceivedRequest) => string | Buffer) {
  const server = await startRawServer((socket, request) =>
    socket.write(request.method === 'POST' ? simulated : answer(request)),
  );
  const campaign = () =>
    runCampaign({
      deployment: defineDeployment({ simulatorUrl: server.origin, observerUrl: server.origin }),
      phases: [['valid', 0]],
    });
  return { ...server, campaign };
}

const simulated = answerOf(200, '{"response":{"simulationStatus":true}}');
const notFound = answerOf(404, '{"error":"not found"}');
const isWithoutId = ({ target }: ReceivedRequest): boolean => !target.includes('?');

describe('the observer alone', () => {
  it.each<[string, (request: ReceivedRequest) => string | Buffer, string]>([
    ['has a page of another server', () => answerOf(404, 'no', html), 'answered with status 404'],
    ['is a login page', () => answerOf(200, '<html>', html), 'answers with HTML'],
    ['rejects the credentials', () => answerOf(403, '{}'), 'answered with status 403'],
    ['has a server without such a path', () => notFound, 'is not at its path'],
    [
      'has one that names the path and the time',
      ({ target }) =>
        answerOf(
          404,
          `{"timestamp":"${new Date(Date.now() + target.length * 3_600_000).toISOString()}","path":"${target}"}`,
        ),
      'is not at its path',
    ],
    [
      'has one that lists its paths',
      () => answerOf(404, '{"error":"here is GET /beta/observer/is-message-included-in-consensus"}'),
      'is not at its path',
    ],
    [
      'has one that names the path and lists its own',
      ({ target }) =>
        answerOf(404, `{"error":"no ${target}: here is /beta/observer/is-message-included-in-consensus"}`),
      'is not at its path',
    ],
  ])('%s', async (_, answer, summary) => {
    const { origin } = await observedBy(answer);
    expect(await rejectionAt(`${origin}/v2`)).toContain(`The observer of staging ${summary}`);
  });

  it.each<[string, (request: ReceivedRequest) => string | Buffer]>([
    [
      'answers an unknown id with malformed JSON',
      (request) => (isWithoutId(request) ? notFound : answerOf(404, '{"err')),
    ],
    [
      'answers an unknown id like an unknown path',
      (request) => (isWithoutId(request) ? answerOf(400, '{}') : notFound),
    ],
    [
      'answers a query without an id like one of an unknown id',
      (request) => (request.target.includes('no-such') ? answerOf(404, '{}') : notFound),
    ],
    ['always fails', () => answerOf(500, '{"error":"boom"}')],
    ['is overloaded', () => answerOf(503, '')],
  ])('is at its path when it %s', async (_, answer) => {
    const { campaign, requests } = await observedBy(answer);
    expect(await campaign()).toMatchObject({ endedBy: 'cases' });
    expect(requests).toHaveLength(4);
  });

  it('is at its path when it answers as documented', async () => {
    expect(await (await observedBy(observerAnswer)).campaign()).toMatchObject({ endedBy: 'cases' });
  });
});

it('has a simulator that is a login page', async () => {
  const { origin } = await startRawServer((socket, request) =>
    socket.write(request.method === 'POST' ? answerOf(200, '<html>', html) : observerAnswer(request)),
  );
  expect(await rejectionAt(origin)).toContain('The simulator of staging answers with HTML');
});

it.each<[string, Buffer]>([
  ['a gateway does not reach it', answerOf(502, '<h1>starting</h1>', html)],
  ['it limits the rate', answerOf(429, '{"error":"slow down"}')],
  ['it is overloaded and asks for a short pause', answerOf(429, '', { 'retry-after': '0' })],
  ['it asks for a pause', answerOf(503, '', { 'retry-after': '1' })],
])('is queried again while %s', async (_, later) => {
  let asked = 0;
  const simulated = answerOf(
    200,
    '{"response":{"simulationStatus":false,"simulationError":"no such contract"}}',
  );
  const { origin } = await startRawServer((socket, request) => {
    // Four requests ask at a time, of which the first time all fail.
    if (++asked <= 5) return void socket.write(later);
    socket.write(request.method === 'GET' ? observerAnswer(request) : simulated);
  });
  const deployment = defineDeployment({ name: 'staging', simulatorUrl: origin, observerUrl: origin });
  const report = await runCampaign({ deployment, seed: 7, connectTimeoutMs: 5_000, cases: 1 });
  expect(report.cases).toBe(1);
});

it('is queried again while its simulator starts, however long its observer asks to wait', async () => {
  const observer = await startRawServer(answerOf(503, '', { 'retry-after': '60' }));
  const deployment = defineDeployment({
    name: 'staging',
    simulatorUrl: 'http://127.0.0.1:1',
    observerUrl: observer.origin,
  });
  const error = await rejectionOf(runCampaign({ deployment, connectTimeoutMs: 1_000, cases: 1 }));
  expect(error.message).toContain('The simulator of staging could not be reached: connection refused');
  // Three control requests ask the observer at a time.
  expect(observer.requests.length).toBeGreaterThan(3);
});
