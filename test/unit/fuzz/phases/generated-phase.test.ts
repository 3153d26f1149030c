import type { SimulationRequest } from 'crosscheck';
import type { CasePlan } from 'crosscheck/fuzz';
import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPhase, onlyRequest, phaseContext } from './phase-context.js';

/** The phase of valid calls whose methods are these. */
const phaseOf = (methodNames: Arbitrary<string>) => {
  const requests = methodNames.map(
    (methodName): SimulationRequest => ({
      shardsKey: '1',
      alphaCallParams: { target: `0x${'ab'.repeat(20)}`, methodName },
      betaAssets: [],
      betaCaller: `0:${'ca'.repeat(32)}`,
    }),
  );
  return createPhase('valid', { ...phaseContext(), calls: requests.map((request) => ({ request })) });
};
const methodIn = (plan: CasePlan): string =>
  JSON.parse((onlyRequest(plan) as { body: string }).body).alphaCallParams.methodName;
const words = phaseOf(fc.noBias(fc.string({ minLength: 12 })));
const wordsOf = (seed = 7, from = 0) =>
  Array.from({ length: 50 }, (_, place) => methodIn(words.caseAt(seed, from + place).plan));

describe('a phase that generates its cases', () => {
  it('makes a case that depends only on seed, phase and index', () => {
    words.caseAt(8, 3);
    const backwards = Array.from({ length: 50 }, (_, place) => methodIn(words.caseAt(7, 49 - place).plan));
    expect(backwards.reverse()).toEqual(wordsOf());
  });

  it('makes the same case for an id in every version, because reports contain ids', () => {
    const numbers = phaseOf(fc.array(fc.nat(), { minLength: 3, maxLength: 3 }).map((all) => all.join()));
    const numbersAt = (seed: number) =>
      [0, 1, 999, 2 ** 33].map((place) => methodIn(numbers.caseAt(seed, place).plan));
    expect(numbersAt(7)).toEqual([
      '12,17,2148595',
      '1685741395,2147483627,23',
      '29,1478481639,8',
      '2141768919,997306396,1140515997',
    ]);
    expect(numbersAt(-1)).toEqual([
      '819602982,1035739086,18',
      '746435171,662668166,737050085',
      '1619429958,4,1143813997',
      '1428050643,1576056010,484750370',
    ]);
  });

  it.each([
    ['another place', wordsOf(7, 50)],
    ['a place beyond 2^32', wordsOf(7, 2 ** 32)],
    ['another seed', wordsOf(8)],
    ['a seed beyond 2^32', wordsOf(7 + 2 ** 32)],
  ])('makes other cases for %s', (_, others) => {
    const all = [...wordsOf(), ...others];
    expect(new Set(all).size).toBe(all.length);
  });

  it('shrinks a case to simpler ones of the arbitrary, down to the simplest', () => {
    let simplest = words.caseAt(7, 0);
    for (let next: typeof simplest | undefined = simplest; next !== undefined; [next] = simplest.shrinks())
      simplest = next;
    expect(methodIn(simplest.plan)).toHaveLength(12);
    expect([...simplest.shrinks()]).toEqual([]);
  });
});
