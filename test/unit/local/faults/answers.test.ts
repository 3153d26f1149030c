import { isUtf8 } from 'node:buffer';
import { connect } from 'node:net';
import { request } from 'undici';
import { expect, it } from 'vitest';
import { createFaults } from '../../../../src/local/faults/faults.js';
import { exchange } from '../../../support/http-exchange.js';
import { listen, type Route } from '../server/serve.js';
import { operationId, serveWithFaults } from './serve-with-faults.js';

const path = '/beta/observer/is-message-included-in-consensus';

it('does not affect routes that are not endpoints of the service', async () => {
  const control: Route = { method: 'GET', path: '/here', parameters: [], answer: async () => ({ ok: true }) };
  const { url } = await listen(control, { faults: createFaults([{ fault: 'bad-gateway' }]) });
  expect(await exchange(`${url}/here`)).toMatchObject({ status: 200, text: '{"ok":true}' });
  expect(await exchange(`${url}/there`)).toMatchObject({ status: 404 });
});

it('replaces a rejection, and tampers with its body in no other way', async () => {
  const { listener, faults } = await serveWithFaults([
    { fault: 'service-unavailable', times: 1 },
    { fault: 'missing-envelope' },
  ]);
  const unknown = `${listener.url}${path}?operationId=0x${'9'.repeat(64)}`;
  expect(await exchange(unknown)).toMatchObject({
    status: 503,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    text: expect.stringContaining('<title>503 Service Temporarily Unavailable</title>'),
  });
  expect(await exchange(unknown)).toMatchObject({ status: 404, text: '{"error":"operation not found"}' });
  expect(faults.list()).toMatchObject([{ triggered: 1 }, { triggered: 0 }]);
});

it('is about the operation that the query names, in any letter case, and the stages of the dialect', async () => {
  const chains = { alpha: 'evm', beta: 'tvm' };
  const { client, faults } = await serveWithFaults([{ fault: 'stage-regression', operationId }], { chains });
  const upperCase = `0x${operationId.slice(2).toUpperCase()}`;
  const stages = [];
  for (const id of [operationId, upperCase, operationId])
    stages.push((await client().inclusion(id)).response.stage);
  expect(stages).toEqual(['collectedInALPHA', 'start', 'start']);
  expect(faults.list()).toMatchObject([{ triggered: 2 }]);
});

it('stalls many requests of one connection without a warning, and forgets them when it closes', async () => {
  const { listener, faults, client } = await serveWithFaults([{ fault: 'stall-headers', times: 30 }]);
  const warnings: unknown[] = [];
  const warned = (warning: unknown): unknown => warnings.push(warning);
  process.on('warning', warned);
  const { hostname, port, host } = new URL(listener.url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${path}?operationId=${operationId} HTTP/1.1\r\nhost: ${host}\r\n\r\n`.repeat(30));
  await expect.poll(() => faults.list()[0]?.triggered).toBe(30);
  socket.destroy();
  expect((await client().inclusion(operationId)).response.stage).toBe('includedInBETAConsensus');
  process.off('warning', warned);
  expect(warnings).toEqual([]);
});

it('writes timestamps of an operation that go back, and in two units', async () => {
  const timesWith = async (fault: 'timestamp-regression' | 'mixed-time-units'): Promise<number[]> => {
    const { ask } = await serveWithFaults([{ fault }]);
    const times = [];
    for (let poll = 0; poll < 4; poll++)
      times.push(JSON.parse((await ask(`?operationId=${operationId}`)).text).response.timestamp);
    return times;
  };
  expect(await timesWith('timestamp-regression')).toEqual([
    1_763_712_001, 1_763_712_000, 1_763_711_999, 1_763_711_998,
  ]);
  expect(await timesWith('mixed-time-units')).toEqual([
    1_763_712_001, 1_763_712_002_000, 1_763_712_003, 1_763_712_003_000,
  ]);
});

it('lists no transactions of an operation', async () => {
  const { ask } = await serveWithFaults([{ fault: 'included-without-transactions' }]);
  expect(JSON.parse((await ask(`?operationId=${operationId}`)).text).response.transactions).toEqual([]);
});

it('sends a text that ends within a character, and its length in bytes', async () => {
  const { listener, faults } = await serveWithFaults([{ fault: 'invalid-utf8' }]);
  const { body } = await request(`${listener.url}${path}?operationId=${operationId}`);
  const bytes = Buffer.from(await body.arrayBuffer());
  expect(isUtf8(bytes)).toBe(false);
  expect(bytes.toString('latin1')).toContain('"stage":"collectedInALPHA\u00c3",');
  faults.set({ fault: 'truncated-body' });
  await expect(exchange(`${listener.url}${path}?operationId=${operationId}`)).rejects.toThrow(
    'other side closed',
  );
});
