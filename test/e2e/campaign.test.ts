import { localFuzzedCalls, replayCase, runCampaign } from 'crosscheck/fuzz';
import { type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

let local: LocalDeployment;
let operationId: string;

beforeAll(async () => {
  local = await startLocalDeployment();
  operationId = await local.submit({
    shardsKey: '1763712000042',
    alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
    betaAssets: [{ amount: '1000000000' }],
    betaCaller: local.accounts[0],
  });
});
afterEach(() => local.clearFaults());
afterAll(() => local.stop());

const fuzz = (seed: number, cases: number) =>
  runCampaign({
    deployment: local.deployment,
    calls: localFuzzedCalls(local),
    operationIds: [operationId],
    seed,
    cases,
  });

describe('a campaign against the local deployment', () => {
  it('finds nothing without a fault', async () => {
    const report = await fuzz(1, 250);
    expect(report.findings).toEqual([]);
    expect(report).toMatchObject({ verdict: 'clean', cases: 250, inconclusive: 0 });
  });

  it('finds a fault that is set, once for each place, and each finding replays', async () => {
    await local.setFault({ fault: 'zero-gas' });
    const { verdict, findings } = await fuzz(2, 40);
    expect(verdict).toBe('findings');
    expect(findings.map(({ signature }) => signature.check)).toEqual(['gas-missing']);
    for (const { confidence, plan, id } of findings) {
      expect(confidence).toBe('stable');
      const replay = await replayCase({ deployment: local.deployment, plan });
      expect(replay.findings.map((finding) => finding.id)).toContain(id);
    }
  });
});
