import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Arbitrary, Random, type Value } from 'fast-check';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import type { CasePlan, PhaseName } from '../../checks/case/case-plan.js';
import type { Phase, PhaseCase } from './phase.js';

/** Makes a phase of which every case is drawn from an arbitrary, which also shrinks it. */
export function drawnPhase<T>(
  name: PhaseName,
  arbitrary: Arbitrary<T>,
  planOf: (value: T) => CasePlan,
): Phase {
  const caseOf = (drawn: Value<T>): PhaseCase => {
    const plan = planOf(drawn.value);
    return {
      plan,
      *shrinks() {
        for (const simpler of arbitrary.shrink(drawn.value, drawn.context)) {
          const next = caseOf(simpler);
          // What got simpler may be no part of the plan.
          if (!isDeepStrictEqual(next.plan, plan)) yield next;
        }
      },
    };
  };
  let seeded: { readonly seed: number; readonly randomAt: (place: number) => Random } | undefined;
  return {
    name,
    size: Number.POSITIVE_INFINITY,
    caseAt(seed, place) {
      if (seeded?.seed !== seed) seeded = { seed, randomAt: randomsOf(seed, name) };
      return caseOf(arbitrary.generate(seeded.randomAt(place), biasAt(place)));
    },
  };
}

/**
 * Gives each case a generator of its own, so that none depends on what others drew. Seed and phase are hashed once: to
 * hash for every case would take as long as a sixth of drawing it.
 */
function randomsOf(seed: number, phase: PhaseName): (place: number) => Random {
  const digest = createHash('sha256').update(`${seed}:${phase}`).digest();
  const words = [0, 4, 8, 12].map((offset) => digest.readInt32LE(offset));
  return (place) => {
    const low = place | 0;
    const high = Math.floor(place / 2 ** 32);
    return new Random(xoroshiro128plusFromState(words.map((word) => mixed(mixed(word ^ low) ^ high))));
  };
}

/** The finalizer of MurmurHash3: every bit of the input changes about half of the output's, and no two inputs give one. */
function mixed(word: number): number {
  let bits = word;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

/** As fast-check has it: values at the boundaries are frequent at first, and get rarer. */
function biasAt(place: number): number {
  return 2 + Math.floor(Math.log10(place + 1));
}
