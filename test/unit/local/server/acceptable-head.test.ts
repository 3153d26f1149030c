import { expect, it } from 'vitest';
import { rawExchange, requestHead } from '../../../support/http-exchange.js';
import { listen, type Route } from './serve.js';

const route: Route = { method: 'GET', path: '/here', parameters: [], answer: async () => ({ ok: true }) };
const last = 'connection: close';

async function answerTo(...lines: readonly string[]): Promise<string> {
  const { url } = await listen(route);
  return rawExchange(url, requestHead(...lines));
}

it.each([
  ['no host', [], 400, 'host is missing'],
  ['two hosts', ['host: x', 'Host: 127.0.0.1'], 400, 'host occurs 2 times'],
  ['another expectation', ['host: x', 'expect: miracles'], 417, 'expect must be 100-continue'],
])('rejects a request with %s, with a body, and closes its connection', async (_, headers, status, error) => {
  const answer = await answerTo('GET /here HTTP/1.1', ...headers);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer.split('\r\n\r\n')[1]).toBe(JSON.stringify({ error }));
});

it.each([
  ['an old version, which needs no host', ['GET /here HTTP/1.0']],
  [
    'many headers before the host',
    ['GET /here HTTP/1.1', ...Array.from({ length: 3000 }, () => 'a:'), 'host: x', last],
  ],
  [
    'an upgrade that it does not take part in',
    ['GET /here HTTP/1.1', 'host: x', 'connection: upgrade, close', 'upgrade: websocket'],
  ],
])('answers %s', async (_, lines) => {
  expect(await answerTo(...lines)).toMatch(/^HTTP\/1\.1 200 .+\{"ok":true\}$/s);
});

it('tells a client to send its body when it waits for that', async () => {
  const answer = await answerTo(
    'POST /here HTTP/1.1',
    'host: x',
    'expect: 100-continue',
    'content-length: 0',
    last,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 405 /);
});

it.each([
  '/../here',
  '/x/../here',
  '/%2e%2e/here',
  '/./here',
  '//here',
  '/here/',
  '/here%2f',
  '/%68ere',
  '\\\\here',
  '*',
  'http://x//here',
  'file:///here',
  '/here;a=b',
  '/__proto__',
  '/constructor',
])('knows a path by its letters only, so not %s', async (target) => {
  expect(await answerTo(`GET ${target} HTTP/1.1`, 'host: x', last)).toMatch(
    /^HTTP\/1\.1 (?:404|400) .+\{"error":"[^<]+"\}$/s,
  );
});
