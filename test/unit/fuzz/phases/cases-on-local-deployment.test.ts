import { type CampaignOptions, localFuzzedCalls, runCampaign } from 'crosscheck/fuzz';
import { type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import { afterAll, beforeAll, expect, it } from 'vitest';

let local: LocalDeployment;
let options: CampaignOptions;

beforeAll(async () => {
  local = await startLocalDeployment({ chains: { alpha: 'evm', beta: 'tvm' } });
  const operationId = await local.submit({
    shardsKey: '1',
    alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
    betaAssets: [{ amount: '1' }],
    betaCaller: local.accounts[0] ?? '',
  });
  options = {
    deployment: { ...local.deployment, headers: () => ({ authorization: 'Bearer 0123456789abcdef' }) },
    calls: localFuzzedCalls(local),
    operationIds: [operationId],
    seed: 1,
  };
});

afterAll(() => local?.stop());

it.each([
  ['smoke', 100],
  ['coverage', 1000],
  ['valid', 100],
  ['invalid', 150],
  ['metamorphic', 12],
  ['stateful', 6],
  ['wire', 120],
] as const)(
  'no check finds anything in the cases of the %s phase, and none is inconclusive',
  async (name, count) => {
    const candidates: string[] = [];
    const report = await runCampaign({
      ...options,
      phases: [[name, count]],
      onEvent: (event) => {
        if (event.event === 'candidate') candidates.push(event.message);
      },
    });
    expect(candidates).toEqual([]);
    expect(report.cases).toBeGreaterThan(5);
    expect(report).toMatchObject({ verdict: 'clean', inconclusive: 0, findings: [] });
    expect(report.statuses).not.toHaveProperty('500');
  },
);
