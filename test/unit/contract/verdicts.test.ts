import { type Conventions, defaultConventions } from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { contradictsItself, inclusionVerdict, simulationVerdict } from '../../../src/contract/verdicts.js';

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
  ] as const)('is %s by default for %o', (verdict, state) => {
    expect(inclusionVerdict(state, defaultConventions)).toBe(verdict);
  });

  it('is that of the first predicate of the deployment that accepts it', () => {
    const yes = (): boolean => true;
    const no = (): boolean => false;
    const judged = (conventions: Partial<Conventions>): string =>
      inclusionVerdict({}, { ...defaultConventions, isIncluded: no, isRejected: no, ...conventions });
    expect(judged({ isIncluded: yes, isRejected: yes })).toBe('included');
    expect(judged({ isRejected: yes, endsOnAlpha: yes })).toBe('rejected');
    expect(judged({ endsOnAlpha: yes })).toBe('not-applicable');
    expect(judged({})).toBe('pending');
  });
});

describe('the verdict of a simulation', () => {
  it.each([
    ['success', { simulationStatus: true, simulationError: ' ' }],
    ['none', { simulationStatus: true, simulationError: 'a contradiction' }],
    ['failure', { simulationStatus: false }],
    ['none', { simulationError: 'no flag' }],
    ['none', {}],
  ] as const)('is %s for %o', (verdict, simulation) => {
    expect(simulationVerdict(simulation)).toBe(verdict);
  });

  it.each([
    [true, { simulationStatus: true, simulationError: 'a contradiction' }],
    [false, { simulationStatus: true, simulationError: ' ' }],
    [false, { simulationStatus: true }],
    [false, { simulationStatus: false, simulationError: 'paused' }],
    [false, { simulationError: 'no flag' }],
  ])('contradicts itself (%s): %o', (expected, simulation) => {
    expect(contradictsItself(simulation)).toBe(expected);
  });
});
