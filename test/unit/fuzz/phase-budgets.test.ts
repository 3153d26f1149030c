import { type PhaseName, phaseNames } from 'crosscheck/fuzz';
import { describe, expect, it } from 'vitest';
import { phaseBudgets } from '../../../src/fuzz/campaign-cases.js';
import type { Phase } from './phases/phase-context.js';

const listed: Partial<Record<PhaseName, number>> = { smoke: 15, corpus: 2, coverage: 100, endpoints: 0 };
const phasesWith = (sizes: Partial<Record<PhaseName, number>>): Phase[] =>
  phaseNames.map((name) => ({ name, size: sizes[name] ?? Number.POSITIVE_INFINITY }) as Phase);
const phases = phasesWith(listed);
const budgetsOf = (cases: number, asked: Partial<Record<PhaseName, boolean | number>> = {}) =>
  Object.fromEntries(
    phaseBudgets(
      phases.filter(({ name }) => asked[name] !== false),
      cases,
      asked,
    ).map(({ phase, cases }) => [phase.name, cases]),
  );
const sumOf = (budgets: Record<string, number>): number =>
  Object.values(budgets).reduce((sum, cases) => sum + cases, 0);

describe('phaseBudgets', () => {
  it('gives listed phases their cases, and shares the rest', () => {
    expect(budgetsOf(1117)).toEqual({
      smoke: 15,
      corpus: 2,
      coverage: 100,
      valid: 300,
      invalid: 300,
      metamorphic: 250,
      stateful: 100,
      wire: 50,
    });
  });

  it('gives custom endpoints a fifth of the rest', () => {
    const { endpoints: _, ...sizes } = listed;
    const budgets = phaseBudgets(phasesWith(sizes), 1117, {});
    expect(budgets.at(-1)).toMatchObject({ phase: { name: 'endpoints' }, cases: 200 });
    expect(budgets.reduce((sum, { cases }) => sum + cases, 0)).toBe(1117);
  });

  it.each([0, 1, 10, 18, 119, 1000, 20_001])('gives %d cases in all', (cases) => {
    expect(sumOf(budgetsOf(cases))).toBe(cases);
  });

  it('keeps half of few cases for phases that generate them', () => {
    expect(budgetsOf(57)).toMatchObject({ smoke: 15, corpus: 2, coverage: 20, valid: 6, invalid: 6 });
  });

  it('gives the share of a phase that is left out to the others', () => {
    const budgets = budgetsOf(1000, { coverage: false, wire: false, invalid: false });
    expect(Object.keys(budgets)).toEqual(['smoke', 'corpus', 'valid', 'metamorphic', 'stateful']);
    expect(sumOf(budgets)).toBe(1000);
  });

  it('runs as many cases of a phase as requested, but not more than it has', () => {
    expect(budgetsOf(100, { valid: 500, smoke: 20 })).toEqual({ smoke: 15, valid: 500 });
  });

  it('gives a phase that is switched on its share', () => {
    expect(budgetsOf(1117, { valid: true })).toEqual(budgetsOf(1117));
  });
});
