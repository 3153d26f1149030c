import type { Check, CheckContext, Violation } from './check.js';
import type { Observation } from './observation.js';

/** A violation in the outcome of one request. */
export type Flaw = Omit<Violation, 'at'>;

const none: readonly Violation[] = [];

/**
 * Creates the judge of a check that examines one observation at a time. Of several violations with the same path and class,
 * as in the items of a list, only the first counts.
 */
export function judgeEach(
  flawsOf: (observation: Observation, context: CheckContext) => readonly Flaw[] | Flaw | undefined,
): Check['judge'] {
  return ({ observations }, context) => {
    let found = none;
    for (let at = 0; at < observations.length; at++) {
      const flaws = flawsOf(observations[at] as Observation, context);
      if (flaws === undefined || (Array.isArray(flaws) && flaws.length === 0)) continue;
      found = [...found, ...placed(flaws, at)];
    }
    return found;
  };
}

function placed(flaws: readonly Flaw[] | Flaw, at: number): Violation[] {
  const first = new Map<string, Violation>();
  for (const flaw of [flaws].flat()) {
    const key = `${flaw.path} ${flaw.class}`;
    if (!first.has(key)) first.set(key, { at, ...flaw });
  }
  return [...first.values()];
}
