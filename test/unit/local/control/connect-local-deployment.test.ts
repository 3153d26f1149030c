import { connectLocalDeployment, startLocalDeployment } from 'crosscheck/local';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { startAnvil } from '../../../../src/local/evm/engine/anvil-process.js';
import type { LocalOperation, OperationsQuery } from '../../../../src/local/local-control.js';
import type { LocalDeployment } from '../../../../src/local/local-deployment.js';
import { sampleAccounts } from '../../../../src/local/sample-accounts.js';
import { exchange } from '../../../support/http-exchange.js';

let local: LocalDeployment;
beforeAll(async () => {
  local = await startLocalDeployment({
    clock: 'manual',
    chains: { alpha: 'evm', beta: 'tvm' },
    conventions: { timestampUnit: 'ms' },
    accounts: [{ address: sampleAccounts[0] as string, balances: {} }],
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

test('gives what a node needs to see the deployment, and no credentials of its URL', async () => {
  const { host } = new URL(local.evmRpcUrl);
  const other = await startLocalDeployment({ rpcUrl: `http://somebody:hunter2@${host}/?apikey=s3cret` });
  onTestFinished(() => other.stop());
  const connected = await connectLocalDeployment(other.controlUrl);
  expect(connected.evmRpcUrl).not.toMatch(/hunter2|s3cret/);
  expect(await connected.stateOverrides()).toEqual(await other.stateOverrides());
  expect(Object.keys((await connected.stateOverrides()) ?? {})).toContain(
    other.contracts.layer.toLowerCase(),
  );
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
    message: expect.stringMatching(/^The local deployment rejected: .*tvmAssets\[0\]\.amount/),
  });
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
  const failure = { code: 'DEPLOYMENT_STOPPED', message: expect.stringContaining('EVM engine') };
  await expect(connected.advance(2000)).rejects.toMatchObject(failure);
  await expect(other.advance(2000)).rejects.toMatchObject(failure);
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

test('rejects an invalid URL', async () => {
  await expect(connectLocalDeployment('nowhere')).rejects.toMatchObject({ code: 'USAGE' });
});

test('reports when something else answers', async () => {
  for (const url of [local.evmRpcUrl, local.simulatorUrl])
    await expect(connectLocalDeployment(url)).rejects.toThrow(
      /no local deployment|No local deployment|rejected/i,
    );
  await expect(connectLocalDeployment(local.evmRpcUrl)).rejects.toMatchObject({ code: 'DEPLOYMENT_STOPPED' });
});

test('says so when nothing answers, also when it did before', async () => {
  const other = await startLocalDeployment();
  const connected = await connectLocalDeployment(other.controlUrl);
  await other.stop();
  await expect(connected.advance(1)).rejects.toMatchObject({ code: 'DEPLOYMENT_STOPPED' });
  await expect(connectLocalDeployment(other.controlUrl)).rejects.toMatchObject({
    code: 'DEPLOYMENT_STOPPED',
  });
});
