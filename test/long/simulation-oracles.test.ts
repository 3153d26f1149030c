import { defineDeployment } from 'crosscheck';
import { type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CasePlan } from '../../src/checks/case/case-plan.js';
import { localFuzzedCalls } from '../../src/fuzz/local-fuzzed-calls.js';
import { createPhase } from '../../src/fuzz/phases/create-phases.js';
import { type CaseRunner, createCaseRunner } from '../../src/fuzz/running/create-case-runner.js';
import { crossRequestFaults } from '../../src/local/faults/cross-request-faults.js';
import type { FaultName } from '../../src/local/faults/fault-rule.js';
import { simulationValueFaults } from '../../src/local/faults/simulation-faults.js';

let local: LocalDeployment;
let runner: CaseRunner;
let plans: CasePlan[];

beforeAll(async () => {
  local = await startLocalDeployment();
  runner = createCaseRunner(local.deployment);
  const context = {
    deployment: local.deployment,
    calls: localFuzzedCalls(local),
    operationIds: [],
    endpoints: [],
    corpus: [],
  };
  const casesOf = (name: 'valid' | 'metamorphic', cases: number): CasePlan[] => {
    const phase = createPhase(name, context);
    return Array.from({ length: cases }, (_, place) => phase.caseAt(7, place).plan);
  };
  const isRelated = ({ kind }: CasePlan): boolean => kind === 'related-requests';
  plans = [...casesOf('metamorphic', 140).filter(isRelated), ...casesOf('valid', 40)];
});

afterAll(async () => {
  await runner.close();
  await local.stop();
});

/** Checks that find something, up to the first case in which one does. */
async function foundBy(cases: Iterable<CasePlan>): Promise<string[]> {
  for (const plan of cases) {
    const { violations } = await runner.run(plan);
    const named = violations.filter(({ check }) => check.name !== 'superlinear-latency');
    if (named.length > 0) return named.map(({ check, violation }) => `${check.name}: ${violation.message}`);
  }
  return [];
}

const texts = ['verdict-twice', 'gas-twice'] as const;
const names = [...Object.keys({ ...simulationValueFaults, ...crossRequestFaults }), ...texts].filter(
  // It takes two executors, which few calls have: the relations between requests find it.
  (name) => name !== 'sender-of-before',
) as FaultName[];

describe('the checks of simulations', () => {
  it('find nothing where nothing is wrong', async () => {
    expect(await foundBy(plans)).toEqual([]);
  });

  it.each(names)('find %s', async (fault) => {
    await local.clearFaults();
    await local.setFault({ fault });
    const found = await foundBy(plans);
    await local.clearFaults();
    expect(found).not.toEqual([]);
  });

  it('demand nothing that conventions leave open', async () => {
    const { simulatorUrl, observerUrl } = local;
    const open = defineDeployment({
      simulatorUrl,
      observerUrl,
      conventions: {
        responseFormats: 'off',
        callDataEncoding: 'unknown',
        gasEstimate: 'unknown',
        feeAmount: 'unknown',
        conserveAssets: false,
        blockNumbers: 'any',
        operationIds: 'unknown',
        callRecipient: 'any',
        simulationMembers: 'any',
      },
    });
    const openRunner = createCaseRunner(open);
    const related = plans.filter(({ kind }) => kind === 'related-requests').slice(0, 2);
    const free = [
      'constant-gas',
      'constant-fee',
      'fee-as-hex',
      'upper-case-ids',
      'wrong-checksum',
      'block-goes-back',
      'recipient-is-target',
      'fee-of-zero',
      'fee-left-out',
      'gas-by-key',
      'id-without-key',
      'better-rates',
      'block-as-time',
      'null-messages-flip',
      'address-case-flips',
    ];
    for (const fault of free as FaultName[]) {
      await local.clearFaults();
      await local.setFault({ fault });
      for (const plan of related) {
        const { violations } = await openRunner.run(plan);
        expect(
          violations.map(({ violation }) => violation.message),
          fault,
        ).toEqual([]);
      }
    }
    await local.clearFaults();
    await openRunner.close();
  });
});
