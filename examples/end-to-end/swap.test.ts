import { createClient, waitForInclusion } from 'crosscheck';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Scenario, swapScenario } from './scenario.js';

describe('a swap across the chains', () => {
  let scenario: Scenario;
  beforeAll(async () => {
    scenario = await swapScenario();
  });

  test('simulates successfully and sends the output back', async () => {
    const { response } = await createClient(scenario.deployment).simulate(scenario.request);
    console.log(`simulated: ${response.message}; gas ${response.estimatedGas}`);

    expect(response.simulationStatus).toBe(true);
    expect(response.estimatedGas).toBeGreaterThan(21_000n);
    expect(response.outMessages).toEqual([
      expect.objectContaining({
        operationId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        targetAddress: scenario.request.betaCaller,
      }),
    ]);
  });

  test('fails with the decoded error when it asks for too much', async ({ skip }) => {
    if (!scenario.greedyRequest) return skip('only known for the local deployment');
    await expect(scenario.greedyRequest).not.toSimulateSuccessfully();

    const { response } = await createClient(scenario.deployment).simulate(scenario.greedyRequest);
    console.log(`rejected: ${response.simulationError}`);
    expect(response.simulationError).toMatch(/InsufficientOutput\(2000000000000000000, \d+\)/);
  });

  test('is included in consensus on the source chain', { timeout: 300_000 }, async () => {
    const operationId = await scenario.submit();
    const { record, durationMs } = await waitForInclusion(createClient(scenario.deployment), operationId, {
      timeoutMs: 240_000,
    });
    console.log(`included: ${record.response.stage} after ${Math.round(durationMs)} ms`);

    expect(record.response.success).toBe(true);
    expect(record.response.transactions).toContainEqual(expect.objectContaining({ blockchainType: 'ALPHA' }));
  });

  test('reaches inclusion, in one line', { timeout: 300_000 }, async () => {
    await expect(scenario.submit()).toReachInclusion({ timeoutMs: 240_000 });
  });
});
