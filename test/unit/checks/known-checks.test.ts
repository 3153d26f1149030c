import { type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CasePlan, PhaseName } from '../../../src/checks/case/case-plan.js';
import { knownChecks } from '../../../src/checks/known-checks.js';
import { localFuzzedCalls } from '../../../src/fuzz/local-fuzzed-calls.js';
import { createPhase } from '../../../src/fuzz/phases/create-phases.js';
import { createCaseRunner } from '../../../src/fuzz/running/create-case-runner.js';
import { nonEmpty } from '../../support/non-empty.js';

describe('the known checks', () => {
  it('have names of their own, which are part of baselines: lower case with dashes', () => {
    const names = knownChecks.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z\d]+(-[a-z\d]+)*$/);
  });

  it('say what must not be in one sentence, and where that comes from', () => {
    for (const { name, about, source } of knownChecks) {
      expect(about, name).toMatch(/^[A-Z].* (?:must|should) .*\.$/);
      expect(source, name).toMatch(/section|practice|assumption|RFC/);
    }
  });
});

describe('on a right deployment', () => {
  const credential = 'Bearer 0123456789abcdef';
  let local: LocalDeployment;
  beforeAll(async () => {
    local = await startLocalDeployment({ chains: { alpha: 'evm', beta: 'tvm' } });
    return () => local.stop();
  });

  it.each([
    ['smoke', 20],
    ['coverage', 80],
    ['valid', 50],
    ['invalid', 120],
    ['metamorphic', 12],
    ['stateful', 6],
  ] as const)('they find nothing in the answers to cases of the phase %s', async (name, cases) => {
    const operationIds = [await submitted(local)];
    const deployment = { ...local.deployment, headers: () => ({ authorization: credential }) };
    const context = { deployment, calls: localFuzzedCalls(local), operationIds, endpoints: [], corpus: [] };
    const runner = createCaseRunner(deployment);
    try {
      const judged = await Promise.all(plansOf(name, cases, context).map((plan) => runner.run(plan)));
      const found = judged.flatMap(({ observed, violations }) =>
        violations.map(({ check, violation }) => ({ check: check.name, violation, plan: observed.plan })),
      );
      expect(found).toEqual([]);
      const observations = judged.flatMap(({ observed }) => observed.observations);
      for (const { answer } of nonEmpty(observations)) expect(answer).toBeDefined();
    } finally {
      await runner.close();
    }
  });
});

function plansOf(name: PhaseName, cases: number, context: Parameters<typeof createPhase>[1]): CasePlan[] {
  const phase = createPhase(name, context);
  // Those that are listed are of another kind at the end of the list than at its start.
  const stride = Number.isFinite(phase.size) ? Math.max(1, phase.size / cases) : 1;
  return Array.from(
    { length: Math.min(cases, phase.size) },
    (_, index) => phase.caseAt(7, Math.floor(index * stride)).plan,
  );
}

function submitted(local: LocalDeployment): Promise<string> {
  return local.submit({
    shardsKey: '1763712000042',
    alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
    betaAssets: [{ amount: '1000000000' }],
    betaCaller: local.accounts[0],
  });
}
