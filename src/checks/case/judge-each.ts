import type { Check, CheckContext, Violation } from './check.js';
import type { Observation } from './observation.js';

/** Something that must not be, in what came of one request. */
export type Flaw = Omit<Violation, 'at'>;

const none: readonly Violation[] = [];

/**
 * Makes the verdict of a check that looks at one observation at a time. Of the flaws of an observation that have the
 * same path and class, as the items of a list may have, only the first counts.
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
