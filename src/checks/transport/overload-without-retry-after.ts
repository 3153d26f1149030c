import { isBusy } from '../../client/evidence.js';
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
  judge: judgeEach(({ answer, retried = [] }) => {
    const busy = [...retried, ...(answer === undefined ? [] : [answer])].find(
      ({ status, headers }) => isBusy(status) && !headers['retry-after']?.trim(),
    );
    if (busy === undefined) return undefined;
    const after = busy === answer ? '' : `, before a retry got ${answer?.status ?? 'no answer'}`;
    return {
      path: '',
      class: `status ${busy.status} without Retry-After`,
      message: `expected the header retry-after for an overload, got ${answerText(busy)}${after}`,
    };
  }),
};
