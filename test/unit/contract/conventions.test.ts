import { type Conventions, defaultConventions, defineDeployment, isIncluded, isRejected } from 'crosscheck';
import type { InclusionState } from 'crosscheck/contract';
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
  ])('returns for %o: %s', (state, included) => {
    expect(isIncluded(state, defaultConventions)).toBe(included);
  });

  it.each<[InclusionState, boolean | undefined]>([
    [{ stage: 'includedInBETAConsensus', success: true }, true],
    [{ stage: 'includedInBETAConsensus', success: false }, false],
    [{ stage: 'start', success: true }, false],
    [{ stage: 'executedInALPHA', success: true }, undefined],
    [{ stage: 'executedInBETA', success: true }, undefined],
  ])('uses only the included stage if the conventions name no stages: %o, %s', (state, included) => {
    expect(isIncluded(state, { ...defaultConventions, stages: [] })).toBe(included);
  });
});

describe('isRejected', () => {
  it.each<[InclusionState, boolean | undefined]>([
    [{}, undefined],
    [{ success: false }, false],
    [{ success: false, note: null }, false],
    [{ success: false, note: {} }, false],
    [{ success: false, note: { content: '', errorName: '' } }, false],
    [{ success: false, note: { content: '  ', internalBytesError: '0x' } }, false],
    [{ stage: 'start', success: false, note: { errorName: 'ProxyCallError' } }, true],
    [{ stage: 'start', success: false, note: { internalMsg: 'no gas' } }, true],
    [{ stage: 'start', success: false, note: { internalBytesError: '0x08c379a0' } }, true],
    [{ stage: 'collectedInBETA', success: false, note: { content: 'failed' } }, true],
    // What failed may be a stage after the inclusion.
    [{ success: false, note: { errorName: 'ProxyCallError' } }, undefined],
    [{ stage: 'executedInTVM', success: false, note: { errorName: 'ProxyCallError' } }, undefined],
    // A success that names an error contradicts itself.
    [{ success: true, note: { errorName: 'ProxyCallError' } }, undefined],
    [{ stage: 'start', success: true, note: { errorName: 'ProxyCallError' } }, undefined],
    [{ stage: 'start', success: true, note: { errorName: '' } }, false],
    // The rollback of a failed call keeps its error.
    [{ stage: 'includedInBETAConsensus', success: true, note: { errorName: 'ProxyCallError' } }, false],
    [{ note: { errorName: 'ProxyCallError' } }, undefined],
  ])('returns for %o: %s', (state, rejected) => {
    expect(isRejected(state)).toBe(rejected);
  });
});

describe.each([
  ['isIncluded', isIncluded],
  ['isRejected', isRejected],
] as const)('%s with the predicate of a deployment', (name, helper) => {
  const record: InclusionState = { stage: 'start', success: true, note: { content: 'settled' } };
  const held = (predicate: unknown): Conventions =>
    defineDeployment({
      simulatorUrl: 'http://127.0.0.1:1',
      observerUrl: 'http://127.0.0.1:1',
      conventions: { [name]: predicate },
    }).conventions;

  it('returns what the predicate returns', () => {
    expect(
      helper(
        record,
        held((state: InclusionState) => state.note?.content === 'settled'),
      ),
    ).toBe(true);
    expect(
      helper(
        record,
        held(() => undefined),
      ),
    ).toBe(undefined);
  });

  it('lets the predicate extend the default one', () => {
    const adding = (state: InclusionState, conventions: Conventions) =>
      state.note?.content === 'settled' || helper(state, conventions);
    expect(helper(record, held(adding))).toBe(true);
    expect(helper({ stage: 'start', success: true }, held(adding))).toBe(false);
    expect(helper({}, held(adding))).toBe(undefined);
    expect(helper({ stage: 'start', success: true }, held(helper))).toBe(false);
  });

  it.each([
    ['1', 1],
    ['null', null],
    ['"true"', 'true'],
    ['a promise', Promise.resolve(true)],
  ])('rejects a result of another type: %s', (text, answer) => {
    expect(() =>
      helper(
        record,
        held(() => answer),
      ),
    ).toThrow(`The convention ${name} must return true, false or undefined, not ${text}`);
  });

  it('does not let the predicate change the record', () => {
    const assigning = held((state: { stage: string }) => {
      state.stage = 'includedInBETAConsensus';
      return true;
    });
    expect(() => helper(record, assigning)).toThrow(
      `The convention ${name} threw: Cannot assign to read only property`,
    );
    expect(record.stage).toBe('start');
  });

  it('throws a coded error each time the predicate throws', () => {
    const failing = held(() => {
      throw new Error('no such note');
    });
    for (const _ of ['once', 'twice'])
      expect(() => helper(record, failing)).toThrow(`The convention ${name} threw: no such note`);
  });
});
