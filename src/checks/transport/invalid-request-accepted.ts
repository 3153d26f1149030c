import { formatText } from '../../internal/print.js';
import type { Check } from '../case/check.js';
import { customSchemaSource } from '../case/check-source.js';
import { judgeEach } from '../case/judge-each.js';
import { isAccepted } from './acceptance.js';
import { answerText } from './answer-text.js';

/** A request with a fault is rejected, whatever its verdict would be. */
export const invalidRequestAccepted: Check = {
  name: 'invalid-request-accepted',
  family: 'transport',
  severity: 'major',
  about: 'An invalid request must be rejected with a 4xx status, not simulated or answered.',
  source: "the deployment's conventions for section 2.1; status 400: practice",
  customSource: customSchemaSource,
  oneCause: 'check',
  judge: acceptedBy((endpoint) => endpoint !== 'inclusion'),
};

/** The observer requires exactly one complete operation id. */
export const operationIdAccepted: Check = {
  name: 'operation-id-accepted',
  family: 'transport',
  severity: 'major',
  about: 'A missing, empty, repeated or malformed operation id must be rejected with a 4xx status.',
  source: 'section 4.2: one parameter; 0x and 64 hex digits: practice',
  oneCause: 'check',
  judge: acceptedBy((endpoint) => endpoint === 'inclusion'),
};

function acceptedBy(isMeant: (endpoint: string) => boolean): Check['judge'] {
  return judgeEach(({ request, answer }) => {
    const { expect } = request;
    if (!isMeant(request.endpoint) || expect.kind !== 'rejected') return undefined;
    if (answer === undefined || !isAccepted(answer)) return undefined;
    return {
      path: expect.path,
      class: expect.fault,
      message: `expected a rejection with a 4xx status (${formatText(expect.reason)}), got ${answerText(answer)}`,
    };
  });
}
