import type { Expectation } from '../case/case-plan.js';
import type { Check } from '../case/check.js';
import { answerText } from './answer-text.js';
import { hasRightMethod, requestKind } from './request-kind.js';

/** What a gateway says when the service behind it failed, cannot take more, or took too long. */
const gatewayStatuses: readonly number[] = [502, 503, 504];

/** What a firewall in front of a service says of a request that it takes for an attack. */
const accessStatuses: readonly number[] = [401, 403];

/** Requests that must be answered where control requests of their endpoint are. */
const valid: readonly Expectation['kind'][] = ['simulated', 'known'];

/**
 * A service that fails behind a gateway is seen as 502, 503 or 504. One such answer may be an outage; that a particular
 * request gets it each time, while others are answered, is the request's doing. So it is with
 * 401 and 403 for a valid one. Requests that go out at the same time may be too many for a service, so their cases are not judged.
 */
export const gatewayError: Check = {
  name: 'gateway-error',
  family: 'transport',
  severity: 'critical',
  about:
    'A request must not always get status 502, 503 or 504, and a valid one not 401 or 403, while other requests are answered.',
  source: 'practice: these are failures behind a gateway, or rejections by one; section 7 does not show them',
  needsControl: true,
  minOccurrences: 3,
  judge: ({ plan, observations }) => {
    if (plan.steps.some(({ requests }) => requests.length > 1)) return [];
    return observations.flatMap(({ request, answer }, at) => {
      if (answer === undefined || !hasRightMethod(request)) return [];
      const isRejected = accessStatuses.includes(answer.status) && valid.includes(request.expect.kind);
      if (!isRejected && !gatewayStatuses.includes(answer.status)) return [];
      return [
        {
          at,
          path: '',
          class: `status ${answer.status}`,
          message: `expected ${requestKind(request)} to be answered, as control requests are, got ${answerText(answer)}`,
        },
      ];
    });
  },
};
