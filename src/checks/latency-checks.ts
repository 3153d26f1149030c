import { type CaseGrowth, isHttp } from '../case/case-plan.js';
import { isUnanswered } from '../case/inconclusive-answers.js';
import type { Observation, ObservedCase } from '../case/observation.js';
import { counted, formatDuration } from '../internal/print.js';
import { defineChecks, type Violation } from './check.js';
import { judgeAfter, judgeEach } from './judge.js';
import { minTrendAnswers } from './latency-trend.js';

export const latencyChecks = defineChecks('transport', undefined, {
  /** Requests over a socket are not timed, because a case may write them byte by byte. */
  'slow-response': {
    severity: 'minor',
    inSmoke: 'no',
    about: 'An answer must not take longer than the limit slowThresholdMs.',
    source: 'assumption; section 8 states no limit',
    minOccurrences: 3,
    judge: judgeEach((observation, { limits }) => {
      const { request, durationMs } = observation;
      if (durationMs <= limits.slowThresholdMs || !isHttp(request) || isUnanswered(observation))
        return undefined;
      return {
        path: '',
        class: 'slow',
        expected: `an answer within ${formatDuration(limits.slowThresholdMs)}`,
        received: `one after ${formatDuration(durationMs)}`,
      };
    }),
  },
  /**
   * Judges cases that grow one dimension of a request, with a baseline request before each. Takes the median of each size over
   * several rounds, subtracts the median of the baseline, and fits an exponent to the rest by the method of Theil and Sen: the
   * median of the slopes of all pairs, on a logarithmic scale.
   */
  'superlinear-latency': {
    severity: 'major',
    needs: ['coverage'],
    about:
      'The response time must not grow faster than the number of assets, the length of a text or the nesting depth to the power of 1.5.',
    source: 'practice: time that grows faster than the input; the exponent: assumption',
    minOccurrences: 3,
    judge: (observed) => superlinearGrowth(observed),
  },
  'creeping-latency': {
    severity: 'major',
    inSmoke: 'no',
    needs: { answers: minTrendAnswers },
    about: 'The response time must not grow steadily from the start of a campaign to its end.',
    source: 'practice: a service that accumulates state with each request; the limits: assumption',
    needsIdle: true,
    needsRerun: true,
    judge: judgeAfter(({ request, answer, durationMs }, { startMs }, earlier) => {
      const trend = answer && isHttp(request) ? earlier.latencyOf(request, answer.status) : undefined;
      const creep = trend?.creep;
      if (trend === undefined || creep === undefined || trend.endMs > startMs) return undefined;
      if (!trend.isSlower(durationMs)) return undefined;
      const series = creep.map((ms) => formatDuration(ms)).join(', ');
      return {
        path: '',
        class: 'grows over time',
        expected: 'answers as fast as at the start',
        received: `slower ones over time: ${series} (fastest answer per window)`,
        to: trend.request,
      };
    }),
  },
});

/** Less growth may come from other load of the machine. Assumption. */
const minGrowthMs = 100;

/** Additional latency below this, or below three times the deviation of the baseline, is ignored. Assumption. */
const minNoiseMs = 5;

/** Linear time has the exponent 1, quadratic time 2. Assumption. */
const maxExponent = 1.5;

/** How long the answers to the requests of one size took. */
interface Measured {
  readonly size: number;
  /** The index of the request whose answer took the median. */
  readonly at: number;
  readonly medianMs: number;
  /** The median of the deviations from the median. */
  readonly deviationMs: number;
}

/** Finds response time that grows too fast in the observations of a case, or of its first part. */
export function superlinearGrowth(observed: ObservedCase): Violation[] {
  const { growth } = observed.plan;
  if (growth === undefined) return [];
  const [baseline, ...all] = measured(observed, growth);
  // Timeouts all take the same time, so only the first one shows growth.
  const firstTimeout = all.findIndex(({ at }) => observed.observations[at]?.failure !== undefined);
  const sizes = firstTimeout < 0 ? all : all.slice(0, firstTimeout + 1);
  const last = sizes.at(-1);
  if (baseline?.size !== 0 || last === undefined || last.medianMs - baseline.medianMs < minGrowthMs)
    return [];
  const exponent = exponentOf(sizes, baseline);
  if (exponent <= maxExponent) return [];
  const series = sizes.map(({ size, medianMs }) => `${size} in ${formatDuration(medianMs)}`).join(', ');
  return [
    {
      at: last.at,
      path: '',
      class: growthNames[growth.dimension],
      expected: `the time of an answer to grow with ${growthNames[growth.dimension]} (${growth.path}) to at most the power of ${maxExponent}`,
      received: `${exponent.toFixed(1)}: ${series}, compared with ${formatDuration(baseline.medianMs)} for the baseline; medians of ${counted(growth.sizes.filter((size) => size === last.size).length, 'request')} each`,
    },
  ];
}

/** Returns whether the response time is known for the baseline and at least three sizes of a case. */
export function isGrowthMeasured(observed: ObservedCase): boolean {
  const { growth } = observed.plan;
  if (growth === undefined) return false;
  const [baseline, ...sizes] = measured(observed, growth);
  return baseline?.size === 0 && sizes.length >= minSizes;
}

/** With fewer sizes, an exponent cannot be fitted. */
const minSizes = 3;

/** What grows, in words. */
export const growthNames: Readonly<Record<CaseGrowth['dimension'], string>> = {
  assets: 'the number of assets',
  text: 'the length of a text',
  depth: 'the depth of nesting',
};

/** Returns the measured times by size, the baseline first. */
function measured({ observations }: ObservedCase, { sizes }: CaseGrowth): Measured[] {
  const bySize = new Map<number, { readonly at: number; readonly durationMs: number }[]>();
  for (const [at, observation] of observations.entries()) {
    const size = sizes[at];
    if (size === undefined || !isTimed(observation)) continue;
    const { durationMs } = observation;
    bySize.set(size, [...(bySize.get(size) ?? []), { at, durationMs }]);
  }
  return [...bySize]
    .map(([size, times]) => {
      const { at, durationMs } = lowerMedian(times.toSorted((a, b) => a.durationMs - b.durationMs));
      const deviations = times.map((time) => Math.abs(time.durationMs - durationMs));
      const deviationMs = lowerMedian(deviations.sort((a, b) => a - b));
      return { size, at, medianMs: durationMs, deviationMs };
    })
    .sort((a, b) => a.size - b.size);
}

/** Returns whether a request shows a response time: a timeout is its lower bound, other failures and overloads show none. */
function isTimed(observation: Observation): boolean {
  return observation.failure?.kind === 'timeout' || !isUnanswered(observation);
}

type Point = readonly [size: number, ms: number];

/**
 * Returns the exponent of the time beyond the baseline's. Sizes that only show noise are left out, except for the largest of
 * them if fewer than three sizes are left. If the time rises once and then stays, as the last two sizes show, it is 0.
 */
function exponentOf(sizes: readonly Measured[], baseline: Measured): number {
  const noiseMs = Math.max(minNoiseMs, 3 * baseline.deviationMs);
  const points = sizes.map(({ size, medianMs }): Point => [size, medianMs - baseline.medianMs]);
  const clear = points.filter(([, ms]) => ms > noiseMs);
  const [lastButOne, last] = clear.slice(-2);
  if (lastButOne === undefined || last === undefined) return 0;
  const below = points.filter(([size, ms]) => ms <= noiseMs && size < lastButOne[0]).slice(-1);
  const fitted = clear.length < 3 ? [...below.map(([size]): Point => [size, noiseMs]), ...clear] : clear;
  const slopes = fitted.flatMap((point, index) =>
    fitted.slice(index + 1).map((larger) => slopeOf(point, larger)),
  );
  const exponent = lowerMedian(slopes.sort((a, b) => a - b));
  return slopeOf(lastButOne, last) > 1 ? exponent : 0;
}

function slopeOf([size, ms]: Point, [larger, largerMs]: Point): number {
  return Math.log(largerMs / ms) / Math.log(larger / size);
}

/** Returns the median. Of an even number of values, the lower of the two in the middle, to be cautious. */
function lowerMedian<T>(sorted: readonly T[]): T {
  return sorted[Math.floor((sorted.length - 1) / 2)] as T;
}
