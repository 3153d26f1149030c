import { type InclusionState, isIncluded, isRejected, practice } from 'crosscheck/contract';
import { describe, expect, it } from 'vitest';

describe('isIncluded', () => {
  it.each<[InclusionState, boolean | undefined]>([
    [{}, undefined],
    [{ success: true }, undefined],
    [{ stage: 'start', success: true }, false],
    [{ stage: 'collectedInBETA', success: true }, false],
    [{ stage: 'includedInBETAConsensus', success: true }, true],
    [{ stage: 'includedInBETAConsensus' }, true],
    [{ stage: 'includedInBETAConsensus', success: false }, false],
    [{ stage: 'executedInBETA', success: true }, true],
    [{ stage: 'executedInBETA', success: false }, true],
    [{ stage: 'unheardOf', success: true }, undefined],
    [{ stage: 'unheardOf', success: false }, undefined],
    [{ stage: 'unheardOf' }, undefined],
  ])('says of %o: %s', (state, included) => {
    expect(isIncluded(state, practice)).toBe(included);
  });

  it.each<[InclusionState, boolean | undefined]>([
    [{ stage: 'includedInBETAConsensus', success: true }, true],
    [{ stage: 'includedInBETAConsensus', success: false }, false],
    [{ stage: 'start', success: true }, false],
    [{ stage: 'executedInALPHA', success: true }, undefined],
    [{ stage: 'executedInBETA', success: true }, undefined],
  ])('goes by the included stage alone where the order of stages is not known: %o, %s', (state, included) => {
    expect(isIncluded(state, { ...practice, stages: [] })).toBe(included);
  });
});

describe('isRejected', () => {
  it.each<[InclusionState, boolean | undefined]>([
    [{}, undefined],
    [{ success: false }, false],
    [{ success: false, note: null }, false],
    [{ success: false, note: {} }, false],
    [{ success: false, note: { content: '', errorName: '' } }, false],
    [{ success: false, note: { errorName: 'ProxyCallError' } }, true],
    [{ success: false, note: { internalMsg: 'no gas' } }, true],
    [{ success: false, note: { internalBytesError: '0x08c379a0' } }, true],
    [{ success: false, note: { content: 'failed' } }, true],
    [{ success: true, note: { errorName: 'ProxyCallError' } }, false],
    [{ note: { errorName: 'ProxyCallError' } }, undefined],
  ])('says of %o: %s', (state, rejected) => {
    expect(isRejected(state)).toBe(rejected);
  });
});
