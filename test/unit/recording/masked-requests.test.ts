import { createClient, type Deployment, defineEndpoint, replayExchanges } from 'crosscheck';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { fullRequest, rejectionOf } from '../client/calls.js';
import { deploymentAt, nowhere, recorded } from './recorded-calls.js';

const login = defineEndpoint({
  name: 'login',
  server: 'simulator',
  method: 'POST',
  path: '/login/{user}',
  readOnly: true,
  params: z.object({ user: z.string() }),
  query: z.object({ session: z.string() }),
  body: z.object({ password: z.string(), roles: z.array(z.string()) }),
  response: z.unknown(),
});
const roles = ['reader', 'writer'];
const asked = {
  params: { user: 'alice' },
  query: { session: 'k9' },
  body: { password: 'alice-88-secret', roles },
};
type Asked = typeof asked;
const logIn = async (deployment: Deployment, request: Asked = asked): Promise<unknown> =>
  (await createClient(deployment).call(login, request)).response;

async function recordedLogins(...requests: Asked[]) {
  const server = await startRawServer(
    ...requests.map((_, index) => answerOf(200, `{"answer":"${index + 1}"}`)),
  );
  return recorded(deploymentAt(server.origin), async (deployment) => {
    for (const request of requests) await logIn(deployment, request);
  });
}

test('a masked text stands for any text, so that a replay needs no secret', async () => {
  const { file, text } = await recordedLogins(asked);
  expect(text).not.toMatch(/alice-88-secret|k9/);
  const deployment = await replayExchanges(deploymentAt(nowhere), { file });
  const others = { query: { session: 'another' }, body: { password: 'another', roles } };
  expect(await logIn(deployment, { ...asked, ...others })).toEqual({ answer: '1' });
});

test('requests that differ only in a masked text have their answers in the recorded order', async () => {
  const right = { ...asked, body: { password: 'right-88-secret', roles } };
  const { file, text } = await recordedLogins(asked, right);
  expect(JSON.parse(text).exchanges).toHaveLength(1);
  const deployment = await replayExchanges(deploymentAt(nowhere), { file });
  expect([await logIn(deployment), await logIn(deployment, right)]).toEqual([
    { answer: '1' },
    { answer: '2' },
  ]);
});

test.each<[string, Asked]>([
  ['another segment of the path', { ...asked, params: { user: 'bob' } }],
  ['another member', { ...asked, body: { ...asked.body, roles: [] } }],
  ['another item', { ...asked, body: { ...asked.body, roles: ['reader', 'owner'] } }],
])('a masked text stands for nothing else: %s', async (_, request) => {
  const { file } = await recordedLogins(asked);
  const deployment = await replayExchanges(deploymentAt(nowhere), { file });
  expect(await rejectionOf<Error>(logIn(deployment, request))).toMatchObject({
    code: 'USAGE',
    message: expect.stringContaining('has no answer to POST /login/'),
  });
});

test('a request is answered by the recorded one that has the most in common with it', async () => {
  const key = 'key-zzzzzz-987654';
  const server = await startRawServer(answerOf(200, '{"answer":"1"}'), answerOf(200, '{"answer":"2"}'));
  const headers = { 'x-api-key': key };
  const named = { ...asked, params: { user: 'a' } };
  const { file } = await recorded(deploymentAt(server.origin, { headers }), async (deployment) => {
    await logIn(deployment, { ...asked, params: { user: key } });
    await logIn(deployment, named);
  });
  const deployment = await replayExchanges(deploymentAt(nowhere), { file });
  expect(await logIn(deployment, named)).toEqual({ answer: '2' });
  expect(await logIn(deployment, { ...asked, params: { user: 'z' } })).toEqual({ answer: '1' });
});

test('simulations at once, with a masked secret and other shards keys, have an answer each', async () => {
  const server = await startRawServer(
    ...[1, 2].map((gas) => answerOf(200, `{"response":{"simulationStatus":true,"estimatedGas":${gas}}}`)),
  );
  const conventions = { additionalRequestMembers: 'allow' } as const;
  const simulate = async (deployment: Deployment, shardsKey: string) => {
    const request = { ...fullRequest, shardsKey, password: 'alice-88-secret' };
    return (await createClient(deployment).simulate(request)).response.estimatedGas;
  };
  const { file } = await recorded(deploymentAt(server.origin, { conventions }), async (deployment) => {
    for (const key of ['1', '2']) await simulate(deployment, key);
  });
  const replayed = await replayExchanges(deploymentAt(nowhere, { conventions }), { file });
  expect(await Promise.all(['7', '8'].map((key) => simulate(replayed, key)))).toEqual([1n, 2n]);
});

test('the same requests give the same recording, except for its times', async () => {
  const [one, other] = [await recordedLogins(asked), await recordedLogins(asked)];
  expect(one.text).toContain('"[redacted]"');
  expect(one.text).toBe(other.text);
});
