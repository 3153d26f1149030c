import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { createFaults } from '../../../../src/local/faults/create-faults.js';
import type { Route } from '../../../../src/local/server/route.js';
import { exchange } from '../../../support/http-exchange.js';
import { listen } from '../server/serve.js';
import { operationId, serveWithFaults } from './serve-with-faults.js';

const path = '/beta/observer/is-message-included-in-consensus';

it('leaves routes alone that are no operation of the service', async () => {
  const control: Route = { method: 'GET', path: '/here', parameters: [], answer: async () => ({ ok: true }) };
  const { url } = await listen(control, { faults: createFaults([{ fault: 'bad-gateway' }]) });
  expect(await exchange(`${url}/here`)).toMatchObject({ status: 200, text: '{"ok":true}' });
  expect(await exchange(`${url}/there`)).toMatchObject({ status: 404 });
});

it('answers in the place of a refusal, whose body is not spoiled otherwise', async () => {
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
  expect(faults.list()).toMatchObject([{ strikes: 1 }, { strikes: 0 }]);
});

it('is about the operation that the query names, in any letter case, and the stages of the dialect', async () => {
  const chains = { alpha: 'evm', beta: 'tvm' };
  const { client, faults } = await serveWithFaults([{ fault: 'stage-regression', operationId }], { chains });
  const upperCase = `0x${operationId.slice(2).toUpperCase()}`;
  const stages = [];
  for (const id of [operationId, upperCase, operationId])
    stages.push((await client().inclusion(id)).response.stage);
  expect(stages).toEqual(['collectedInALPHA', 'start', 'start']);
  expect(faults.list()).toMatchObject([{ strikes: 2 }]);
});

it('stalls many requests of one connection without a warning, and forgets them when it closes', async () => {
  const { listener, faults, client } = await serveWithFaults([{ fault: 'stall-headers', times: 30 }]);
  const warnings: unknown[] = [];
  const warned = (warning: unknown): unknown => warnings.push(warning);
  process.on('warning', warned);
  const { hostname, port, host } = new URL(listener.url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${path}?operationId=${operationId} HTTP/1.1\r\nhost: ${host}\r\n\r\n`.repeat(30));
  await expect.poll(() => faults.list()[0]?.strikes).toBe(30);
  socket.destroy();
  expect((await client().inclusion(operationId)).response.stage).toBe('includedInBETAConsensus');
  process.off('warning', warned);
  expect(warnings).toEqual([]);
});
