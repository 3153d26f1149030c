import { readFile } from 'node:fs/promises';
import { inspect } from 'node:util';
import {
  createClient,
  type Deployment,
  defineDeployment,
  defineEndpoint,
  type HttpError,
  type InclusionTimeoutError,
  recordExchanges,
  replayExchanges,
  UsageError,
  waitForInclusion,
} from 'crosscheck';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { fullRequest, operationId, rejectionOf } from '../client/calls.js';
import { collected, included, observe } from '../polling/observe.js';
import { deploymentAt, nowhere, recorded, scratchFile } from './recorded-calls.js';

const simulated = (gas: number): Buffer =>
  answerOf(200, `{"response":{"simulationStatus":true,"estimatedGas":${gas}}}`);
const answer = (text: string): Buffer => answerOf(200, JSON.stringify({ text }));

/** Operations that only this test knows, of either server. */
const custom = (server: 'simulator' | 'observer') =>
  defineEndpoint({
    name: `login-at-${server}`,
    server,
    method: 'POST',
    path: '/login',
    readOnly: true,
    body: z.record(z.string(), z.unknown()),
    response: z.object({ text: z.string() }),
  });
const login = custom('simulator');
const operationIdOf = defineEndpoint({
  name: 'operation-id',
  server: 'observer',
  method: 'POST',
  path: '/beta/operation-id',
  readOnly: true,
  body: z.object({ shardsKey: z.string(), caller: z.string() }),
  response: z.object({ text: z.string() }),
});

/** What each of some requests gets, one after the other. */
async function textsOf(deployment: Deployment, bodies: readonly object[], operation: object = login) {
  const client = createClient(deployment);
  const texts: unknown[] = [];
  for (const body of bodies)
    texts.push((await client.call(operation as typeof login, { body } as never)).response.text);
  return texts;
}

test('a request that contains the credential of its header is found without the header', async () => {
  const token = 'tok-5f0e8a7c41d94b2e';
  const server = await startRawServer(answerOf(200, '{"response":{"stage":"start"}}'));
  const headers = { authorization: `Bearer ${token}` };
  const conventions = { requestValidation: 'off' } as const;
  const { file, text } = await recorded(deploymentAt(server.origin, { headers, conventions }), (deployment) =>
    createClient(deployment).inclusion(`0x3${token}`),
  );
  expect(text).not.toContain(token);
  const client = createClient(await replayExchanges(deploymentAt(nowhere, { conventions }), { file }));
  expect((await client.inclusion(`0x3${token}`)).response.stage).toBe('start');
  expect(await rejectionOf(client.inclusion('0x4tok-another-one-00'))).toBeInstanceOf(UsageError);
});

test('a request to a custom endpoint needs the recorded shards key', async () => {
  const server = await startRawServer(answer('0xaa'));
  const { file } = await recorded(deploymentAt(server.origin), (deployment) =>
    textsOf(deployment, [{ shardsKey: '1', caller: 'c' }], operationIdOf),
  );
  const deployment = await replayExchanges(deploymentAt(nowhere), { file });
  expect(await textsOf(deployment, [{ shardsKey: '1', caller: 'c' }], operationIdOf)).toEqual(['0xaa']);
  const error = await rejectionOf(textsOf(deployment, [{ shardsKey: '2', caller: 'c' }], operationIdOf));
  expect(error.message).toContain('in the nearest, shardsKey is "1"');
});

test('the nearest request differs in no masked text, and its integers have all digits', async () => {
  const token = 'tok-5f0e8a7c41d94b2e';
  const headers = { authorization: `Bearer ${token}` };
  const server = await startRawServer(answer('a'));
  const { file } = await recorded(deploymentAt(server.origin, { headers }), (deployment) =>
    textsOf(deployment, [{ caller: token, amount: 9007199254740993n }]),
  );
  const deployment = await replayExchanges(deploymentAt(nowhere), { file });
  const error = await rejectionOf(textsOf(deployment, [{ caller: 'c', amount: 9007199254740995n }]));
  expect(error.message).toMatch(/in the nearest, amount is 9007199254740993$/m);
});

test('the members of a query may have another order, apart from those of one name', async () => {
  const search = defineEndpoint({
    name: 'search',
    server: 'observer',
    method: 'GET',
    path: '/search',
    query: z.object({ id: z.array(z.int()), limit: z.int(), token: z.string() }),
    response: z.object({ text: z.string() }),
  });
  const token = 'tok-5f0e8a7c41d94b2e';
  const server = await startRawServer(answer('found'));
  const { file } = await recorded(deploymentAt(server.origin), (deployment) =>
    createClient(deployment).call(search, { query: { token, id: [1, 2], limit: 5 } }),
  );
  const client = createClient(await replayExchanges(deploymentAt(nowhere), { file }));
  const { response } = await client.call(search, { query: { limit: 5, id: [1, 2], token } });
  expect(response.text).toBe('found');
  const query = { limit: 5, id: [2, 1], token };
  expect(await rejectionOf(client.call(search, { query }))).toBeInstanceOf(UsageError);
});

test('each recorded simulation answers one other shards key, with its retries', async () => {
  const server = await startRawServer(
    answerOf(503, '{"error":"busy"}', { 'retry-after': '0' }),
    simulated(1),
    simulated(2),
  );
  const retrying = { retries: { limit: 1, minIntervalMs: 0 } };
  const simulate = (deployment: Deployment, shardsKey: string) =>
    createClient(deployment).simulate({ ...fullRequest, shardsKey });
  const { file } = await recorded(deploymentAt(server.origin, retrying), async (deployment) => {
    for (const key of ['1763712000042', '1763712000043']) await simulate(deployment, key);
  });
  const deployment = await replayExchanges(deploymentAt(nowhere, retrying), { file });
  const both = await Promise.all(['7', '8'].map((key) => simulate(deployment, key)));
  expect(both.map(({ response }) => response.estimatedGas)).toEqual([1n, 2n]);
  expect(both.map(({ exchange }) => exchange.attempts.map(({ status }) => status))).toEqual([
    [503, 200],
    [200],
  ]);
  expect((await simulate(deployment, '8')).response.estimatedGas).toBe(2n);
  expect(await rejectionOf(simulate(deployment, '9'))).toBeInstanceOf(UsageError);
});

test('a recording of one deployment does not answer another', async () => {
  const server = await startRawServer(simulated(1));
  const { file } = await recorded(deploymentAt(server.origin), (deployment) =>
    createClient(deployment).simulate(fullRequest),
  );
  const production = await replayExchanges(deploymentAt(nowhere, { name: 'production' }), { file });
  const error = await rejectionOf(createClient(production).simulate(fullRequest));
  expect(error).toBeInstanceOf(UsageError);
  expect(error.message.split('\n', 1)[0]).toMatch(/ was recorded from staging, not from production$/);
});

test('a recording of a deployment without a name says how it can be replayed', async () => {
  const server = await startRawServer(simulated(1));
  const name = new URL(server.origin).host;
  const { file } = await recorded(deploymentAt(server.origin, { name }), (deployment) =>
    createClient(deployment).simulate(fullRequest),
  );
  const local = await replayExchanges(deploymentAt(nowhere, { name: 'local' }), { file });
  const error = await rejectionOf(createClient(local).simulate(fullRequest));
  expect(error.message).toMatch(/ was recorded from a deployment without a name, not from local\n/);
  expect(error.message).toContain('What to do: set the URLs that it was recorded with, and no name, or ');
});

test('in a recording of two deployments each has its own answers', async () => {
  const { origin } = await startRawServer(simulated(1), simulated(2));
  const both = (name: string, url = origin) => deploymentAt(url, { name });
  const deployments = ['staging', 'production'];
  const exchanges: unknown[] = [];
  for (const deployment of deployments) {
    const { text } = await recorded(both(deployment), (recording) =>
      createClient(recording).simulate(fullRequest),
    );
    const [{ request, answers }] = JSON.parse(text).exchanges;
    exchanges.push({ request: { ...request, deployment }, answers });
  }
  const file = await scratchFile(JSON.stringify({ 'crosscheck-recording': 1, deployments, exchanges }));
  const gas: unknown[] = [];
  for (const name of ['production', 'staging', 'production']) {
    const client = createClient(await replayExchanges(both(name, nowhere), { file }));
    gas.push((await client.simulate(fullRequest)).response.estimatedGas);
  }
  expect(gas).toEqual([2n, 1n, 2n]);
});

test('equal paths of the two servers have their own answers', async () => {
  const [simulator, observer] = [await startRawServer(answer('one')), await startRawServer(answer('other'))];
  const at = (one: string, other: string) =>
    defineDeployment({ name: 'staging', simulatorUrl: one, observerUrl: other, retries: 0 });
  const file = await scratchFile();
  const recording = recordExchanges(at(simulator.origin, observer.origin), { file });
  await textsOf(recording.deployment, [{ a: 1 }], custom('simulator'));
  await textsOf(recording.deployment, [{ a: 1 }], custom('observer'));
  await recording.save();
  const replayed = await replayExchanges(at('http://127.0.0.1:9', 'http://127.0.0.1:8'), { file });
  expect(await textsOf(replayed, [{ a: 1 }], custom('observer'))).toEqual(['other']);
  expect(await textsOf(replayed, [{ a: 1 }], custom('simulator'))).toEqual(['one']);
  const oneAddress = await replayExchanges(deploymentAt(nowhere), { file });
  const error = await rejectionOf(textsOf(oneAddress, [{ a: 1 }]));
  expect(error.message).toMatch(/of both servers, and this deployment has one address for them/);
});

test('a deployment without a name is recorded without its host', async () => {
  const server = await startRawServer(simulated(1));
  const at = (url: string) => defineDeployment({ simulatorUrl: url, observerUrl: url });
  const { file, text } = await recorded(at(server.origin), (deployment) =>
    createClient(deployment).simulate(fullRequest),
  );
  expect(text).not.toContain('127.0.0.1');
  await createClient(await replayExchanges(at(nowhere), { file })).simulate(fullRequest);
});

test('different integers beyond 2^53, and strings with the same digits, are different requests', async () => {
  const server = await startRawServer(answer('a'), answer('b'), answer('c'));
  const bodies = [{ n: 9007199254740993n }, { n: 9007199254740992n }, { n: '9007199254740993' }];
  const { file } = await recorded(deploymentAt(server.origin), (deployment) => textsOf(deployment, bodies));
  const deployment = await replayExchanges(deploymentAt(nowhere), { file });
  expect(await textsOf(deployment, bodies.toReversed())).toEqual(['c', 'b', 'a']);
});

test('the age of a cached answer is recorded', async () => {
  const server = await startRawServer(
    answerOf(200, '{"response":{"stage":"start"}}', { age: '3600', etag: '"x"' }),
  );
  const { file } = await recorded(deploymentAt(server.origin), (deployment) =>
    createClient(deployment).inclusion(operationId),
  );
  const client = createClient(await replayExchanges(deploymentAt(nowhere), { file }));
  const { exchange } = await client.inclusion(operationId);
  expect(exchange.response?.headers.age).toBe('3600');
});

test('an answer that was too large when recorded is not a timeout when a larger one is allowed', async () => {
  const server = await startRawServer(answerOf(200, `{"response":{"stage":"${'a'.repeat(200)}"}}`));
  const { file } = await recorded(deploymentAt(server.origin, { maxResponseBytes: 100 }), (deployment) =>
    rejectionOf(createClient(deployment).inclusion(operationId)),
  );
  expect(JSON.parse(await readFile(file, 'utf8')).exchanges[0].answers[0].failure).toBe('too large');
  const client = createClient(await replayExchanges(deploymentAt(nowhere), { file }));
  const error = await rejectionOf<HttpError>(client.inclusion(operationId));
  expect(error.message).toContain('only the beginning of an answer');
});

test('a wait that polls more often than the recorded one does not use the answers of the next', async () => {
  const { observer } = await observe([collected, collected, included]);
  const { file, text } = await recorded(observer.deployment(), async (deployment) => {
    const client = createClient(deployment);
    // Its window is over after two polls.
    await rejectionOf(waitForInclusion(client, operationId, { timeoutMs: 100, intervals: 60_000 }));
    await waitForInclusion(client, operationId);
  });
  expect(JSON.parse(text).exchanges[0].answers.map(({ times, wait }: never) => [times, wait])).toEqual([
    [2, 1],
    [undefined, 3],
  ]);
  const client = createClient(await replayExchanges(deploymentAt(nowhere), { file }));
  const early = await rejectionOf<InclusionTimeoutError>(
    waitForInclusion(client, operationId, { timeoutMs: 100, intervals: 1 }),
  );
  expect(early.code).toBe('INCLUSION_TIMEOUT');
  expect(early.timeline.length).toBeGreaterThan(2);
  const { timeline } = await waitForInclusion(client, operationId);
  expect(timeline).toHaveLength(1);
});

test('a simulation with a masked secret can have another shards key and no other difference', async () => {
  const server = await startRawServer(simulated(1), simulated(2));
  const conventions = { additionalRequestMembers: 'allow' } as const;
  const call = (shardsKey: string, password: string, extra = {}) => ({
    ...fullRequest,
    shardsKey,
    password,
    ...extra,
  });
  const { file, text } = await recorded(deploymentAt(server.origin, { conventions }), async (deployment) => {
    await createClient(deployment).simulate(call('1', 'alice-88-secret'));
    await createClient(deployment).simulate(call('2', 'bobby-99-secret'));
  });
  expect(text).not.toMatch(/alice-88|bobby-99/);
  const client = createClient(await replayExchanges(deploymentAt(nowhere, { conventions }), { file }));
  const gasOf = async (request: typeof fullRequest) => (await client.simulate(request)).response.estimatedGas;
  const other = await rejectionOf(client.simulate(call('5', 'carol-77-secret', { extraData: '0x99' })));
  expect(other.message).toContain('in the nearest, extraData is');
  expect(other.message).not.toContain('carol-77');
  expect(await gasOf(call('5', 'alice-88-secret'))).toBe(1n);
  expect(await gasOf(call('6', 'bobby-99-secret'))).toBe(2n);
  expect(await gasOf(call('5', 'alice-88-secret'))).toBe(1n);
});

test('the error of an unknown request contains no credential of the deployment', async () => {
  const token = 'tok-5f0e8a7c41d94b2e';
  const server = await startRawServer(simulated(1));
  const { file } = await recorded(deploymentAt(server.origin), (deployment) =>
    createClient(deployment).simulate(fullRequest),
  );
  const options = {
    headers: { authorization: `Bearer ${token}` },
    conventions: { requestValidation: 'off' },
  } as const;
  const client = createClient(await replayExchanges(deploymentAt(nowhere, options), { file }));
  const error = await rejectionOf(client.simulate({ ...fullRequest, extraData: `Bearer ${token}` }));
  expect(error.message).toContain('Asked:');
  expect(error.message).toContain('[redacted]');
  expect(inspect(error, { depth: 9 })).not.toContain(token);
});
