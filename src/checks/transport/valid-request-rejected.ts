import { errorBody } from '../../client/http-errors.js';
import { type ChainNames, wireFields } from '../../contract/dialect.js';
import { requestFieldPaths } from '../../contract/simulation-request.js';
import type { Expectation } from '../case/case-plan.js';
import type { Check } from '../case/check.js';
import { customSchemaSource } from '../case/check-source.js';
import { evidenceIn } from '../case/inconclusive-answers.js';
import { judgeEach } from '../case/judge-each.js';
import type { Answer } from '../case/observation.js';
import { answerText } from './answer-text.js';
import { requestKind } from './request-kind.js';

/** How much it was: no fault of the request. */
const aboutSize: readonly number[] = [413, 414, 431];

/** What is valid is taken. A verdict that is false comes with status 200, and is none of this. */
export const validRequestRejected: Check = {
  name: 'valid-request-rejected',
  family: 'transport',
  severity: 'major',
  about: 'A valid request or a query for a known operation must not be rejected with a 4xx status.',
  source: "the deployment's conventions for section 2.1; statuses: practice",
  customSource: customSchemaSource,
  judge: judgeEach((observation, { chains }) => {
    const { request, answer } = observation;
    if (answer === undefined || answer.status < 400 || answer.status >= 500) return undefined;
    if (!isValid(request.expect, answer.status) || aboutSize.includes(answer.status)) return undefined;
    const { cause } = evidenceIn(observation);
    // A page is the rejection of something in front of the service.
    if (cause !== undefined && cause !== 'page') return undefined;
    return {
      path: request.endpoint === 'simulate' ? blamedField(answer, chains) : '',
      class: `status ${answer.status} for ${requestKind(request)}`,
      message: `expected ${requestKind(request)} to be accepted, got ${answerText(answer)}`,
    };
  }),
};

function isValid(expect: Expectation, status: number): boolean {
  switch (expect.kind) {
    case 'simulated':
      return true;
    case 'known':
      // That another spelling of the id is not found is `operation-id-spelling`'s.
      return expect.spelling === undefined || status !== 404;
    case 'unknown':
      return status !== 404;
    case 'answered':
      return expect.exists === true || status !== 404;
    default:
      return false;
  }
}

/** Returns the field that an error text names, which distinguishes causes; `''` if it names none. */
function blamedField({ headers, text }: Answer, chains: ChainNames): string {
  const { text: error = '' } = errorBody({ headers, body: text }) ?? {};
  const names = wireFields(chains);
  const named = requestFieldPaths.filter((path) => {
    const name = path.slice(path.lastIndexOf('.') + 1);
    return error.includes(names.get(name) ?? name);
  });
  // The innermost one: `betaAssets[0].amount` names both.
  return named.reduce((blamed, path) => (path.length > blamed.length ? path : blamed), '');
}
