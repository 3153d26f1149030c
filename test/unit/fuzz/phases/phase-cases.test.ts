import { expect, it } from 'vitest';
import { phaseCases } from '../../../../src/fuzz/campaign-cases.js';
import type { Phase, PhaseCase } from './phase-context.js';

function phaseThatTells(asked: number[]): Phase {
  return {
    name: 'valid',
    size: Number.POSITIVE_INFINITY,
    caseAt(seed, place): PhaseCase {
      asked.push(place);
      return { plan: { phase: 'valid', kind: `${seed}:${place}`, steps: [] }, shrinks: () => [] };
    },
  };
}

it('returns the case of each index once, in order, for any consumer', () => {
  const cases = phaseCases(phaseThatTells([]), 7, { first: 1, step: 3, end: 100 });
  const kinds: string[] = [];
  for (let generated = cases.next(); !generated.done; generated = cases.next()) {
    const { index, phaseCase } = generated.value;
    expect(phaseCase.plan.kind).toBe(`7:${index}`);
    kinds.push(phaseCase.plan.kind);
  }
  expect(kinds).toEqual(Array.from({ length: 33 }, (_, index) => `7:${1 + 3 * index}`));
});

it('generates a few ahead, and never all of them', () => {
  const asked: number[] = [];
  const cases = phaseCases(phaseThatTells(asked), 7, { first: 0, step: 1, end: Number.MAX_SAFE_INTEGER });
  expect(asked).toEqual([]);
  cases.next();
  expect(asked.length).toBeGreaterThan(1);
  expect(asked.length).toBeLessThanOrEqual(32);
});
