import type { Check } from '../case/check.js';
import { judgeEach } from '../case/judge-each.js';
import { answerText } from './answer-text.js';
import { isHttp, requestKind } from './request-kind.js';
import { documentedText, isAllowed } from './statuses.js';

/** Answers have the statuses of practice, or one of those that gateways give. What is 500 or more is `server-error`'s. */
export const undocumentedStatus: Check = {
  name: 'undocumented-status',
  family: 'transport',
  severity: 'major',
  about: 'An answer must have a status that the endpoint or a gateway sends in practice.',
  source:
    'practice: 200, 400 and 500 from the simulator, and 404 from the observer; section 7 does not show them',
  customSource: 'the statuses of {endpoint} in defineEndpoint',
  judge: judgeEach(({ request, answer }, { endpoints }) => {
    if (answer === undefined || answer.status === 200 || answer.status >= 500) return undefined;
    // What answers bytes that are no right HTTP is the server before the service.
    if (!isHttp(request) || isAllowed(request, answer.status, endpoints)) return undefined;
    return {
      path: '',
      class: `status ${answer.status} for ${requestKind(request)}`,
      message: `expected status ${documentedText(request.endpoint, endpoints)} for ${requestKind(request)}, got ${answerText(answer)}`,
    };
  }),
};
