import { createClient, currentDeployment } from 'crosscheck';
import { configuredDeployment, loadConfig } from 'crosscheck/config';
import { defineSmokeSuite, localDeployment } from 'crosscheck/vitest';
import { describe, expect, inject, test } from 'vitest';

// The settings in crosscheck.config of the deployment under test.
const configured = configuredDeployment(await loadConfig());

// A test for each check of `crosscheck smoke`. Without them, a wrong observer path would look like an unknown operation.
defineSmokeSuite(currentDeployment, { samples: 0 });

describe('any deployment', () => {
  const call = configured?.request ?? {
    shardsKey: String(Date.now()),
    alphaCallParams: { target: `0x${'11'.repeat(20)}` },
    betaAssets: [],
    betaCaller: `0:${'22'.repeat(32)}`,
  };

  test('a call gets a verdict, and a reason if it fails', async () => {
    const result = await createClient(currentDeployment()).simulate(call);
    await expect(result).toMatchSimulation({ simulationStatus: expect.any(Boolean) });
    if (result.response.simulationStatus) await expect(result).toUseGasWithin({ min: 1 });
    else expect(result.response.simulationError).toMatch(/./);
  });

  test.each(configured?.operationIds ?? [])('operation %s is included in consensus', async (operationId) => {
    await expect(operationId).toReachInclusion({ timeoutMs: 4_000 });
  });

  test('an operation that nobody sent is not included', async () => {
    const operationId = `0x${'33'.repeat(32)}`;
    await expect(operationId).toRemainPending({ forMs: 500 });
  });
});

// The local deployment accepts calls, and lists its contracts, tokens and accounts.
describe.runIf(inject('crosscheck'))('the local deployment', () => {
  test('a call that sends its assets back is included in consensus', async () => {
    const local = await localDeployment();
    const call = {
      shardsKey: String(Date.now()),
      alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
      betaAssets: [{ amount: '1000000000' }],
      betaCaller: local.accounts[0],
    };
    await expect(call).toSimulateSuccessfully();
    await expect(call).toHaveOutMessageCount(1);

    const operationId = await local.submit(call);
    await expect(operationId).toReachInclusion({ timeoutMs: 4_000 });
  });
});
