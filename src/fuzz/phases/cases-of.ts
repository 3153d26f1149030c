import type { Phase, PhaseCase } from './phase.js';

/** A case and its place in its phase. */
export interface PlacedCase {
  readonly place: number;
  readonly phaseCase: PhaseCase;
}

/** Places of a phase: `first`, and from there every `step`th one below `end`. */
export interface Places {
  readonly first: number;
  readonly step: number;
  readonly end: number;
}

/** How many cases are generated at a time. Were each generated between two requests, the processor's caches would hold little of what draws it. */
const generatedAtOnce = 16;

/** Gives the cases of a phase at some places, in their order, a few of them generated ahead. */
export function* casesOf(phase: Phase, seed: number, { first, step, end }: Places): Generator<PlacedCase> {
  for (let place = first; place < end; ) {
    const generated: PlacedCase[] = [];
    for (; generated.length < generatedAtOnce && place < end; place += step)
      generated.push({ place, phaseCase: phase.caseAt(seed, place) });
    yield* generated;
  }
}
