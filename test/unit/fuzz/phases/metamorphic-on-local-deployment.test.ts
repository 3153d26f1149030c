import { afterAll, beforeAll, expect, it } from 'vitest';
import { metamorphicChecks } from '../../../../src/checks/metamorphic/metamorphic-checks.js';
import { localFuzzedCalls } from '../../../../src/fuzz/local-fuzzed-calls.js';
import { createMetamorphicPhase } from '../../../../src/fuzz/phases/metamorphic-phase.js';
import { type CaseRunner, createCaseRunner } from '../../../../src/fuzz/running/create-case-runner.js';
import type { FaultName } from '../../../../src/local/faults/fault-rule.js';
import type { LocalDeployment } from '../../../../src/local/local-deployment.js';
import { startLocalDeployment } from '../../../../src/local/start-local-deployment.js';
import { plansOf } from './phase-context.js';

const cases = 250;
let local: LocalDeployment;
let runner: CaseRunner;

beforeAll(async () => {
  local = await startLocalDeployment({ chains: { alpha: 'evm', beta: 'tvm' } });
  runner = createCaseRunner(local.deployment, { checks: metamorphicChecks });
});

afterAll(async () => {
  await runner?.close();
  await local?.stop();
});

it.each<[FaultName, check: string]>([
  ['key-order-matters', 'key-order'],
  ['default-differs', 'absent-or-default'],
  ['asset-order-matters', 'asset-order'],
  ['duplicate-assets-ignored', 'split-amounts'],
  ['address-case-matters', 'address-case'],
  ['address-form-matters', 'address-form'],
  ['state-leak', 'isolation'],
  ['parallel-leak', 'concurrency'],
])('finds the fault %s by the relation %s', async (fault, check) => {
  const { deployment } = local;
  const context = {
    deployment,
    calls: localFuzzedCalls(local),
    operationIds: [],
    endpoints: [],
    corpus: [],
  };
  const plans = plansOf(createMetamorphicPhase(context), cases).filter(({ kind }) => kind === check);
  const applied = await local.setFault({ fault });
  try {
    const found = new Set<string>();
    // One after the other, so that no case leaks into another.
    for (const plan of plans) {
      const { violations } = await runner.run(plan);
      for (const violation of violations) found.add(violation.check.name);
      if (found.size > 0) break;
    }
    expect([...found]).toEqual([check]);
  } finally {
    await applied.clear();
  }
});
