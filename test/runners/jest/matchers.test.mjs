import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClient, defineDeployment } from 'crosscheck';
import { matchers } from 'crosscheck/matchers';

expect.extend(matchers);

const stages = {
  '0x01': { stage: 'includedInBETAConsensus', success: true },
  '0x02': { stage: 'collectedInBETA', success: true },
  '0x03': { stage: 'start', success: false, note: { errorName: 'NotEnoughGas' } },
};
const server = createServer(({ url }, response) => {
  const known = stages[new URL(url, 'http://localhost').searchParams.get('operationId')];
  response.writeHead(known ? 200 : 503, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ response: known }));
});
let often;

beforeAll(async () => {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  often = { deployment: defineDeployment({ simulatorUrl: url, observerUrl: url }), intervals: 10 };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('waits', async () => {
  await expect('0x01').toReachInclusion(often);
  await expect(Promise.resolve('0x02')).resolves.toReachStage('executedInALPHA', often);
});

test('watches for a while', async () => {
  await expect('0x02').not.toReachInclusion({ ...often, forMs: 50 });
  await expect('0x03').toStayUnincluded({ ...often, forMs: 50 });
});

test('times out', async () => {
  await expect('0x02').toReachInclusion({ ...often, timeoutMs: 50 });
});

test('fails a window', async () => {
  await expect('0x01').not.toReachInclusion({ ...often, forMs: 50 });
});

test('cannot say in an outage, negated', async () => {
  await expect('0x04').not.toReachInclusion({ ...often, forMs: 50 });
});

test('judges records', async () => {
  const client = createClient(often.deployment);
  expect(await client.inclusion('0x01')).toBeIncluded();
  expect(await client.inclusion('0x03')).not.toBeIncluded();
  await expect(client.inclusion('0x03')).resolves.toBeRejected({ note: /gas/i });
  expect({ amount: '7' }).toEqual({ amount: expect.amount({ max: 7n }) });
});

test('refuses asymmetric use', () => {
  expect({ id: '0x01' }).toEqual({ id: expect.not.toReachInclusion() });
});
