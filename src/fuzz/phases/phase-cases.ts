import type { Phase, PhaseCase } from './phase.js';

/** A case and its index in its phase. */
export interface PlacedCase {
  readonly place: number;
  readonly phaseCase: PhaseCase;
}

/** The indices of cases: `first`, and every `step`th one after it below `end`. */
export interface Places {
  readonly first: number;
  readonly step: number;
  readonly end: number;
}

/** How many cases are generated at a time: generating them one by one between requests would use the processor's caches badly. */
const generatedAtOnce = 16;

/** Returns the cases of a phase at these indices, in order, a few of them generated ahead. */
export function* phaseCases(phase: Phase, seed: number, { first, step, end }: Places): Generator<PlacedCase> {
  for (let place = first; place < end; ) {
    const generated: PlacedCase[] = [];
    for (; generated.length < generatedAtOnce && place < end; place += step)
      generated.push({ place, phaseCase: phase.caseAt(seed, place) });
    yield* generated;
  }
}
