import { createHash } from 'node:crypto';
import { type Arbitrary, Random, type Value } from 'fast-check';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import type { CasePlan, PhaseName } from '../../checks/case/case-plan.js';
import { formatCaseId } from '../case-id.js';
import type { Phase, PhaseCase } from './phase.js';

/** Makes a phase of which every case is drawn from an arbitrary, which also shrinks it. */
export function drawnPhase<T>(
  name: PhaseName,
  arbitrary: Arbitrary<T>,
  planOf: (value: T) => CasePlan,
): Phase {
  const caseOf = (drawn: Value<T>): PhaseCase => ({
    plan: planOf(drawn.value),
    *shrinks() {
      for (const simpler of arbitrary.shrink(drawn.value, drawn.context)) yield caseOf(simpler);
    },
  });
  return {
    name,
    size: Number.POSITIVE_INFINITY,
    caseAt: (seed, place) =>
      caseOf(arbitrary.generate(randomOf(formatCaseId({ seed, phase: name, place })), biasAt(place))),
  };
}

/** A generator of its own for each case: none depends on what others drew. */
function randomOf(caseId: string): Random {
  const digest = createHash('sha256').update(caseId).digest();
  const state = [0, 4, 8, 12].map((offset) => digest.readInt32LE(offset));
  return new Random(xoroshiro128plusFromState(state));
}

/** As fast-check has it: values at the boundaries are frequent at first, and get rarer. */
function biasAt(place: number): number {
  return 2 + Math.floor(Math.log10(place + 1));
}
