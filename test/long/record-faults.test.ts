import { runCampaign } from 'crosscheck/fuzz';
import { type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FaultName } from '../../src/local/faults/fault-rule.js';

let local: LocalDeployment;
let operationIds: string[];

beforeAll(async () => {
  local = await startLocalDeployment({ clock: 'manual' });
  operationIds = [];
  for (let number = 0; number < 3; number++) operationIds.push(await submitted(number));
  const failing = await submitted(3);
  await local.failExecution(failing, { errorName: 'ProxyCallError' });
  await local.advance(2_000);
  operationIds.push(failing);
  // Some are under way: what comes with a stage shows only then.
  for (let number = 4; number < 7; number++) {
    operationIds.push(await submitted(number));
    await local.advance(150);
  }
});
afterAll(() => local.stop());

/** Values of records that are of the right type, and wrong. */
const faults = [
  'timestamp-ahead',
  'other-time-unit',
  'stage-in-upper-case',
  'stage-in-snake-case',
  'stage-unknown',
  'chain-type-in-lower-case',
  'chain-types-swapped',
  'chain-type-of-destination',
  'hash-without-prefix',
  'hash-cut-short',
  'hash-of-zeros',
  'transaction-of-stage-lost',
  'note-on-success',
  'error-name-unknown',
  'error-name-case',
  'error-bytes-cut',
  'note-flips',
  'null-transactions-flip',
  'absent-transactions-flip',
  'record-vanishes',
  'timestamp-of-answer',
  'timestamp-lost',
  'hash-case-varies',
  'chain-type-lost',
  'record-of-another',
  'transactions-of-another',
  'note-of-another',
  'names-another-operation',
  'id-by-suffix',
  'zero-id-known',
  'id-case-matters',
] as const satisfies readonly FaultName[];

describe('a campaign over the records of operations', () => {
  it.each(faults)('finds %s', async (fault) => {
    await local.setFault({ fault });
    const { findings } = await campaign();
    await local.clearFaults();
    expect(findings.map(({ signature }) => signature.check)).not.toEqual([]);
  });

  it('finds nothing without a fault', async () => {
    const { findings } = await campaign();
    expect(findings.map(({ message }) => message)).toEqual([]);
  });
});

function campaign() {
  const { deployment } = local;
  const phases = ['smoke', ['stateful', 40]] as const;
  return runCampaign({ deployment, operationIds, phases, seed: 1, maxFindings: 1, shrinkRuns: 1, reruns: 1 });
}

function submitted(number: number): Promise<string> {
  return local.submit({
    shardsKey: `${1_763_712_000_000 + number}`,
    alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
    betaAssets: [{ amount: `${1_000_000 + number}` }],
    betaCaller: local.accounts[0],
  });
}
