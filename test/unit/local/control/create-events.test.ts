import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createEvents, heartbeatMs, maxListeners } from '../../../../src/local/control/control-events.js';
import { Content } from '../../../../src/local/server/http-answer.js';
import type { Route } from '../../../../src/local/server/router.js';
import type { ChainChange } from '../../../../src/local/source-chain/source-chain.js';
import { createHandClock } from '../../../support/hand-clock.js';
import { exchange } from '../../../support/http-exchange.js';
import { listen } from '../server/serve.js';

/** Serves the events of a source that changes when the test says so. */
async function serveEvents(dataOf: (change: ChainChange) => unknown = () => ({})) {
  const clock = createHandClock();
  const written: ChainChange[] = [];
  let change: (change: ChainChange) => void = () => {};
  const source = {
    onChange: (listener: typeof change) => {
      change = listener;
      return () => {};
    },
    dataOf(of: ChainChange) {
      written.push(of);
      return dataOf(of);
    },
  };
  const events = createEvents(source, clock);
  const route: Route = {
    method: 'GET',
    path: '/events',
    parameters: [],
    async answer() {
      events.assertRoom();
      return new Content(events.add);
    },
  };
  const { url } = await listen(route);
  const open = async (): Promise<Socket> => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8');
    onTestFinished(() => void socket.destroy());
    socket.write('GET /events HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
    await once(socket, 'readable');
    return socket;
  };
  return { clock, written, url, open, tell: (told: ChainChange) => change(told) };
}

const operation = (number: number): ChainChange => ({
  kind: 'operation',
  operationId: `0x${number.toString(16)}`,
});

/** Reads until a text has come, and gives all that came. */
async function readUntil(socket: Socket, text: string): Promise<string> {
  let received = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    received += chunk;
    if (received.includes(text)) return received;
  }
  return received;
}

it('sends the current state, once for changes in quick succession', async () => {
  let balance = 0;
  const { tell, open } = await serveEvents((change) => ({ of: change.kind, balance: ++balance }));
  const socket = await open();
  tell(operation(1));
  tell({ kind: 'root', direction: 'outbound', epoch: 3 });
  tell(operation(1));
  tell({ kind: 'clock' });
  const text = await readUntil(socket, 'event: clock');
  expect(text).toContain('content-type: text/event-stream; charset=utf-8');
  expect(text.match(/^(event|data): .*$/gm)?.slice(0, 4)).toEqual([
    'event: root',
    'data: {"of":"root","balance":1}',
    'event: operation',
    'data: {"of":"operation","balance":2}',
  ]);
});

it('drops queued events of a state that no longer exists', async () => {
  const { tell, open, written } = await serveEvents();
  const socket = await open();
  tell(operation(1));
  tell({ kind: 'restored' });
  tell(operation(2));
  await readUntil(socket, 'event: operation');
  expect(written).toEqual([{ kind: 'restored' }, operation(2)]);
});

it('shows with comments that the connection is alive', async () => {
  const { clock, open } = await serveEvents();
  const socket = await open();
  clock.move(heartbeatMs);
  expect(await readUntil(socket, ': alive')).toContain('\n: alive\n\n');
});

it('disconnects listeners that read nothing, queues what they do not read, and keeps serving the others', async () => {
  const large = 'x'.repeat(1_000_000);
  const { tell, open, clock, written } = await serveEvents(() => large);
  const slow = await open();
  slow.pause();
  const count = 40;
  for (let number = 0; number < count; number++) tell(operation(number));
  await new Promise(setImmediate);
  clock.move(heartbeatMs);
  expect(written.length).toBeLessThan(count);
  const closed = once(slow, 'close');
  clock.move(heartbeatMs);
  slow.resume().on('error', () => {});
  await closed;

  const quick = await open();
  written.length = 0;
  for (let number = 0; number < count; number++) tell(operation(number));
  tell({ kind: 'restored' });
  tell({ kind: 'clock' });
  await readUntil(quick, 'event: clock');
  clock.move(heartbeatMs);
  clock.move(heartbeatMs);
  expect(await readUntil(quick, ': alive')).toContain(': alive');
});

it('ends a stream when the chain has nothing to tell any more', async () => {
  const { tell, open } = await serveEvents(() => {
    throw new Error('the chain is stopped');
  });
  const socket = await open();
  tell(operation(1));
  socket.resume();
  await once(socket, 'close');
});

it('has room for a number of listeners, and again when one leaves', async () => {
  const { open, url } = await serveEvents();
  const sockets = await Promise.all(Array.from({ length: maxListeners }, open));
  expect(await exchange(`${url}/events`)).toMatchObject({ status: 503 });
  sockets[0]?.destroy();
  await expect
    .poll(async () => {
      const socket = await open();
      return (await readUntil(socket, '\r\n')).startsWith('HTTP/1.1 200');
    })
    .toBe(true);
});

it('has room again when a connection is closed on which listeners wait for their turn', async () => {
  const { open, url } = await serveEvents();
  const greedy = connect(Number(new URL(url).port), '127.0.0.1');
  greedy.write('GET /events HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'.repeat(maxListeners));
  await expect.poll(async () => (await firstLinesOf([await open()])).join()).toContain(' 503 ');
  greedy.destroy();
  await expect
    .poll(async () => firstLinesOf(await Promise.all(Array.from({ length: maxListeners }, open))))
    .toEqual(Array(maxListeners).fill('HTTP/1.1 200 OK'));
});

async function firstLinesOf(sockets: readonly Socket[]): Promise<string[]> {
  const texts = await Promise.all(sockets.map((socket) => readUntil(socket, '\r\n')));
  for (const socket of sockets) socket.destroy();
  return texts.map((text) => text.split('\r\n')[0] ?? '');
}
