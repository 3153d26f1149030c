import { formatDuration } from '../../internal/print.js';
import type { Check } from '../case/check.js';
import { isInconclusive } from '../case/inconclusive-answers.js';
import { judgeEach } from '../case/judge-each.js';
import { isHttp } from './request-kind.js';

/** Answers come in time. What is written byte by byte takes as long as it was planned. */
export const slowResponse: Check = {
  name: 'slow-response',
  family: 'transport',
  severity: 'minor',
  about: 'An answer must not take longer than the limit slowThresholdMs.',
  source: 'assumption; section 8 states no limit',
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
