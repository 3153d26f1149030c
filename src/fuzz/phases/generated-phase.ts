import { createHash } from 'node:crypto';
import { type Arbitrary, Random, type Value } from 'fast-check';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import type { CasePlan, PhaseName } from '../../case/case-plan.js';
import { caseOf, type Phase } from './phase.js';

/** Creates a phase whose cases an arbitrary generates and shrinks. */
export function generatedPhase<T>(
  name: PhaseName,
  arbitrary: Arbitrary<T>,
  planOf: (value: T) => CasePlan,
): Phase {
  const planned = ({ value, context }: Value<T>) => ({ plan: planOf(value), value, context });
  const smaller = function* ({ value, context }: ReturnType<typeof planned>) {
    for (const simpler of arbitrary.shrink(value, context)) yield planned(simpler);
  };
  let seeded: { readonly seed: number; readonly randomFor: (index: number) => Random } | undefined;
  return {
    name,
    size: Number.POSITIVE_INFINITY,
    caseAt(seed, index) {
      if (seeded?.seed !== seed) seeded = { seed, randomFor: randomsOf(seed, name) };
      return caseOf(planned(arbitrary.generate(seeded.randomFor(index), biasFor(index))), smaller);
    },
  };
}

/**
 * Returns a random generator for each index, so that no case depends on the others. Seed and phase are hashed once: a hash
 * for each case would add a sixth to the time that its generation takes.
 */
function randomsOf(seed: number, phase: PhaseName): (index: number) => Random {
  const digest = createHash('sha256').update(`${seed}:${phase}`).digest();
  const words = [0, 4, 8, 12].map((offset) => digest.readInt32LE(offset));
  return (index) => {
    const low = index | 0;
    const high = Math.floor(index / 2 ** 32);
    return new Random(xoroshiro128plusFromState(words.map((word) => mixed(mixed(word ^ low) ^ high))));
  };
}

/** The finalizer of MurmurHash3: each input bit changes about half of the output bits, and different inputs never collide. */
function mixed(word: number): number {
  let bits = word;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

/** The bias of fast-check: boundary values are frequent at first and become rarer. */
function biasFor(index: number): number {
  return 2 + Math.floor(Math.log10(index + 1));
}
