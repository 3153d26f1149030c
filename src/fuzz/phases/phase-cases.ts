import type { Phase, PhaseCase } from './phase.js';

/** A case and its index in its phase. */
export interface IndexedCase {
  readonly index: number;
  readonly phaseCase: PhaseCase;
}

/** The indices of cases: `first`, and every `step`th one after it below `end`. */
export interface CaseIndices {
  readonly first: number;
  readonly step: number;
  readonly end: number;
}

/** How many cases are generated at a time: generating them one by one between requests would use the processor's caches badly. */
const generatedAtOnce = 16;

/** Returns the cases of a phase at these indices, in order, a few of them generated ahead. */
export function* phaseCases(
  phase: Phase,
  seed: number,
  { first, step, end }: CaseIndices,
): Generator<IndexedCase> {
  for (let index = first; index < end; ) {
    const generated: IndexedCase[] = [];
    for (; generated.length < generatedAtOnce && index < end; index += step)
      generated.push({ index, phaseCase: phase.caseAt(seed, index) });
    yield* generated;
  }
}
