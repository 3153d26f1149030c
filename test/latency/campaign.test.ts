import { localFuzzedCalls, runCampaign } from 'crosscheck/fuzz';
import { startLocalDeployment } from 'crosscheck/local';
import { expect, test } from 'vitest';
import { startLatencyProxy } from '../support/latency-proxy.js';

test('a campaign behind 200 ms finds nothing without a fault', async () => {
  await using local = await startLocalDeployment();
  await using proxy = await startLatencyProxy(local.simulatorUrl, { delayMs: 200, jitterMs: 100 });
  await using observer = await startLatencyProxy(local.observerUrl, { delayMs: 200, jitterMs: 100, seed: 2 });
  const operationId = await local.submit({
    shardsKey: '1763712000042',
    alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
    betaAssets: [{ amount: '1000000000' }],
    betaCaller: local.accounts[0],
  });
  const report = await runCampaign({
    deployment: { ...local.deployment, simulatorUrl: proxy.url, observerUrl: observer.url },
    calls: localFuzzedCalls(local),
    operationIds: [operationId],
    seed: 1,
    cases: 200,
  });
  expect(report.findings).toEqual([]);
  expect(report).toMatchObject({ verdict: 'clean', cases: 200, inconclusive: 0 });
});
