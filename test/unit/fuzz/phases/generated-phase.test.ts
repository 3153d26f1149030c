import type { PhaseName } from 'crosscheck/fuzz';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generatedPhase } from '../../../../src/fuzz/phases/generated-phase.js';

const words = fc.noBias(fc.string({ minLength: 12 }));
const phaseOf = (name: PhaseName = 'valid') =>
  generatedPhase(name, words, (kind) => ({ phase: name, kind, steps: [] }));
const kindsOf = (phase = phaseOf(), seed = 7, from = 0) =>
  Array.from({ length: 50 }, (_, place) => phase.caseAt(seed, from + place).plan.kind);

describe('a generated phase', () => {
  it('makes a case that depends only on seed, phase and index', () => {
    const phase = phaseOf();
    phase.caseAt(8, 3);
    const backwards = Array.from({ length: 50 }, (_, place) => phase.caseAt(7, 49 - place).plan.kind);
    expect(backwards.reverse()).toEqual(kindsOf());
  });

  it('makes the same case for an id in every version, because reports contain ids', () => {
    const numbers = fc.array(fc.nat(), { minLength: 3, maxLength: 3 });
    const phase = generatedPhase('valid', numbers, (generated) => ({
      phase: 'valid',
      kind: generated.join(),
      steps: [],
    }));
    const kindsAt = (seed: number) =>
      [0, 1, 999, 2 ** 33].map((place) => phase.caseAt(seed, place).plan.kind);
    expect(kindsAt(7)).toEqual([
      '12,17,2148595',
      '1685741395,2147483627,23',
      '29,1478481639,8',
      '2141768919,997306396,1140515997',
    ]);
    expect(kindsAt(-1)).toEqual([
      '819602982,1035739086,18',
      '746435171,662668166,737050085',
      '1619429958,4,1143813997',
      '1428050643,1576056010,484750370',
    ]);
  });

  it.each([
    ['another place', kindsOf(phaseOf(), 7, 50)],
    ['a place beyond 2^32', kindsOf(phaseOf(), 7, 2 ** 32)],
    ['another seed', kindsOf(phaseOf(), 8)],
    ['a seed beyond 2^32', kindsOf(phaseOf(), 7 + 2 ** 32)],
    ['another phase', kindsOf(phaseOf('invalid'))],
  ])('makes other cases for %s', (_, others) => {
    const all = [...kindsOf(), ...others];
    expect(new Set(all).size).toBe(all.length);
  });

  it('shrinks a case to simpler ones of the arbitrary, down to the simplest', () => {
    let simplest = phaseOf().caseAt(7, 0);
    for (let next: typeof simplest | undefined = simplest; next !== undefined; [next] = simplest.shrinks())
      simplest = next;
    expect(simplest.plan.kind).toHaveLength(12);
    expect([...simplest.shrinks()]).toEqual([]);
  });
});
