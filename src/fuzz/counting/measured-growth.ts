import type { CaseGrowth } from '../../checks/case/case-plan.js';
import type { ObservedCase } from '../../checks/case/observation.js';
import {
  growthNames,
  isGrowthMeasured,
  superlinearGrowth,
} from '../../checks/transport/superlinear-latency.js';

/** The start of the texts about latency that was not measured, the same in every shard. */
export const unmeasuredGrowth = 'how latency grows with ';

/** Tracks the dimensions of a request for which a campaign measured the growth of the response time. */
export class MeasuredGrowth {
  readonly #measured = new Set<string>();
  #hasCandidate = false;

  /** Counts a completed case. */
  count(observed: ObservedCase): void {
    const { growth } = observed.plan;
    if (growth !== undefined && isGrowthMeasured(observed)) this.#measured.add(nameOf(growth));
  }

  /** Counts a case that the end of the campaign interrupted: too little to decide, enough for a candidate. */
  countCutOff(observed: ObservedCase): void {
    if (superlinearGrowth(observed).length > 0) this.#hasCandidate = true;
  }

  /** Whether the latency of an interrupted case seemed to grow too fast. */
  get hasCandidate(): boolean {
    return this.#hasCandidate;
  }

  /** The planned dimensions that were not measured, in a few words each. */
  gaps(planned: readonly CaseGrowth[]): string[] {
    const missing = new Map<string, Set<string>>();
    for (const growth of planned) {
      if (this.#measured.has(nameOf(growth))) continue;
      const dimension = growthNames[growth.dimension];
      missing.set(dimension, (missing.get(dimension) ?? new Set()).add(growth.path));
    }
    return [...missing].map(([name, paths]) => `${unmeasuredGrowth}${name} (${[...paths].join(', ')})`);
  }
}

function nameOf({ dimension, path, sizes }: CaseGrowth): string {
  return `${dimension} ${path} ${Math.max(...sizes)}`;
}
