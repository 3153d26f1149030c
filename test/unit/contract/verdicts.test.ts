import { type Conventions, InconclusiveError } from 'crosscheck';
import { matchers } from 'crosscheck/matchers';
import { describe, expect, it } from 'vitest';
import { record } from '../../support/scripted-observer.js';
import { rejectionOf } from '../client/calls.js';
import { recordOf } from '../matchers/observed.js';
import { simulated } from '../matchers/simulator.js';

expect.extend(matchers);

describe('the verdict of a record', () => {
  it.each([
    ['included', { stage: 'includedInBETAConsensus', success: true }],
    ['included', { stage: 'includedInBETAConsensus' }],
    ['included', { stage: 'executedInBETA', success: false, note: { errorName: 'ProxyCallError' } }],
    ['rejected', { stage: 'includedInBETAConsensus', success: false, note: { content: 'no' } }],
    ['rejected', { stage: 'start', success: false, note: { errorName: 'NotEnoughGas' } }],
    ['pending', { stage: 'start', success: false, note: null }],
    ['pending', { stage: 'collectedInBETA', success: true, note: { content: 'all is well' } }],
    ['pending', { stage: 'start', success: true }],
    ['unknown', { stage: 'a stage of another deployment', success: true }],
    ['unknown', { success: true }],
    ['unknown', {}],
  ] as const)('is %s by default for %o', async (verdict, state) => {
    expect((await recordOf(record(state))).verdict).toBe(verdict);
  });

  it('is that of the first predicate of the deployment that accepts it', async () => {
    const yes = (): boolean => true;
    const no = (): boolean => false;
    const judged = async (given: Partial<Conventions>): Promise<string> => {
      const conventions = { isIncluded: no, isRejected: no, ...given };
      return (await recordOf(record({}), { conventions })).verdict;
    };
    expect(await judged({ isIncluded: yes, isRejected: yes })).toBe('included');
    expect(await judged({ isRejected: yes, endsOnAlpha: yes })).toBe('rejected');
    expect(await judged({ endsOnAlpha: yes })).toBe('not-applicable');
    expect(await judged({})).toBe('pending');
  });
});

describe('the verdict of a simulation', () => {
  it.each([
    ['success', { simulationStatus: true, simulationError: ' ' }],
    ['none', { simulationStatus: true, simulationError: 'a contradiction' }],
    ['failure', { simulationStatus: false }],
    ['none', { simulationError: 'no flag' }],
    ['none', {}],
  ] as const)('is %s for %o', async (verdict, simulation) => {
    const result = await simulated(simulation);
    if (verdict === 'success') await expect(result).toSimulateSuccessfully();
    else if (verdict === 'failure') await expect(result).not.toSimulateSuccessfully();
    else {
      const judged = expect(result).toSimulateSuccessfully();
      expect(await rejectionOf(judged)).toBeInstanceOf(InconclusiveError);
    }
  });
});
