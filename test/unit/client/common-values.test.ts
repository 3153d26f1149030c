import { createClient } from 'crosscheck';
import { expect, test } from 'vitest';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { deploymentAt, recorded } from '../recording/recorded-calls.js';
import { fullRequest, operationId } from './calls.js';

const body = JSON.stringify({
  response: {
    stage: 'start',
    success: true,
    timestamp: 1_763_712_345,
    note: { content: 'eu-west-1 of staging takes application/json, no start' },
    transactions: [{ blockchainType: 'ALPHA', hash: operationId }],
  },
});

test.each([
  ['true', { 'x-flag': 'true' }],
  ['a media type', { 'x-accepts': 'application/json' }],
  ['a word of the interface', { authorization: 'Bearer start' }],
  ['a stage of a release', { 'x-api-key': 'staging' }],
  ['a region', { 'x-region': 'eu-west-1' }],
  ['a number', { 'x-session': '1763712345' }],
  ['an operation id', { 'x-trace': operationId }],
  ['a URL', { 'x-origin': 'https://staging.example.org/suite-12' }],
])('%s in a header is no secret: answers and recordings stay as they are', async (_, headers) => {
  const server = await startRawServer(answerOf(200, body));
  const { text } = await recorded(deploymentAt(server.origin, { headers }), async (deployment) => {
    const { exchange } = await createClient(deployment).inclusion(operationId);
    expect(exchange.response?.body).toBe(body);
    expect(exchange.request.url).toContain(operationId);
    // Its own value is not shown, whatever it is.
    expect(exchange.request.headers).toMatchObject(
      Object.fromEntries(Object.keys(headers).map((name) => [name, '[redacted]'])),
    );
  });
  expect(JSON.parse(text).exchanges[0].answers[0].json).toEqual(JSON.parse(body));
});

test('a credential in a header of any name is masked, also in entities of HTML', async () => {
  const secret = `k7<'quoted'>&"more"-${'9a'.repeat(6)}`;
  const escaped = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const page = `<p>no such key: ${escaped.replaceAll('"', '&quot;').replaceAll("'", '&#39;')}</p>`;
  const server = await startRawServer(answerOf(400, page, { 'content-type': 'text/html' }));
  const client = createClient(deploymentAt(server.origin, { headers: { 'x-anything': secret } }));
  const error = await client.simulate(fullRequest).catch((thrown: unknown) => thrown);
  expect(error).toHaveProperty('exchange.response.body', '<p>no such key: [redacted]</p>');
});

test('names that only sound like those of credentials hide nothing', async () => {
  const note = {
    content: JSON.stringify({ author: 'somebody', authority: 'nobody', keyword: 'swap', token: 'start' }),
  };
  const server = await startRawServer(answerOf(200, JSON.stringify({ response: { stage: 'start', note } })));
  const { text } = await recorded(deploymentAt(server.origin), (deployment) =>
    createClient(deployment).inclusion(operationId),
  );
  expect(text).not.toContain('[redacted]');
});
