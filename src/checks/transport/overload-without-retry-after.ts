import type { Check } from '../case/check.js';
import { judgeEach } from '../case/judge-each.js';
import { answerText } from './answer-text.js';

/** An overloaded service says when to retry. RFC 6585, 4 and RFC 9110, 15.6.4 allow this but do not require it. */
export const overloadWithoutRetryAfter: Check = {
  name: 'overload-without-retry-after',
  family: 'transport',
  severity: 'minor',
  about: 'An answer with status 429 or 503 should say with Retry-After when to retry.',
  source: 'practice: overload answered badly',
  judge: judgeEach(({ answer }) => {
    if (answer?.status !== 429 && answer?.status !== 503) return undefined;
    if (answer.headers['retry-after']?.trim()) return undefined;
    return {
      path: '',
      class: `status ${answer.status} without Retry-After`,
      message: `expected the header retry-after for an overload, got ${answerText(answer)}`,
    };
  }),
};
