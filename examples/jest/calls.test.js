const { afterAll, beforeAll, expect, test } = require('@jest/globals');
const { configure, createClient } = require('crosscheck');
const { startLocalDeployment } = require('crosscheck/local');

/** @type {import('crosscheck/local').LocalDeployment} */
let local;

beforeAll(async () => {
  local = await startLocalDeployment();
  configure({ deployment: local.deployment }); // what the matchers use
}, 60_000);

afterAll(() => local.stop());

function bounceCall() {
  return {
    shardsKey: String(Date.now()),
    alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
    betaAssets: [{ amount: '1000000000' }],
    betaCaller: /** @type {string} */ (local.accounts[0]),
  };
}

test('a call succeeds and returns its assets', async () => {
  const result = await createClient(local.deployment).simulate(bounceCall());
  await expect(result).toSimulateSuccessfully();
  await expect(result).toEmitOutMessage({ tokensBurned: [{ amount: 1_000_000_000n }] });
});

test('an operation is included before Jest ends the test', async () => {
  const operationId = await local.submit(bounceCall());
  await expect(operationId).toReachInclusion();
});
