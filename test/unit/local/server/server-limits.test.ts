import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { exchange, rawExchange, requestHead } from '../../../support/http-exchange.js';
import { listen, type Route, serve } from './serve.js';

const route: Route = { method: 'GET', path: '/here', parameters: [], answer: async () => ({ ok: true }) };
const largeLength = 30_000_000;
const large: Route = {
  ...route,
  path: '/large',
  answer: async () => ({ text: 'x'.repeat(largeLength) }),
};
const get = requestHead('GET /here HTTP/1.1', 'host: x');

async function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  // The server resets connections past its limit.
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** Sends a request on an open connection and gives the first bytes of its answer. */
async function ask(socket: Socket): Promise<string> {
  socket.write(get);
  const [chunk] = (await once(socket, 'data')) as [string];
  return chunk;
}

/** Waits until the server, which has room for one connection, has let go of the one that it has. */
function roomAgain(url: string): Promise<void> {
  return vi.waitFor(async () => expect((await exchange(`${url}/here`)).status).toBe(200), {
    timeout: 15_000,
  });
}

it('closes connections past the limit at once while all of the others are in use', async () => {
  const waiting: (() => void)[] = [];
  const slow: Route = { ...route, answer: () => new Promise((resolve) => waiting.push(() => resolve({}))) };
  const { url } = await listen(slow, { maxConnections: 2 });
  const [first, second] = [await open(url), await open(url)];
  for (const socket of [first, second]) socket.write(get);
  await vi.waitFor(() => expect(waiting).toHaveLength(2));
  const flood = await Promise.all(Array.from({ length: 50 }, () => open(url)));
  await Promise.all(flood.map((socket) => socket.destroyed || once(socket.resume(), 'close')));
  const answers = [once(first, 'data'), once(second, 'data')];
  for (const answer of waiting) answer();
  for (const [answer] of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

it('accepts a client while idle connections are at the limit', async () => {
  const { url } = await listen(route, { maxConnections: 20 });
  await Promise.all(Array.from({ length: 100 }, () => open(url)));
  expect((await exchange(`${url}/here`)).status).toBe(200);
});

it('closes a connection without a request', async () => {
  const { url } = await listen(route, { keepAliveTimeoutMs: 20 });
  const socket = await open(url);
  await once(socket.resume(), 'close');
  expect(socket.bytesRead).toBe(0);
});

it.each([
  ['nothing', ''],
  ['a part of its head', 'GET /here HTTP/1.1\r\nhost:'],
])('disconnects a client that sends %s', async (_, bytes) => {
  const { url } = await listen(route, { requestTimeoutMs: 50 });
  const answer = await rawExchange(url, bytes);
  expect(answer).toMatch(/^HTTP\/1\.1 408 .+\{"error":"the request did not arrive in time"\}$/s);
});

it('disconnects a client that sends its head a byte at a time', async () => {
  const { url } = await listen(route, { requestTimeoutMs: 100 });
  const socket = await open(url);
  const drip = setInterval(() => socket.write('a'), 10);
  socket.write('GET /here HTTP/1.1\r\nhost: x\r\na: ');
  const [answer] = await once(socket, 'data');
  clearInterval(drip);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

it('disconnects a client that sends its body a byte at a time', async () => {
  const { simulate, faults } = await serve(undefined, undefined, { requestTimeoutMs: 100 });
  const { pathname } = new URL(simulate);
  const socket = await open(simulate);
  const drip = setInterval(() => socket.write(' '), 10);
  socket.write(
    requestHead(
      `POST ${pathname} HTTP/1.1`,
      'host: x',
      'content-type: application/json',
      'content-length: 1000',
    ),
  );
  const [answer] = await once(socket, 'data');
  clearInterval(drip);
  expect(answer).toMatch(/^HTTP\/1\.1 408 .+\{"error":"the request did not arrive in time"\}$/s);
  await once(socket, 'close');
  expect(faults).toEqual([]);
});

it('answers only once when the rest of a rejected request does not arrive in time', async () => {
  const { url } = await listen(route, { requestTimeoutMs: 50 });
  const answer = await rawExchange(url, requestHead('POST /here HTTP/1.1', 'host: x', 'content-length: 100'));
  expect(answer.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 405']);
});

it('closes a connection whose client reads nothing of its answer', async () => {
  const { url } = await listen([route, large], { requestTimeoutMs: 200, maxConnections: 1 });
  const socket = await open(url);
  socket.pause().write(requestHead('GET /large HTTP/1.1', 'host: x'));
  await roomAgain(url);
  expect(socket.bytesRead).toBeLessThan(largeLength);
});

it('lets a client read its answer slowly', async () => {
  const { url } = await listen(large, { requestTimeoutMs: 1000 });
  const socket = await open(url);
  const pauseEvery = largeLength / 20;
  let pauses = 0;
  socket.on('data', () => {
    if (socket.bytesRead < (pauses + 1) * pauseEvery) return;
    pauses++;
    socket.pause();
    setTimeout(() => socket.resume(), 100);
  });
  socket.write(requestHead('GET /large HTTP/1.1', 'host: x', 'connection: close'));
  await once(socket, 'close');
  expect(socket.bytesRead).toBeGreaterThan(largeLength);
});

it('closes a connection whose client keeps sending requests and reads no answers', async () => {
  const { url } = await listen(route, { requestTimeoutMs: 200, maxConnections: 1 });
  const socket = await open(url);
  socket.pause().on('error', () => {});
  const flood = (): void => {
    while (socket.write(get.repeat(1000)));
    socket.once('drain', flood);
  };
  flood();
  await roomAgain(url);
});

it('waits for an answer that takes longer than the time limit of a request', async () => {
  let answerNow = (_: unknown): void => {};
  const slow: Route = {
    ...route,
    answer: () =>
      new Promise((resolve) => {
        answerNow = resolve;
      }),
  };
  const { url } = await listen(slow, { requestTimeoutMs: 50, keepAliveTimeoutMs: 50 });
  const socket = await open(url);
  socket.write(get);
  // Some other client is given up meanwhile, and so the time is over.
  await rawExchange(url, '');
  answerNow({ late: true });
  const [answer] = await once(socket, 'data');
  expect(answer).toMatch(/\{"late":true\}$/);
});

it('closes a connection that stays without a request', async () => {
  const { url } = await listen(route, { keepAliveTimeoutMs: 20 });
  const socket = await open(url);
  expect(await ask(socket)).toMatch(/^HTTP\/1\.1 200 /);
  await once(socket, 'close');
});

it('answers requests that come at once in their order', async () => {
  const waits: ((value: unknown) => void)[] = [];
  const held: Route = {
    ...route,
    answer: ({ message }) =>
      new Promise((resolve) => {
        waits.push(() => resolve({ number: Number(message.headers.number) }));
        if (waits.length === 20) for (const answer of waits.toReversed()) answer(undefined);
      }),
  };
  const { url } = await listen(held);
  const requests = Array.from({ length: 20 }, (_, number) =>
    requestHead(
      'GET /here HTTP/1.1',
      'host: x',
      `number: ${number}`,
      ...(number === 19 ? ['connection: close'] : []),
    ),
  );
  const answers = await rawExchange(url, requests.join(''));
  expect([...answers.matchAll(/"number":(\d+)/g)].map(([, number]) => Number(number))).toEqual([
    ...Array(20).keys(),
  ]);
});
