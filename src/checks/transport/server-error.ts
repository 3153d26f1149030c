import { formatText } from '../../internal/print.js';
import type { CaseRequest } from '../case/case-plan.js';
import type { Check } from '../case/check.js';
import { evidenceIn } from '../case/inconclusive-answers.js';
import { judgeEach } from '../case/judge-each.js';
import { answerText } from './answer-text.js';
import { isHttp, rejectedPath, requestKind } from './request-kind.js';

/** What a server may say of a method, a transfer coding or a version of HTTP that it does not know (RFC 9110, 15.6). */
const notImplemented: readonly number[] = [501, 505];

/** No request makes the service fail. An overload (429, 502, 503, 504) is none. */
export const serverError: Check = {
  name: 'server-error',
  family: 'transport',
  severity: 'critical',
  about: 'A request must not be answered with a status of 500 or more, except for overload (502, 503, 504).',
  source: 'practice: 500 is an error of the service; section 7 does not show it',
  judge: judgeEach((observation) => {
    const { request, answer } = observation;
    const isFailure = evidenceIn(observation).kind === 'failure';
    if (!isFailure || answer === undefined || answer.status < 500 || isExcused(request, answer.status))
      return undefined;
    return {
      path: rejectedPath(request),
      class: `status ${answer.status} for ${requestKind(request)}`,
      message: `expected ${requestKind(request)}${reasonOf(request)} to be answered without a server error, got ${answerText(answer)}`,
    };
  }),
};

/** What is wrong with the request, which a long body does not show at once. */
function reasonOf({ expect }: CaseRequest): string {
  return expect.kind === 'rejected' ? ` (${formatText(expect.reason)})` : '';
}

function isExcused(request: CaseRequest, status: number): boolean {
  const isOdd =
    !isHttp(request) || request.expect.kind === 'wrong-method' || request.expect.kind === 'survived';
  return isOdd && notImplemented.includes(status);
}
