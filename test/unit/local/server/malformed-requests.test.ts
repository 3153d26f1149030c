import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { exchange, rawExchange, requestHead } from '../../../support/http-exchange.js';
import { listen, type Route } from './serve.js';

const route: Route = { method: 'GET', path: '/here', parameters: [], answer: async () => ({ ok: true }) };
const bodied = (...headers: readonly string[]): string =>
  requestHead('POST /here HTTP/1.1', 'host: x', ...headers);
const chunked = 'transfer-encoding: chunked';

/** Sends bytes, and expects one answer with an error in JSON, the end of the connection, and nobody else disturbed. */
async function expectAnswer(bytes: string | Buffer, status: number, error: RegExp): Promise<void> {
  const { url } = await listen(route);
  const answer = await rawExchange(url, bytes);
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`]);
  expect(answer.toLowerCase()).toContain('\r\ncontent-type: application/json; charset=utf-8\r\n');
  expect(answer.toLowerCase()).toContain('\r\nx-content-type-options: nosniff\r\n');
  const body = answer.slice(answer.indexOf('\r\n\r\n') + 4);
  expect(JSON.parse(body)).toEqual({ error: expect.stringMatching(error) });
  expect(await exchange(`${url}/here`)).toMatchObject({ status: 200, text: '{"ok":true}' });
}

it.each([
  ['what is not HTTP', 'hello\r\n\r\n'],
  ['TLS', Buffer.from('16030100a5010000a10303', 'hex')],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['another version', requestHead('GET /here HTTP/3.1', 'host: x')],
  ['an unknown method', requestHead('<script> /here HTTP/1.1', 'host: x')],
  ['lines without a carriage return', 'GET /here HTTP/1.1\nhost: x\n\n'],
  ['a zero byte in the path', requestHead('GET /here\0 HTTP/1.1', 'host: x')],
  ['a zero byte in a header', requestHead('GET /here HTTP/1.1', 'host: x', 'a: \0')],
  ['a folded header', requestHead('GET /here HTTP/1.1', 'host: x', 'a: b', ' c')],
  ['a space before the colon', bodied('content-length : 3')],
  ['a length that is no number', bodied('content-length: many')],
  ['a negative length', bodied('content-length: -1')],
  ['a length past 2^64', bodied(`content-length: ${'9'.repeat(25)}`)],
  ['two lengths', `${bodied('content-length: 3', 'content-length: 4')}abcd`],
  [
    'a length and chunks',
    `${bodied('content-length: 3', chunked)}0\r\n\r\nGET /here HTTP/1.1\r\nhost: x\r\n\r\n`,
  ],
  ['chunks that are encoded again', `${bodied(`${chunked}, identity`)}0\r\n\r\n`],
])('answers %s with 400, and goes on serving', (_, bytes) =>
  expectAnswer(bytes, 400, /^the request is not HTTP$/),
);

it('answers headers that are too large', () =>
  expectAnswer(
    requestHead('GET /here HTTP/1.1', 'host: x', `a: ${'b'.repeat(20_000)}`),
    431,
    /^the headers are too large$/,
  ));

it('answers a client that uses it as a proxy', () =>
  expectAnswer(
    requestHead('CONNECT example.org:443 HTTP/1.1', 'host: example.org'),
    501,
    /^this is not a proxy$/,
  ));

it('survives a client that uses it as a proxy and disconnects', async () => {
  const { url } = await listen(route);
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(requestHead('CONNECT example.org:443 HTTP/1.1', 'host: x'), () => socket.resetAndDestroy());
  await new Promise((resolve) => socket.once('close', resolve));
  expect(await exchange(`${url}/here`)).toMatchObject({ status: 200 });
});

it.each([
  ['encodings it does not know', `${bodied('transfer-encoding: xchunked')}0\r\n\r\n`],
  ['a chunk without a size', `${bodied(chunked)}zz\r\nabc\r\n0\r\n\r\n`],
  ['a chunk with a long extension', `${bodied(chunked)}1;${'a'.repeat(20_000)}\r\nabc\r\n0\r\n\r\n`],
])('answers only once when the body has %s', async (_, bytes) => {
  const { url } = await listen(route);
  const answer = await rawExchange(url, `${bytes}${requestHead('GET /here HTTP/1.1', 'host: x')}`);
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toHaveLength(1);
  expect(answer).not.toContain('HTTP/1.1 200');
});
