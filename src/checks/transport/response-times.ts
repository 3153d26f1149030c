import { formatDuration } from '../../internal/print.js';
import type { Check } from '../case/check.js';
import { isInconclusive } from '../case/inconclusive-answers.js';
import { judgeEach } from '../case/judge-each.js';
import { judgeAfter } from '../records/judge-polls.js';
import { isHttp } from './request-kind.js';

/** Requests over a socket are not timed: their plan may write them byte by byte. */
export const slowResponse: Check = {
  name: 'slow-response',
  family: 'transport',
  severity: 'minor',
  about: 'An answer must not take longer than the limit slowThresholdMs.',
  source: 'assumption; section 8 states no limit',
  minOccurrences: 3,
  judge: judgeEach((observation, { limits }) => {
    const { request, durationMs } = observation;
    if (durationMs <= limits.slowThresholdMs || !isHttp(request) || isInconclusive(observation))
      return undefined;
    return {
      path: '',
      class: 'slow',
      message: `expected an answer within ${formatDuration(limits.slowThresholdMs)}, got one after ${formatDuration(durationMs)}`,
    };
  }),
};

export const creepingLatency: Check = {
  name: 'creeping-latency',
  family: 'transport',
  severity: 'major',
  about: 'The response time must not grow steadily from the start of a campaign to its end.',
  source: 'practice: a service that keeps something of each request; the limits: assumption',
  needsIdle: true,
  minOccurrences: Number.POSITIVE_INFINITY,
  judge: judgeAfter(({ request, answer, durationMs }, { startMs }, earlier) => {
    const trend = answer && isHttp(request) ? earlier.latencyOf(request, answer.status) : undefined;
    const creep = trend?.creep;
    if (trend === undefined || creep === undefined || trend.endMs > startMs) return undefined;
    if (!trend.isSlower(durationMs)) return undefined;
    const series = creep.map((ms) => formatDuration(ms)).join(', ');
    return {
      path: '',
      class: 'grows with the age of the service',
      message: `expected answers as fast as at the start, got slower ones all the time: ${series}, each the fastest of as many`,
      to: trend.request,
    };
  }),
};
