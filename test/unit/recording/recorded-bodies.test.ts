import { createClient, type Deployment, defineEndpoint, type Exchange, replayExchanges } from 'crosscheck';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { deploymentAt, nowhere, recorded } from './recorded-calls.js';

const idAt = (index: number): string => `0x${index.toString(16).padStart(64, '0')}`;

/** Queries an operation for each body, and returns the bodies that come. */
async function bodiesFrom(deployment: Deployment, count: number): Promise<(string | undefined)[]> {
  const client = createClient(deployment);
  const bodies: (string | undefined)[] = [];
  for (let index = 0; index < count; index++) {
    // Hardly one of these bodies is an answer of an observer.
    const { exchange } = await client
      .inclusion(idAt(index))
      .catch((error: { readonly exchange: Exchange }) => error);
    bodies.push(exchange.response?.body);
  }
  return bodies;
}

/** Records answers with these bodies. Returns what the file has of each, and what a replay answers in its place. */
async function recordedBodies(bodies: readonly (string | Uint8Array)[], headers = {}) {
  const answers = bodies.map((body) => answerOf(200, Buffer.from(body as string)));
  const server = await startRawServer(...(answers as [Buffer]));
  const { file, text } = await recorded(deploymentAt(server.origin, { headers }), (deployment) =>
    bodiesFrom(deployment, bodies.length),
  );
  const { exchanges } = JSON.parse(text) as {
    exchanges: { request: { query: string }; answers: object[] }[];
  };
  const replayed = await bodiesFrom(await replayExchanges(deploymentAt(nowhere), { file }), bodies.length);
  return bodies.map((_, index) => {
    const of = exchanges.find(({ request }) => request.query.endsWith(idAt(index)));
    const { json, text, base64 } = (of?.answers[0] ?? {}) as {
      json?: unknown;
      text?: string;
      base64?: string;
    };
    return {
      inFile: {
        ...(json !== undefined && { json }),
        ...(text !== undefined && { text }),
        ...(base64 !== undefined && { base64 }),
      },
      replayed: replayed[index],
    };
  });
}

test('bytes that are not UTF-8 are recorded exactly', async () => {
  const notUtf8 = fc.uint8Array({ maxLength: 60 }).map((bytes) => Uint8Array.of(0xff, ...bytes));
  const bodies = fc.sample(notUtf8, 50);
  for (const [index, { inFile, replayed }] of (await recordedBodies(bodies)).entries()) {
    const bytes = Buffer.from(bodies[index] as Uint8Array);
    expect(inFile).toEqual({ base64: bytes.toString('base64') });
    expect(replayed).toBe(bytes.toString());
  }
});

test('JSON is recorded exactly, apart from whitespace', async () => {
  // No name has the letters of one that masks its value, such as key or token.
  const letters = fc.string({ unit: fc.constantFrom(...'bdefghijlmnopqruvwxyz019 _.$[]"\\é😀') });
  const key = fc.oneof(letters, fc.constantFrom('', '1', '__proto__'));
  const bodies = fc.sample(fc.tuple(fc.object({ key, maxDepth: 3 }), fc.constantFrom(undefined, 1, 2)), 50);
  const texts = bodies.map(([json, space]) => JSON.stringify(json, null, space));
  for (const [index, { inFile, replayed }] of (await recordedBodies(texts)).entries()) {
    const text = texts[index] as string;
    expect(replayed).toBe('json' in inFile ? JSON.stringify(JSON.parse(text)) : text);
  }
});

test('the digits of JSON are recorded exactly', async () => {
  const texts = [
    '{"a":9007199254740993}',
    '{"a":1.0}',
    '{"a":1e400}',
    '{"a":-0}',
    '{"a":12345678901234567890123}',
  ];
  const found = await recordedBodies(texts);
  expect(found.map(({ replayed }) => replayed)).toEqual(texts);
  expect(found.map(({ inFile }) => Object.keys(inFile))).toEqual(texts.map(() => ['json']));
});

test.each([
  ['a duplicate member', '{"a":1,"a":2}'],
  ['unnecessary escapes', '{"a":"\\u0041"}'],
  ['members in an order that objects do not keep', '{"2":1,"1":2}'],
  ['incomplete JSON', '{"a":'],
  ['JSON that is nested too deeply', '['.repeat(50_000) + ']'.repeat(50_000)],
  ['a byte order mark', '\uFEFF{"a":1}'],
])('%s is recorded as text', async (_, text) => {
  expect(await recordedBodies([text])).toEqual([{ inFile: { text }, replayed: text }]);
});

test('an empty body is recorded as nothing', async () => {
  expect(await recordedBodies([''])).toEqual([{ inFile: {}, replayed: '' }]);
});

test('a number that contains a secret becomes a masked string, and bytes are masked too', async () => {
  const [masked, bytes] = await recordedBodies(
    [
      '{"id":9123456787654321,"of":[12345678765432]}',
      Buffer.concat([Buffer.from([0xff]), Buffer.from('12345678765432')]),
    ],
    { authorization: 'Bearer 12345678765432' },
  );
  expect(masked?.inFile).toEqual({ json: { id: '[redacted]', of: ['[redacted]'] } });
  expect(bytes?.replayed?.slice(1)).toBe('[redacted]');
});

test('bodies whose members differ only in order are the same request', async () => {
  const search = defineEndpoint({
    name: 'search',
    server: 'observer',
    method: 'POST',
    path: '/search',
    readOnly: true,
    body: z.object({ a: z.bigint(), b: z.json() }),
    response: z.object({ found: z.int() }),
  });
  const server = await startRawServer(answerOf(200, '{"found":1}'), answerOf(200, '{"found":2}'));
  const { file, text } = await recorded(deploymentAt(server.origin), async (deployment) => {
    const client = createClient(deployment);
    await client.call(search, { body: { b: [{ d: 1, c: 2 }], a: 2n ** 64n } });
    await client.call(search, { body: { b: [{ d: 2, c: 1 }], a: 2n ** 64n } });
  });
  const client = createClient(await replayExchanges(deploymentAt(nowhere), { file }));
  const { response } = await client.call(search, { body: { a: 2n ** 64n, b: [{ c: 1, d: 2 }] } });
  expect(response).toEqual({ found: 2 });
  expect(text.match(/"a": 18446744073709551616,/g)).toHaveLength(2);
});
