import { formatText } from '../../internal/print.js';
import type { Check } from '../case/check.js';
import { factsOf } from '../case/endpoint-facts.js';
import { judgeEach } from '../case/judge-each.js';
import { isAccepted } from './acceptance.js';
import { answerText } from './answer-text.js';
import { isHttp } from './request-kind.js';

/** HEAD goes with GET, and OPTIONS asks what there is: neither has to be rejected (RFC 9110, 9.3). */
const harmless: readonly (string | undefined)[] = ['HEAD', 'OPTIONS'];

/** An endpoint has one method. */
export const wrongMethodAccepted: Check = {
  name: 'wrong-method-accepted',
  family: 'transport',
  severity: 'major',
  about: 'A request with a method that the endpoint does not have must not succeed.',
  source: 'sections 4.1 and 4.2: one method each',
  customSource: 'the method of {endpoint} in defineEndpoint',
  judge: judgeEach(({ request, answer }) => {
    if (!isHttp(request) || request.expect.kind !== 'wrong-method') return undefined;
    if (answer === undefined || !isAccepted(answer) || harmless.includes(request.method)) return undefined;
    return {
      path: '',
      class: 'accepted',
      message: `expected ${request.method} to be rejected, got ${answerText(answer)}`,
    };
  }),
};

/** Who says that a method is wrong says which one is right. */
export const methodWithoutAllow: Check = {
  name: 'method-without-allow',
  family: 'transport',
  severity: 'minor',
  about: 'An answer with status 405 must name the allowed method in its header Allow.',
  source: 'RFC 9110, 15.5.6',
  judge: judgeEach(({ request, answer }, { endpoints }) => {
    if (answer?.status !== 405 || !isHttp(request)) return undefined;
    const { allow } = answer.headers;
    const { method } = factsOf(request.endpoint, endpoints) ?? {};
    if (method === undefined) return undefined;
    if (allow?.split(',').some((name) => name.trim() === method)) return undefined;
    return {
      path: '',
      class: allow === undefined ? '405 without Allow' : 'Allow without the method',
      message: `expected status 405 with the header "allow: ${method}", got ${allow === undefined ? 'none' : formatText(allow)}`,
    };
  }),
};
