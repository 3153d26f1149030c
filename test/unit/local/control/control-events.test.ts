import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { type LocalDeployment, type LocalOperation, startLocalDeployment } from 'crosscheck/local';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { realClock } from '../../../../src/internal/clock.js';
import { startAnvil } from '../../../../src/local/evm/anvil.js';
import { exchange } from '../../../support/http-exchange.js';

const maxListeners = 32;
const heartbeatMs = 15_000;

let local: LocalDeployment;
beforeAll(async () => {
  local = await startLocalDeployment({ clock: 'manual' });
  return () => local.stop();
});

/** Submits a call that ends on the destination chain. */
const submit = (extraData = '0x', { submit: send, contracts, accounts } = local): Promise<string> =>
  send({
    shardsKey: '7',
    alphaCallParams: { target: contracts.targets.bounce },
    betaAssets: [],
    betaCaller: accounts[0],
    extraData,
  });

const request = 'GET /events HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n';

/** Connects to the control listener until the end of the test. */
function connected({ controlUrl } = local): Socket {
  const socket = connect(Number(new URL(controlUrl).port), '127.0.0.1').setEncoding('utf8');
  onTestFinished(async () => {
    if (socket.destroyed) return;
    socket.destroy();
    await once(socket, 'close');
  });
  return socket;
}

/** Listens to the events of a deployment, and returns the socket when the answer has begun. */
async function listen(deployment = local): Promise<Socket> {
  const socket = connected(deployment);
  socket.write(request);
  await once(socket, 'readable');
  return socket;
}

/** Reads until a text has come, and returns all that came. */
async function readUntil(socket: Socket, text: string): Promise<string> {
  const chunks: string[] = [];
  let end = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk);
    if ((end + chunk).includes(text)) break;
    end = (end + chunk).slice(-text.length);
  }
  return chunks.join('');
}

/** Reads all that comes until the connection is closed. */
async function readAll(socket: Socket): Promise<string> {
  const chunks: string[] = [];
  socket.on('data', (chunk: string) => chunks.push(chunk)).on('error', () => {});
  await new Promise((resolve) => socket.once('close', resolve).resume());
  return chunks.join('');
}

/** Returns the stages of the events about an operation. */
const stagesIn = (text: string, operationId: string): string[] =>
  [...text.matchAll(/^event: operation\ndata: (.*)$/gm)]
    .filter(([, data]) => data?.startsWith(`{"operationId":"${operationId}"`))
    .map(([, data = '']) => (JSON.parse(data) as LocalOperation).stage);

/** Returns a function that lets the time until the next heartbeat pass. Call it before anybody listens. */
function holdHeartbeats(): () => void {
  const { setTimeout: start } = realClock;
  let beat = (): void => {};
  vi.spyOn(realClock, 'setTimeout').mockImplementation((callback, ms) => {
    if (ms !== heartbeatMs) return start(callback, ms);
    beat = callback;
    return undefined;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  return () => beat();
}

it('sends the state of what changed, once for changes in quick succession', async () => {
  const socket = await listen();
  const operationId = await submit();
  const before = await readUntil(socket, 'event: operation');
  expect(before).toContain('content-type: text/event-stream; charset=utf-8');
  expect(stagesIn(before, operationId)).toEqual(['start']);
  await local.advance(1000);
  const after = await readUntil(socket, '"note":{');
  const [root] = await local.roots();
  expect(after).toContain(`"root":"${root?.root}"`);
  // The execution adds a transaction, a stage and a note.
  expect(stagesIn(after, operationId)).toEqual([
    'collectedInALPHA',
    'includedInALPHAConsensus',
    'executedInALPHA',
  ]);
});

it('shows with comments that the connection is alive', async () => {
  const beat = holdHeartbeats();
  const socket = await listen();
  beat();
  expect(await readUntil(socket, ': alive')).toContain('\n: alive\n\n');
});

/** So many events of operations that no connection takes all of them while its client reads nothing. */
const tooMany = 8;
const large = `0x${'00'.repeat(500_000)}`;

it('queues what a listener does not read, and sends it as it is then', async () => {
  const slow = await listen();
  slow.pause();
  for (let count = 0; count < tooMany; count++) await submit(large);
  // Events are sent after the turn in which something changed.
  await turn();
  const operationId = await submit();
  await turn();
  const { epochMs } = await local.settings();
  await local.advance(epochMs);
  await local.freeze();
  expect(stagesIn(await readUntil(slow, 'event: clock'), operationId)).toEqual(['collectedInALPHA']);
});

it('disconnects listeners that read nothing between two heartbeats, and keeps serving the others', async () => {
  const beat = holdHeartbeats();
  const [slow, quick] = [await listen(), await listen()];
  slow.pause();
  let last = '';
  for (let count = 0; count < tooMany; count++) last = await submit(large);
  await readUntil(quick, last);
  beat();
  beat();
  const received = await readAll(slow);
  expect(received.match(/^event: operation$/gm)?.length).toBeLessThan(tooMany);
  expect(await readUntil(quick, ': alive')).toContain(': alive');
});

it('ends the streams of a chain that has failed', async () => {
  const node = await startAnvil();
  await using other = await startLocalDeployment({ clock: 'manual', rpcUrl: node.url });
  const socket = await listen(other);
  await submit('0x', other);
  await node.stop();
  for (const _time of [1, 2])
    await expect(other.advance(1000)).rejects.toMatchObject({ code: 'DEPLOYMENT_STOPPED' });
  await readAll(socket);
});

/** Returns the first lines of the answers to new listeners. */
async function answersTo(listeners: number): Promise<string[]> {
  const sockets = await Promise.all(Array.from({ length: listeners }, () => listen()));
  const texts = await Promise.all(sockets.map((socket) => readUntil(socket, '\r\n')));
  return texts.map((text) => text.split('\r\n')[0] ?? '');
}

it('has room for a number of listeners, each connection with one, and again when one leaves', async () => {
  const greedy = connected();
  greedy.write(request.repeat(maxListeners));
  await once(greedy, 'readable');
  expect(await answersTo(maxListeners - 1)).toEqual(Array(maxListeners - 1).fill('HTTP/1.1 200 OK'));
  expect(await exchange(`${local.controlUrl}/events`)).toMatchObject({
    status: 503,
    text: '{"error":"32 clients already listen to the events"}',
  });
  greedy.destroy();
  await expect.poll(() => answersTo(1)).toEqual(['HTTP/1.1 200 OK']);
});
