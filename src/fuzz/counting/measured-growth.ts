import type { CaseGrowth } from '../../checks/case/case-plan.js';
import type { ObservedCase } from '../../checks/case/observation.js';
import {
  growthNames,
  isGrowthMeasured,
  superlinearGrowth,
} from '../../checks/transport/superlinear-latency.js';

/** Starts what is said of latency that was not measured, in any shard. */
export const unmeasuredGrowth = 'how latency grows with ';

/** Of which dimensions of a request a campaign measured how the time of an answer grows. */
export class MeasuredGrowth {
  readonly #measured = new Set<string>();
  #hasCandidate = false;

  /** Takes what came of a whole case. */
  count(observed: ObservedCase): void {
    const { growth } = observed.plan;
    if (growth !== undefined && isGrowthMeasured(observed)) this.#measured.add(nameOf(growth));
  }

  /** Takes what came of a case that the end of the campaign cut off: too little to tell, enough for a candidate. */
  countCutOff(observed: ObservedCase): void {
    if (superlinearGrowth(observed).length > 0) this.#hasCandidate = true;
  }

  /** Whether a case that was cut off looked as if latency grew too fast. */
  get hasCandidate(): boolean {
    return this.#hasCandidate;
  }

  /** What of the planned growth was not measured, in a few words for each dimension. */
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
