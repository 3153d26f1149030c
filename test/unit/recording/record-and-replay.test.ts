import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import {
  createClient,
  type HttpError,
  HttpNetworkError,
  HttpTimeoutError,
  type InclusionTimeoutError,
  recordExchanges,
  replayExchanges,
  UsageError,
  waitForInclusion,
} from 'crosscheck';
import { expect, test } from 'vitest';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { fullRequest, operationId, rejectionOf } from '../client/calls.js';
import { collected, included, observe } from '../polling/observe.js';
import { deploymentAt, nowhere, recorded, scratchFile } from './recorded-calls.js';

const simulated =
  '{ "response": { "simulationStatus": true, "estimatedGas": 9007199254740993, "outMessages": null } }\n';

test('a simulation is replayed as recorded, whatever the URL of the deployment', async () => {
  const server = await startRawServer(
    answerOf(200, simulated, { 'x-request-id': '1', 'set-cookie': 'sid=1', date: 'today' }),
  );
  const { file, text } = await recorded(deploymentAt(`${server.origin}/api`), (deployment) =>
    createClient(deployment).simulate(fullRequest),
  );

  expect(text).toMatchInlineSnapshot(`
    "{
      "crosscheck-recording": 1,
      "deployments": [
        "staging"
      ],
      "exchanges": [
        {
          "request": {
            "method": "POST",
            "path": "/alpha/simulator/simulate-message",
            "json": {
              "alphaCallParams": {
                "arguments": "0x00ff",
                "methodName": "swap(bytes,bytes)",
                "target": "0x52908400098527886e0f7030069857d2e4169ee7"
              },
              "betaAssets": [
                {
                  "amount": "1000000000"
                },
                {
                  "amount": "250000",
                  "tokenAddress": "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N"
                }
              ],
              "betaCaller": "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N",
              "executorAddress": "",
              "extraData": "0x",
              "feeAssetAddress": "",
              "shardsKey": "1763712000042"
            }
          },
          "answers": [
            {
              "recordedAt": "2026-11-21T12:00:00.000Z",
              "status": 200,
              "headers": {
                "content-type": "application/json",
                "date": "today"
              },
              "json": {
                "response": {
                  "simulationStatus": true,
                  "estimatedGas": 9007199254740993,
                  "outMessages": null
                }
              }
            }
          ]
        }
      ]
    }
    "
  `);

  const client = createClient(await replayExchanges(deploymentAt(nowhere), { file }));
  const { response, exchange } = await client.simulate(fullRequest);
  expect(response).toEqual({
    simulationStatus: true,
    estimatedGas: 9_007_199_254_740_993n,
    outMessages: null,
  });
  expect(exchange.response?.body).toBe(simulated.replaceAll(/\s/g, ''));
  expect(server.requests).toHaveLength(1);
});

test('a cached answer is as stale in the replay as it was', async () => {
  const { observer } = await observe([
    {
      status: 200,
      headers: { 'content-type': 'application/json', 'cache-status': 'edge; hit; ttl=30' },
      body: '{"response":{"stage":"includedInBETAConsensus","success":true}}',
    },
  ]);
  const { file } = await recorded(observer.deployment(), (deployment) =>
    createClient(deployment).inclusion(operationId),
  );
  const replayed = createClient(await replayExchanges(deploymentAt(nowhere), { file }));
  const record = await replayed.inclusion(operationId);
  expect(record.staleness).toBe('a cached answer (Cache-Status: hit)');
});

test('a recording does not overwrite another one that was saved while it was made', async () => {
  const { observer } = await observe([included]);
  const file = await scratchFile();
  const first = recordExchanges(observer.deployment(), { file });
  const second = recordExchanges(observer.deployment(), { file });
  await setTimeout(20);
  await createClient(first.deployment).inclusion(operationId);
  await first.save();
  await first.save();
  await createClient(second.deployment).inclusion(`0x${'22'.repeat(32)}`);
  const error = await rejectionOf(second.save());
  expect(error).toBeInstanceOf(UsageError);
  expect(error.message.replaceAll(file, 'a.json')).toMatchInlineSnapshot(`
    "Another recording was saved to a.json while this one was made; it was not overwritten

    What to do: record all exchanges with one recordExchanges, or give each a file of its own"
  `);
  expect(await readFile(file, 'utf8')).toContain(operationId);

  const later = recordExchanges(observer.deployment(), { file });
  await createClient(later.deployment).inclusion(`0x${'22'.repeat(32)}`);
  await later.save();
});

test('the polls of an operation are replayed in order, without pauses', async () => {
  const unknown = {
    status: 404,
    headers: { 'content-type': 'application/json' },
    body: '{"error":"unknown"}',
  };
  const { observer } = await observe([unknown, unknown, collected, included]);
  const { file, text } = await recorded(observer.deployment(), (deployment) =>
    waitForInclusion(createClient(deployment), operationId, { intervals: 0 }),
  );
  const { exchanges } = JSON.parse(text);
  expect(exchanges).toHaveLength(1);
  expect(exchanges[0].answers.map(({ times, status }: never) => [times, status])).toEqual([
    [2, 404],
    [undefined, 200],
    [undefined, 200],
  ]);

  const client = createClient(await replayExchanges(deploymentAt(nowhere), { file }));
  const { timeline } = await waitForInclusion(client, operationId, { intervals: 60_000, timeoutMs: 10_000 });
  expect(timeline.map(({ result: { status, stage } }) => stage ?? status)).toEqual([
    404,
    404,
    'collectedInBETA',
    'includedInBETAConsensus',
  ]);
  // The last answer stays.
  expect((await client.inclusion(operationId)).verdict).toBe('included');
});

test('a wait compares timestamps with the time of the recording', async () => {
  const { observer } = await observe([included]);
  const { file, text } = await recorded(observer.deployment(), (deployment) =>
    waitForInclusion(createClient(deployment), operationId),
  );
  await writeFile(file, text.replaceAll('2026-11-21', '2025-11-20').replaceAll('21 Nov 2026', '20 Nov 2025'));
  const client = createClient(await replayExchanges(deploymentAt(nowhere), { file }));
  const { inconsistencies } = await waitForInclusion(client, operationId);
  expect(inconsistencies.map(({ kind }) => kind)).toEqual(['timestamp-in-future']);
});

test('simulations with other shards keys are answered in the recorded order', async () => {
  const server = await startRawServer(
    ...[1, 2].map((gas) => answerOf(200, `{"response":{"simulationStatus":true,"estimatedGas":${gas}}}`)),
  );
  const { file } = await recorded(deploymentAt(server.origin), async (deployment) => {
    for (const shardsKey of ['1763712000042', '1763712000043'])
      await createClient(deployment).simulate({ ...fullRequest, shardsKey });
  });
  const client = createClient(await replayExchanges(deploymentAt(nowhere), { file }));
  const gas: unknown[] = [];
  for (const shardsKey of ['1795298288001', '1795298288002']) {
    const { response } = await client.simulate({ ...fullRequest, shardsKey });
    gas.push(response.estimatedGas);
  }
  expect(gas).toEqual([1n, 2n]);
});

test('an answer that was used for another shards key is not used for its own', async () => {
  const server = await startRawServer(
    ...[1, 2].map((gas) => answerOf(200, `{"response":{"simulationStatus":true,"estimatedGas":${gas}}}`)),
  );
  const keys = ['1763712000042', '1763712000043'];
  const { file } = await recorded(deploymentAt(server.origin), async (deployment) => {
    for (const shardsKey of keys) await createClient(deployment).simulate({ ...fullRequest, shardsKey });
  });
  const client = createClient(await replayExchanges(deploymentAt(nowhere), { file }));
  const gasOf = async (shardsKey: string | undefined) =>
    (await client.simulate({ ...fullRequest, shardsKey: String(shardsKey) })).response.estimatedGas;
  expect([await gasOf(keys[1]), await gasOf('1795298288001')]).toEqual([2n, 1n]);
  const rejected = await rejectionOf(gasOf(keys[0]));
  expect(rejected).toBeInstanceOf(UsageError);
  expect(rejected.message).toMatch(
    /has no other answer to POST .*\n[\s\S]*whose answer was given to the same request with another shardsKey/,
  );
  expect([await gasOf(keys[1]), await gasOf('1795298288001')]).toEqual([2n, 1n]);
});

test('an operation that is never included also times out when replayed', async () => {
  const { observer } = await observe([collected]);
  const { file } = await recorded(observer.deployment(), (deployment) =>
    rejectionOf(waitForInclusion(createClient(deployment), operationId, { timeoutMs: 50 })),
  );
  const client = createClient(await replayExchanges(deploymentAt(nowhere), { file }));
  const error = await rejectionOf<InclusionTimeoutError>(
    waitForInclusion(client, operationId, { timeoutMs: 50 }),
  );
  expect(error.code).toBe('INCLUSION_TIMEOUT');
});

test('failures are replayed as failures of the same kind', async () => {
  const { observer } = await observe(['reset', 'hang', included]);
  const { file, text } = await recorded(observer.deployment(), async (deployment) => {
    const client = createClient(deployment);
    await rejectionOf(client.inclusion(operationId));
    await rejectionOf(client.inclusion(operationId, { attemptTimeoutMs: 50 }));
    await client.inclusion(operationId);
  });
  expect(JSON.parse(text).exchanges[0].answers.slice(0, 2)).toEqual([
    { failure: { code: expect.stringMatching(/ECONNRESET|UND_ERR_SOCKET/), message: expect.any(String) } },
    { failure: 'aborted' },
  ]);

  const client = createClient(await replayExchanges(deploymentAt(nowhere), { file }));
  const broken = await rejectionOf<HttpError>(client.inclusion(operationId));
  expect(broken).toBeInstanceOf(HttpNetworkError);
  expect(broken.message).toMatch(/could not be reached: connection (?:reset|closed) by peer/);
  const late = await rejectionOf(client.inclusion(operationId, { attemptTimeoutMs: 50 }));
  expect(late).toBeInstanceOf(HttpTimeoutError);
  expect((await client.inclusion(operationId)).verdict).toBe('included');
});

test('a recorded timeout is replayed at once', {
  timeout: 5_000,
}, async () => {
  const { observer } = await observe(['hang']);
  const server = await startRawServer(
    (socket) => void socket.write(answerOf(200, '{"response":').subarray(0, -4)),
  );
  const hour = { attemptTimeoutMs: 3_600_000, timeoutMs: 3_600_000 };
  for (const deployment of [observer.deployment(), deploymentAt(server.origin)]) {
    const { file } = await recorded(deployment, (deployment) =>
      rejectionOf(createClient(deployment).inclusion(operationId, { attemptTimeoutMs: 50 })),
    );
    const client = createClient(await replayExchanges(deploymentAt(nowhere, hour), { file }));
    expect(await rejectionOf(client.inclusion(operationId))).toBeInstanceOf(HttpTimeoutError);
    expect(await rejectionOf(client.inclusion(operationId))).toBeInstanceOf(HttpTimeoutError);
  }
});

test('an incomplete answer and one that was too large are replayed as far as they were received', async () => {
  const cut = Buffer.concat([answerOf(200, '{"response":').subarray(0, -4)]);
  const server = await startRawServer(
    (socket) => {
      socket.write(cut);
      socket.end();
    },
    answerOf(200, `{"response":{"stage":"${'a'.repeat(200)}"}}`),
  );
  const limit = { maxResponseBytes: 100 };
  const { file } = await recorded(deploymentAt(server.origin, limit), async (deployment) => {
    const client = createClient(deployment);
    await rejectionOf(client.inclusion(operationId));
    await rejectionOf(client.inclusion(operationId));
  });
  const client = createClient(await replayExchanges(deploymentAt(nowhere, limit), { file }));
  const broken = await rejectionOf<HttpError>(client.inclusion(operationId));
  expect(broken.message).toContain('The observer of staging sent an incomplete answer');
  expect(broken.exchange.response?.body).toBe('{"respon');
  expect(await rejectionOf(client.inclusion(operationId))).toHaveProperty('code', 'HTTP_BODY_TOO_LARGE');
});

test('an aborted call is not recorded', async () => {
  const { observer } = await observe(['hang']);
  const { text } = await recorded(observer.deployment(), async (deployment) => {
    const stop = new AbortController();
    const call = createClient(deployment).inclusion(operationId, { signal: stop.signal });
    await expect.poll(() => observer.polls.length).toBe(1);
    stop.abort();
    await rejectionOf(call);
    await expect.poll(() => observer.abandoned).toBe(1);
  });
  expect(JSON.parse(text).exchanges).toEqual([]);
});

test('the exchanges have the same order, whatever the order of concurrent calls', async () => {
  const { observer } = await observe(() => included);
  const texts: string[] = [];
  for (const ids of [
    ['0x1', '0x2', '0x3'],
    ['0x3', '0x1', '0x2'],
  ]) {
    const { text } = await recorded(observer.deployment(), async (deployment) => {
      for (const id of ids) await createClient(deployment).inclusion(id.padEnd(66, '0'));
    });
    texts.push(text);
  }
  expect(texts[0]).toBe(texts[1]);
});

test('retries are replayed at once, also those that Retry-After delayed', async () => {
  const server = await startRawServer(
    answerOf(503, '{"error":"busy"}', { 'retry-after': '0' }),
    answerOf(200, simulated),
  );
  const retrying = { retries: { limit: 1, minIntervalMs: 0 } };
  const { file, text } = await recorded(deploymentAt(server.origin, retrying), (deployment) =>
    createClient(deployment).simulate(fullRequest),
  );
  await writeFile(file, text.replace('"retry-after": "0"', '"retry-after": "3600"'));
  const replayed = await replayExchanges(deploymentAt(nowhere, { retries: 1 }), { file });
  const { exchange } = await createClient(replayed).simulate(fullRequest);
  expect(exchange.attempts.map(({ status }) => status)).toEqual([503, 200]);
});

test('a timeout after 404s is recorded and replayed with its control requests', async () => {
  const unknown = {
    status: 404,
    headers: { 'content-type': 'application/json' },
    body: '{"error":"unknown"}',
  };
  const { observer } = await observe([unknown]);
  const wait = { timeoutMs: 100, intervals: 40 };
  const { file, text } = await recorded(observer.deployment(), async (deployment) =>
    expect(waitForInclusion(createClient(deployment), operationId, wait)).rejects.toMatchObject({
      code: 'INCLUSION_TIMEOUT',
    }),
  );
  expect(JSON.parse(text).exchanges).toHaveLength(5);
  const client = createClient(await replayExchanges(deploymentAt(nowhere), { file }));
  await expect(waitForInclusion(client, operationId, wait)).rejects.toMatchObject({
    code: 'INCLUSION_TIMEOUT',
  });
});
