import { type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import { beforeAll, expect, test } from 'vitest';
import { cliRun } from '../unit/cli/cli-run.js';

let local: LocalDeployment;
beforeAll(async () => {
  local = await startLocalDeployment({
    chains: { alpha: 'evm', beta: 'tvm' },
    epochMs: 20,
    consensusMs: 5,
    executionMs: 5,
  });
  return () => local.stop();
});

const request = () => ({
  shardsKey: '1763712000042',
  alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
  betaAssets: [{ amount: '1000000000' }],
  betaCaller: local.accounts[0] as string,
});

test('simulates a call and waits for its operation from a shell', async () => {
  const stdin = { isTTY: false, text: async () => JSON.stringify(request()) };
  const simulated = await cliRun(['simulate', '--json', '--control-url', local.controlUrl], { stdin });
  expect(simulated).toMatchObject({ exitCode: 0, stderr: '' });
  expect(JSON.parse(simulated.stdout)).toMatchObject({
    verdict: 'success',
    response: { outMessages: [{ operationId: expect.stringMatching(/^0x/) }] },
  });

  const operationId = await local.submit(request());
  const waited = await cliRun(['wait', operationId, '--interval', '10ms', '--control-url', local.controlUrl]);
  expect(waited.exitCode).toBe(0);
  expect(waited.stdout).toMatch(/^included\n/);
});

test('prints why a call would fail', async () => {
  const { alphaCallParams, ...rest } = request();
  const failing = {
    ...rest,
    alphaCallParams: {
      ...alphaCallParams,
      target: local.contracts.targets.failing,
      methodName: 'failWithReason',
    },
  };
  const stdin = { isTTY: false, text: async () => JSON.stringify(failing) };
  const { exitCode, stdout } = await cliRun(['simulate', '-', '--control-url', local.controlUrl], { stdin });
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^simulated: false\n/);
  expect(stdout).toMatch(/^Error: +execution reverted/m);
});

test('prints the document with the names of the deployment', async () => {
  const { exitCode, stdout } = await cliRun(['openapi', '--json', '--control-url', local.controlUrl]);
  expect(exitCode).toBe(0);
  expect(Object.keys(JSON.parse(stdout).paths)).toEqual([
    '/evm/simulator/simulate-message',
    '/tvm/observer/is-message-included-in-consensus',
  ]);
});
