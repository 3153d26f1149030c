import { localFuzzedCalls, runCampaign } from 'crosscheck/fuzz';
import { startLocalDeployment } from 'crosscheck/local';
import { localDeployment } from 'crosscheck/vitest';
import { expect, onTestFinished, test } from 'vitest';

test('the deployment survives a campaign', async () => {
  const local = await localDeployment();
  await expect(local.deployment).toSurviveFuzzing({
    seed: 7,
    cases: 300,
    // Without calls, any address is called, which seldom has a contract.
    calls: localFuzzedCalls(local),
  });
}, 60_000);

test('a fault is named once, with the smallest request that shows it', async () => {
  const local = await startLocalDeployment();
  onTestFinished(() => local.stop());
  await local.setFault({ fault: 'zero-gas' });

  const { verdict, findings } = await runCampaign({
    deployment: local.deployment,
    calls: localFuzzedCalls(local),
    seed: 7,
    phases: [['valid', 50]],
  });

  expect(verdict).toBe('findings');
  expect(findings.map(({ signature, confidence }) => [signature.check, confidence])).toEqual([
    ['gas-missing', 'stable'],
  ]);
}, 60_000);
