import { readFile, writeFile } from 'node:fs/promises';
import { createClient, type Deployment, defineEndpoint, replayExchanges, UsageError } from 'crosscheck';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Digests } from '../../../src/recording/request-matching.js';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { fullRequest, operationId, rejectionOf } from '../client/calls.js';
import { deploymentAt, nowhere, recorded } from './recorded-calls.js';

const login = defineEndpoint({
  name: 'login',
  server: 'simulator',
  method: 'POST',
  path: '/login',
  readOnly: true,
  body: z.object({ password: z.string() }),
  response: z.unknown(),
});
const logIn = (deployment: Deployment, password: string) =>
  createClient(deployment).call(login, { body: { password } });
const started = answerOf(200, '{"response":{"stage":"start"}}');

async function recordedLogin() {
  const server = await startRawServer(started);
  return recorded(deploymentAt(server.origin), async (deployment) => {
    await logIn(deployment, 'alice-88-secret');
    await createClient(deployment).inclusion(operationId);
  });
}

test('a request without secrets is answered while the key of another one is derived', async () => {
  const { file } = await recordedLogin();
  const deployment = await replayExchanges(deploymentAt(nowhere), { file });
  const answered: string[] = [];
  await Promise.all([
    logIn(deployment, 'alice-88-secret').then(() => answered.push('with a secret')),
    createClient(deployment)
      .inclusion(operationId)
      .then(() => answered.push('without')),
  ]);
  expect(answered).toEqual(['without', 'with a secret']);
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

test('a recording whose digests have another cost asks to record again', async () => {
  const { file } = await recordedLogin();
  const { scrypt, ...recording } = JSON.parse(await readFile(file, 'utf8'));
  const replay = async (changed: object): Promise<string> => {
    await writeFile(file, JSON.stringify(changed));
    const error = await rejectionOf(replayExchanges(deploymentAt(nowhere), { file }));
    expect(error).toBeInstanceOf(UsageError);
    return error.message.replaceAll(file, 'a.json');
  };
  expect(await replay({ ...recording, scrypt: { ...scrypt, N: 2 ** 17, p: 1 } })).toMatchInlineSnapshot(`
    "The recording cannot be replayed

    a.json:1: scrypt.N must be one of 16384, got 131072
    a.json:1: scrypt.p must be one of 5, got 1
    What to do: record again, with recordExchanges"
  `);
  expect(await replay(recording)).toMatchInlineSnapshot(`
    "The recording cannot be replayed

    a.json:1: scrypt is missing: the cost of the digests
    What to do: record again, with recordExchanges"
  `);
});

test('the same requests give the same recording, except for its times', async () => {
  const [one, other] = [await recordedLogin(), await recordedLogin()];
  expect(one.text).toContain('"digest"');
  expect(one.text).toBe(other.text);
});

test('requests with the same secrets share a key, and the keys are bounded and hold no secret', async () => {
  const digests = new Digests({ N: 2, r: 1, p: 1, salt: 'a' });
  const digestOf = (id: number, password: string): Promise<string> => {
    const request = { method: 'POST', path: `/login/${id}` };
    return digests.of({ ...request, json: { password: '[redacted]' } }, { ...request, json: { password } });
  };
  const ofOne = await Promise.all([1, 2, 3].map((id) => digestOf(id, 'alice-88-secret')));
  expect(new Set(ofOne)).toHaveLength(3);
  expect(digests.keys).toHaveLength(1);
  for (let count = 0; count < 200; count++) await digestOf(1, `secret-${count}`);
  expect(digests.keys).toHaveLength(100);
  expect([...digests.keys.keys()].join()).not.toMatch(/secret|password/);
  expect(await digestOf(1, 'alice-88-secret')).toBe(ofOne[0]);
});
