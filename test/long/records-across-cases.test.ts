import { defineDeployment } from 'crosscheck';
import { runCampaign } from 'crosscheck/fuzz';
import { type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import { beforeAll, describe, expect, it } from 'vitest';

describe('a campaign over the records of operations', () => {
  let local: LocalDeployment;
  let operationIds: string[];
  beforeAll(async () => {
    local = await startLocalDeployment({ clock: 'manual', chains: { alpha: 'evm', beta: 'tvm' } });
    operationIds = [];
    for (let number = 0; number < 3; number++) operationIds.push(await submitted(local, number));
    const failing = await submitted(local, 3);
    await local.failExecution(failing, { errorName: 'ProxyCallError' });
    await local.advance(2_000);
    operationIds.push(failing);
    return () => local.stop();
  });

  it('finds a stage that went back between two cases, never within one', async () => {
    const operationId = await submitted(local, 9);
    await local.advance(2_000);
    let between: Promise<void> | undefined;
    const { simulatorUrl, observerUrl, chains } = local;
    const deployment = defineDeployment({
      simulatorUrl,
      observerUrl,
      chains,
      headers: async () => {
        await between;
        return {};
      },
    });
    const { findings } = await runCampaign({
      deployment,
      operationIds: [operationId],
      phases: ['smoke', ['stateful', 6]],
      seed: 1,
      onEvent: (event) => {
        if (event.event === 'phase' && event.phase === 'stateful') between = local.reorganise(operationId);
      },
    });
    expect(findings).toContainEqual(
      expect.objectContaining({
        signature: expect.objectContaining({ check: 'stage-regression', class: 'earlier stage' }),
        // Its case alone does not show it.
        confidence: 'flaky',
        message: expect.stringContaining('from executedInTVM to collectedInTVM'),
      }),
    );
  });

  it('finds nothing without a fault, and names what it could not judge', async () => {
    const campaign = (ids: string[]) =>
      runCampaign({
        deployment: local.deployment,
        operationIds: ids,
        phases: ['smoke', ['stateful', 20]],
        seed: 2,
      });
    const { findings, notes } = await campaign(operationIds);
    expect(findings.map(({ message }) => message)).toEqual([]);
    expect(notes).toBeUndefined();
    expect((await campaign([])).gaps).toContainEqual({
      text: 'no record of a known operation had a stage',
      exercise: 'records',
    });
    const [only = ''] = operationIds;
    expect((await campaign([only])).notes).toEqual([expect.stringContaining('not compared')]);
  });
});

function submitted(local: LocalDeployment, number: number): Promise<string> {
  return local.submit({
    shardsKey: `${1_763_712_000_000 + number}`,
    alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
    betaAssets: [{ amount: `${1_000_000 + number}` }],
    betaCaller: local.accounts[0],
  });
}
