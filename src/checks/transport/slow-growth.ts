import { printDuration } from '../../internal/print.js';
import { bytesOf } from '../case/bytes-of.js';
import type { Check } from '../case/check.js';
import { isUnseen } from '../case/is-unseen.js';
import type { Observation, ObservedCase } from '../case/observation.js';
import { isHttp } from './request-kind.js';

/** Shorter times are made of the machine's other business. */
const shortestMs = 100;

/** Time in step with size has a ratio of 1; twice that leaves room for what is not exactly measured. */
const mostGrowth = 2;

/** The quickest answer to the requests of one size. */
interface Measured {
  readonly size: number;
  readonly at: number;
  readonly durationMs: number;
}

/** The time of an answer grows no faster than the request. Looks at cases of the kind `growth`. */
export const slowGrowth: Check = {
  name: 'slow-growth',
  family: 'transport',
  severity: 'major',
  about: 'The time of an answer must not grow more than twice as fast as the size of its request.',
  source: 'practice: time that grows faster than the input; the factor: assumption',
  judge: (observed) => {
    if (observed.plan.kind !== 'growth') return [];
    const [before, last] = quickestBySize(observed).slice(-2);
    if (before === undefined || last === undefined || last.durationMs < shortestMs) return [];
    const times = last.durationMs / Math.max(before.durationMs, 1);
    const sizes = last.size / before.size;
    if (times <= mostGrowth * sizes) return [];
    return [
      {
        at: last.at,
        path: '',
        class: 'faster than the size',
        message: `expected a body of ${last.size} bytes to take up to ${toTenths(mostGrowth * sizes)} times the ${printDuration(before.durationMs)} of one of ${before.size} bytes, got ${printDuration(last.durationMs)}, ${toTenths(times)} times`,
      },
    ];
  },
};

function quickestBySize({ observations }: ObservedCase): Measured[] {
  const quickest = new Map<number, Measured>();
  for (const [at, observation] of observations.entries()) {
    const size = sizeOf(observation);
    if (size === 0 || isUnseen(observation)) continue;
    const { durationMs } = observation;
    if (durationMs < (quickest.get(size)?.durationMs ?? Number.POSITIVE_INFINITY))
      quickest.set(size, { size, at, durationMs });
  }
  return [...quickest.values()].sort((a, b) => a.size - b.size);
}

function sizeOf({ request }: Observation): number {
  return isHttp(request) && request.body !== undefined ? bytesOf(request.body).length : 0;
}

function toTenths(ratio: number): string {
  return ratio.toFixed(1);
}
