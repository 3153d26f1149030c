import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import type { Route } from '../../../../src/local/server/route.js';
import { startListener } from '../../../../src/local/server/start-listener.js';
import { exchange, postJson, rawExchange } from '../../../support/http-exchange.js';
import { serve } from './serve.js';

const route: Route = { method: 'GET', path: '/here', parameters: [], answer: async () => ({ ok: true }) };
const options = {
  host: '127.0.0.1',
  port: 0,
  requestTimeoutMs: 10_000,
  keepAliveTimeoutMs: 5000,
  onFault: () => {},
};
const head = (...lines: readonly string[]): string => `${lines.join('\r\n')}\r\n\r\n`;

it('answers a body that is too large at once, and closes the connection when it is sent', async () => {
  const { simulate, wire } = await serve();
  const large = Buffer.alloc(5_000_000, ' ');
  const answer = await postJson(simulate, large);
  expect(answer).toMatchObject({
    status: 413,
    headers: { connection: 'close' },
    text: '{"error":"the body is larger than 2000 bytes"}',
  });
  expect(await postJson(simulate, JSON.stringify(wire()))).toMatchObject({ status: 200 });
});

it('counts a body whose length is not declared', async () => {
  const { simulate } = await serve();
  const { host, pathname } = new URL(simulate);
  const chunk = `1000\r\n${' '.repeat(0x1000)}\r\n`;
  const start = head(
    `POST ${pathname} HTTP/1.1`,
    `host: ${host}`,
    'content-type: application/json',
    'transfer-encoding: chunked',
  );
  expect(await rawExchange(simulate, `${start}${chunk.repeat(50)}0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 413 /);
});

it('does not wait for a large body that never comes', async () => {
  const { simulate } = await serve();
  const { host, pathname } = new URL(simulate);
  const start = head(
    `POST ${pathname} HTTP/1.1`,
    `host: ${host}`,
    'content-type: application/json',
    'content-length: 1000000',
  );
  expect(await rawExchange(simulate, start)).toMatch(/^HTTP\/1\.1 413 .+\{"error":"the body is larger/s);
});

it('takes a body of exactly the largest size', async () => {
  const { simulate, wire } = await serve();
  const body = JSON.stringify(wire());
  expect(await postJson(simulate, body.padEnd(2000))).toMatchObject({ status: 200 });
  expect(await postJson(simulate, body.padEnd(2001))).toMatchObject({ status: 413 });
});

it.each([
  ['what is not HTTP', 'hello\r\n\r\n', 400],
  ['a request without a host', head('GET /here HTTP/1.1'), 400],
  ['headers that are too large', head('GET /here HTTP/1.1', 'host: x', `a: ${'b'.repeat(20_000)}`), 431],
  ['a length that is no number', head('GET /here HTTP/1.1', 'host: x', 'content-length: many'), 400],
])('answers %s, and goes on serving', async (_, bytes, status) => {
  const listener = await startListener([route], options);
  expect(await rawExchange(listener.url, bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(await exchange(`${listener.url}/here`)).toMatchObject({ status: 200, text: '{"ok":true}' });
  await listener.stop();
});

it('gives up a request that does not arrive in time', async () => {
  const listener = await startListener([route], { ...options, requestTimeoutMs: 50 });
  const answer = await rawExchange(listener.url, 'GET /here HTTP/1.1\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 408 .+\{"error":"the request did not arrive in time"\}$/s);
  await listener.stop();
});

it('answers only once when the rest of a refused request does not arrive in time', async () => {
  const listener = await startListener([route], { ...options, requestTimeoutMs: 50 });
  const start = head('POST /here HTTP/1.1', 'host: x', 'content-length: 100');
  const answer = await rawExchange(listener.url, start);
  expect(answer.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 405']);
  await listener.stop();
});

it('survives a client that leaves in the middle of its body', async () => {
  const { simulate, wire, faults } = await serve();
  const { host, hostname, port, pathname } = new URL(simulate);
  const socket = connect(Number(port), hostname);
  socket.write(
    head(
      `POST ${pathname} HTTP/1.1`,
      `host: ${host}`,
      'content-type: application/json',
      'content-length: 100',
    ),
  );
  socket.write('{');
  await once(socket, 'connect');
  socket.destroy();
  await once(socket, 'close');
  expect(await postJson(simulate, JSON.stringify(wire()))).toMatchObject({ status: 200 });
  expect(faults).toEqual([]);
});

it('closes connections that are kept alive, and those whose request is not answered yet', async () => {
  let isAsked = (): void => {};
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  const neverAnswers = { ...route, answer: () => new Promise(isAsked) };
  const listener = await startListener([neverAnswers], options);
  const { hostname, port } = new URL(listener.url);
  const idle = connect(Number(port), hostname);
  await once(idle, 'connect');
  const unanswered = exchange(`${listener.url}/here`).catch((error: unknown) => error);
  await asked;
  await Promise.all([once(idle, 'close'), listener.stop()]);
  expect(await unanswered).toBeInstanceOf(Error);
});

it('refuses a port that is taken, and a host that is not here', async () => {
  const listener = await startListener([route], options);
  const port = Number(new URL(listener.url).port);
  await expect(startListener([route], { ...options, port })).rejects.toMatchObject({
    code: 'DEPLOYMENT_PORT_TAKEN',
  });
  await expect(startListener([route], { ...options, host: '203.0.113.1' })).rejects.toMatchObject({
    code: 'DEPLOYMENT_CANNOT_START',
  });
  await listener.stop();
});
