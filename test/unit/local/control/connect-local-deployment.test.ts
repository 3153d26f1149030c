import { connectLocalDeployment, startLocalDeployment } from 'crosscheck/local';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../../src/http/create-client.js';
import type { LocalDeployment } from '../../../../src/local/local-deployment.js';
import { exchange } from '../../../support/http-exchange.js';

let local: LocalDeployment;
beforeAll(async () => {
  local = await startLocalDeployment({ clock: 'manual', chains: { alpha: 'evm', beta: 'tvm' } });
  return () => local.stop();
});

const transfer = () => ({
  shardsKey: '7',
  alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
  betaAssets: [{ amount: '5' }],
  betaCaller: local.callers[0],
});

test('gives what there is in the deployment, and its profile', async () => {
  const connected = await connectLocalDeployment(local.controlUrl);
  const { contracts, tokens, executors, callers, chains, simulatorUrl, observerUrl } = local;
  expect(connected).toMatchObject({
    contracts,
    tokens,
    executors,
    callers,
    chains,
    simulatorUrl,
    observerUrl,
  });
  expect(connected.deployment.chains).toEqual({ alpha: 'evm', beta: 'tvm' });
});

test('submits, and moves the time', async () => {
  const connected = await connectLocalDeployment(local.controlUrl);
  const operationId = await connected.submit(transfer());
  const client = createClient(connected.deployment);
  expect((await client.inclusion(operationId)).verdict).toBe('pending');
  await connected.advance(2000);
  expect((await client.inclusion(operationId)).verdict).toBe('included');
});

test('says what is wrong with a submission, and with a time', async () => {
  const connected = await connectLocalDeployment(local.controlUrl);
  await expect(connected.submit({ ...transfer(), shardsKey: '01' })).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringContaining('shardsKey must be a decimal integer'),
  });
  await expect(connected.advance(-1)).rejects.toThrow('ms must be a number of at least 0');
});

test('refuses what is no URL', async () => {
  await expect(connectLocalDeployment('nowhere')).rejects.toMatchObject({ code: 'USAGE' });
});

test('says so when something else answers', async () => {
  await expect(connectLocalDeployment(local.evmRpcUrl)).rejects.toMatchObject({ code: 'DEPLOYMENT_STOPPED' });
});

test('says so when nothing answers', async () => {
  const other = await startLocalDeployment();
  await other.stop();
  await expect(connectLocalDeployment(other.controlUrl)).rejects.toMatchObject({
    code: 'DEPLOYMENT_STOPPED',
  });
});

test.each([
  ['a name that was rebound to this machine', { host: 'evil.example' }],
  ['a web page', { origin: 'http://evil.example' }],
])('refuses %s', async (_, headers) => {
  const { status, text } = await exchange(`${local.controlUrl}/deployment`, { headers });
  expect(status).toBe(403);
  expect(text).toContain('error');
});

test('answers bad requests as the other listeners do', async () => {
  const post = (path: string, body: string, type = 'application/json') =>
    exchange(local.controlUrl + path, { method: 'POST', headers: { 'content-type': type }, body });
  expect((await post('/clock/advance', '[]')).status).toBe(400);
  expect((await post('/clock/advance', 'null')).status).toBe(400);
  expect((await post('/clock/advance', '{"ms":"1"}')).status).toBe(400);
  expect((await post('/operations', '{')).status).toBe(400);
  expect((await post('/operations', '{}', 'text/plain')).status).toBe(415);
  expect((await exchange(`${local.controlUrl}/operations`)).status).toBe(405);
  expect((await exchange(`${local.controlUrl}/nowhere`)).status).toBe(404);
  onTestFinished(async () => expect((await exchange(`${local.controlUrl}/deployment`)).status).toBe(200));
});
