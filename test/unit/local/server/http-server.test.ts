import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { startListener } from '../../../../src/local/server/http-server.js';
import { exchange, postJson, rawExchange, requestHead } from '../../../support/http-exchange.js';
import { listen, listenerOptions, type Route, serve } from './serve.js';

const route: Route = { method: 'GET', path: '/here', parameters: [], answer: async () => ({ ok: true }) };

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
  const start = requestHead(
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
  const start = requestHead(
    `POST ${pathname} HTTP/1.1`,
    `host: ${host}`,
    'content-type: application/json',
    'content-length: 1000000',
  );
  expect(await rawExchange(simulate, start)).toMatch(/^HTTP\/1\.1 413 .+\{"error":"the body is larger/s);
});

it('accepts a body of exactly the maximum size', async () => {
  const { simulate, wire } = await serve();
  const body = JSON.stringify(wire());
  expect(await postJson(simulate, body.padEnd(2000))).toMatchObject({ status: 200 });
  expect(await postJson(simulate, body.padEnd(2001))).toMatchObject({ status: 413 });
});

it('survives a client that leaves in the middle of its body', async () => {
  const { simulate, wire, faults } = await serve();
  const { host, hostname, port, pathname } = new URL(simulate);
  const socket = connect(Number(port), hostname);
  socket.write(
    requestHead(
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
  const listener = await startListener([neverAnswers], listenerOptions);
  const { hostname, port } = new URL(listener.url);
  const idle = connect(Number(port), hostname);
  await once(idle, 'connect');
  const unanswered = exchange(`${listener.url}/here`).catch((error: unknown) => error);
  await asked;
  await Promise.all([once(idle, 'close'), listener.stop()]);
  expect(await unanswered).toBeInstanceOf(Error);
});

it('rejects a port that is taken, and a host of another machine', async () => {
  const listener = await listen(route);
  const port = Number(new URL(listener.url).port);
  await expect(startListener([route], { ...listenerOptions, port })).rejects.toMatchObject({
    code: 'DEPLOYMENT_PORT_TAKEN',
  });
  await expect(startListener([route], { ...listenerOptions, host: '203.0.113.1' })).rejects.toMatchObject({
    code: 'DEPLOYMENT_CANNOT_START',
  });
});

it.each([
  [
    'throws',
    () => {
      throw new Error('the teller');
    },
  ],
  [
    'rejects',
    async () => {
      throw new Error('the teller');
    },
  ],
])('answers a fault when the one who is told of it %s, and goes on serving', async (_, onFault) => {
  let asked = 0;
  const failsOnce: Route = {
    ...route,
    answer: async () => {
      if (asked++ === 0) throw new Error('the route');
      return {};
    },
  };
  const { url } = await listen(failsOnce, { onFault });
  expect(await exchange(`${url}/here`)).toMatchObject({ status: 500, text: '{"error":"internal error"}' });
  expect(await exchange(`${url}/here`)).toMatchObject({ status: 200 });
});

it('reports an answer that cannot be written, and closes its connection', async () => {
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  let told = (_: unknown): void => {};
  const fault = new Promise((resolve) => {
    told = resolve;
  });
  const { url } = await listen({ ...route, answer: async () => cycle }, { onFault: told });
  await expect(exchange(`${url}/here`)).rejects.toThrow('other side closed');
  expect(await fault).toMatchObject({ code: 'USAGE' });
});
