import type { UsageError } from 'crosscheck';
import {
  connectLocalDeployment,
  type LocalDeployment,
  type LocalOperation,
  type OperationsQuery,
  startLocalDeployment,
} from 'crosscheck/local';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { startAnvil } from '../../../../src/local/evm/anvil.js';
import { exchange } from '../../../support/http-exchange.js';
import { startRawServer } from '../../../support/raw-server.js';
import { sourceAccounts } from '../../../support/source-accounts.js';
import { rejectionOf } from '../../client/calls.js';

let local: LocalDeployment;
beforeAll(async () => {
  local = await startLocalDeployment({
    clock: 'manual',
    chains: { alpha: 'evm', beta: 'tvm' },
    conventions: { timestampUnit: 'ms' },
    accounts: [{ address: sourceAccounts[0], balances: {} }],
  });
  return () => local.stop();
});

test('returns the contents of the deployment, and its profile', async () => {
  const connected = await connectLocalDeployment(local.controlUrl);
  const {
    contracts,
    tokens,
    executors,
    accounts,
    chains,
    conventions,
    simulatorUrl,
    observerUrl,
    evmRpcUrl,
  } = local;
  expect(connected).toMatchObject({
    contracts,
    tokens,
    executors,
    accounts,
    chains,
    conventions,
    simulatorUrl,
    observerUrl,
    evmRpcUrl,
  });
  expect(connected.deployment.chains).toEqual({ alpha: 'evm', beta: 'tvm' });
  expect(connected.deployment.conventions.timestampUnit).toBe('ms');
});

test('shows no credentials of the URL of a node', async () => {
  const { host } = new URL(local.evmRpcUrl);
  const other = await startLocalDeployment({ rpcUrl: `http://somebody:hunter2@${host}/?apikey=s3cret` });
  onTestFinished(() => other.stop());
  const connected = await connectLocalDeployment(other.controlUrl);
  expect(connected.evmRpcUrl).not.toMatch(/hunter2|s3cret/);
});

const transferTo = ({ contracts, accounts }: LocalDeployment) => ({
  shardsKey: '7',
  alphaCallParams: { target: contracts.targets.bounce, methodName: 'bounce' },
  betaAssets: [{ amount: '5' }],
  betaCaller: accounts[0],
});

test('reports rejections with the names of the deployment', async () => {
  const connected = await connectLocalDeployment(`${local.controlUrl}/`);
  const submitted = connected.submit({
    shardsKey: '7',
    alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
    betaAssets: [{ amount: '5' }],
    betaCaller: local.accounts[0],
  });
  await expect(submitted).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringMatching(
      /^The caller has too little balance; nothing was submitted: tvmAssets\[0\]\.amount/,
    ),
  });
});

test('limits the size and depth of a request only where it is sent', async () => {
  const other = await startLocalDeployment({
    clock: 'manual',
    maxBodyBytes: 1000,
    maxJsonDepth: 5,
    conventions: { additionalRequestMembers: 'allow' },
  });
  onTestFinished(() => other.stop());
  const connected = await connectLocalDeployment(other.controlUrl);
  const requestWith = (members: object) => ({
    shardsKey: '7',
    alphaCallParams: { target: other.contracts.targets.bounce, methodName: 'bounce' },
    betaAssets: [],
    betaCaller: other.accounts[0],
    ...members,
  });
  const large = requestWith({ extraData: `0x${'00'.repeat(1000)}` });
  const deep = requestWith({ memo: [[[[['deep']]]]] });
  for (const request of [large, deep]) expect(await other.submit(request)).toMatch(/^0x[0-9a-f]{64}$/);
  const rejections = [large, deep].map((request) => connected.submit(request).catch((error) => error));
  expect(await Promise.all(rejections)).toMatchObject([
    { code: 'USAGE', message: 'the body is larger than 1000 bytes' },
    { code: 'USAGE', message: 'the body is nested deeper than 5 levels' },
  ]);
});

test('reports a failure of the engine on both sides', async () => {
  const engine = await startAnvil();
  const faults: unknown[] = [];
  const other = await startLocalDeployment({
    clock: 'manual',
    rpcUrl: engine.url,
    onFault: (fault) => faults.push(fault),
  });
  onTestFinished(() => other.stop());
  const connected = await connectLocalDeployment(other.controlUrl);
  await connected.submit({
    shardsKey: '7',
    alphaCallParams: { target: other.contracts.targets.bounce, methodName: 'bounce' },
    betaAssets: [{ amount: '5' }],
    betaCaller: other.accounts[0],
  });
  await engine.stop();
  const failure = {
    name: 'LocalDeploymentError',
    code: 'DEPLOYMENT_STOPPED',
    message: 'The EVM engine of the local deployment does not listen.',
  };
  for (const control of [connected, other]) {
    const { name, code, message } = await rejectionOf<Error & { code: string }>(control.advance(2000));
    expect({ name, code, message }).toEqual(failure);
  }
  expect(faults).toEqual([expect.objectContaining(failure)]);
});

test('lists operations that are too long for one answer', async () => {
  const other = await startLocalDeployment({ clock: 'manual' });
  onTestFinished(() => other.stop());
  const ids: string[] = [];
  for (let count = 0; count < 6; count++)
    ids.unshift(
      await other.submit({
        shardsKey: '7',
        alphaCallParams: { target: other.contracts.targets.bounce, methodName: 'bounce' },
        betaAssets: [],
        betaCaller: other.accounts[0],
        extraData: `0x${'00'.repeat(450_000)}`,
      }),
    );
  const { text } = await exchange(`${other.controlUrl}/operations?limit=1000`);
  const answer = JSON.parse(text);
  expect(answer.isComplete).toBe(false);
  expect(answer.operations.map(({ operationId }: LocalOperation) => operationId)).toEqual(ids.slice(0, 4));
  const connected = await connectLocalDeployment(other.controlUrl);
  const listed = async (query: OperationsQuery) =>
    (await connected.operations(query)).map(({ operationId }) => operationId);
  expect(await listed({ limit: 1000 })).toEqual(ids);
  expect(await listed({ limit: 5 })).toEqual(ids.slice(0, 5));
  expect(await listed({ before: ids[3] })).toEqual(ids.slice(4));
});

test.each(['nowhere', '127.0.0.1:8082', 'localhost:8082', 'ftp://127.0.0.1:8082', ''])(
  'rejects %j, which is no http or https URL',
  async (url) => {
    await expect(connectLocalDeployment(url)).rejects.toMatchObject({
      code: 'USAGE',
      message:
        'connectLocalDeployment takes an http or https URL, such as http://127.0.0.1:8082: the controlUrl of a local deployment',
    });
  },
);

test('has the control URL of the deployment, whatever path it was given', async () => {
  const connected = await connectLocalDeployment(`${local.controlUrl}/some/path?a=b#c`);
  expect(connected.controlUrl).toBe(local.controlUrl);
});

test('does nothing in another start of the deployment than the one that it connected to', async () => {
  const first = await startLocalDeployment({ clock: 'manual' });
  const connected = await connectLocalDeployment(first.controlUrl);
  const withFault = () => connected.setFault({ fault: 'html' });
  const fault = await connected.loadFixture(withFault);
  const snapshot = await connected.snapshot();
  await first.stop();
  const controlPort = Number(new URL(first.controlUrl).port);
  await using second = await startLocalDeployment({ clock: 'manual', controlPort });
  const { faultId } = await second.setFault({ fault: 'delay', ms: 1 });
  expect(faultId).toBe(fault.faultId);
  expect(await second.snapshot()).toBe('snapshot-1');
  expect(await second.snapshot()).toBe(snapshot);
  const before = await second.clock();

  const calls = [
    () => fault.clear(),
    () => connected.clearFaults(),
    () => connected.restore(snapshot),
    () => connected.loadFixture(withFault),
    () => connected.advance(1000),
    () => connected.operations(),
    () => connected.requests(),
    () => connected.submit(transferTo(second)),
  ];
  for (const call of calls)
    expect(await rejectionOf<Error>(call())).toMatchObject({
      code: 'INCONCLUSIVE',
      message: `Another local deployment answers at ${second.controlUrl}: it was restarted after this handle connected to it\n\nWhat to do: connect again: this deployment has other operations, snapshots, faults and requests`,
    });
  expect(await second.faults()).toMatchObject([{ faultId, fault: 'delay' }]);
  expect(await second.clock()).toEqual(before);
  expect(await second.operations()).toEqual([]);
  expect(await (await connectLocalDeployment(second.controlUrl)).operations()).toEqual([]);
});

test('names the server that answers if it is not a control listener', async () => {
  const shown = async (url: string): Promise<string> => {
    const error = await connectLocalDeployment(url).catch((thrown: UsageError) => thrown);
    expect(error).toMatchObject({ code: 'USAGE' });
    return (error as UsageError).message.replaceAll(url, '<url>').replaceAll(local.controlUrl, '<control>');
  };
  expect(await shown(local.simulatorUrl)).toMatchInlineSnapshot(`
    "<url> is not the control URL of a local deployment (404: this is a simulator, not a control URL; the control URL is <control>)

    What to do: pass the controlUrl of startLocalDeployment, or the URL that crosscheck serve prints as control"
  `);
  expect(await shown(local.observerUrl)).toContain(
    'this is an observer, not a control URL; the control URL is <control>',
  );
  const stopped = await startLocalDeployment();
  await stopped.stop();
  const port = Number(new URL(stopped.simulatorUrl).port);
  const both = await startLocalDeployment({ simulatorPort: port, observerPort: port });
  onTestFinished(() => both.stop());
  expect(await shown(both.simulatorUrl)).toContain('this is a simulator and an observer, not a control URL');
  expect(await shown(local.evmRpcUrl)).toContain(
    '<url> is not the control URL of a local deployment (it answered 404)',
  );
});

test.each([
  ['JSON', 200, '{"status":"ok"}'],
  ['a list', 200, '[]'],
  ['HTML', 200, '<!doctype html>'],
  ['HTML of a gateway', 502, '<html></html>'],
  ['a bare 404', 404, ''],
])('rejects the URL of a server that answers %s', async (_, status, body) => {
  const { origin: url } = await startRawServer(
    `HTTP/1.1 ${status} x\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
  await expect(connectLocalDeployment(url)).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringContaining(`${url} is not the control URL of a local deployment`),
  });
});

test('reports that nothing answers, also after earlier answers', async () => {
  const other = await startLocalDeployment();
  const connected = await connectLocalDeployment(other.controlUrl);
  await other.stop();
  await expect(connected.advance(1)).rejects.toMatchObject({ code: 'DEPLOYMENT_STOPPED' });
  await expect(connectLocalDeployment(other.controlUrl)).rejects.toMatchObject({
    code: 'DEPLOYMENT_STOPPED',
    message: `No local deployment answers at ${other.controlUrl}\n\nWhat to do: start one with crosscheck serve, or correct the URL`,
  });
});
