import { isBusy } from '../../client/evidence.js';
import { errorBody } from '../../client/http-errors.js';
import { type ChainNames, wireFields } from '../../contract/dialect.js';
import { requestFieldPaths } from '../../contract/simulation-request.js';
import { formatText } from '../../internal/print.js';
import type { CaseRequest, Expectation } from '../case/case-plan.js';
import type { Check } from '../case/check.js';
import { customSchemaSource } from '../case/check-source.js';
import { type CustomEndpoints, factsOf } from '../case/endpoint-facts.js';
import { evidenceIn } from '../case/inconclusive-answers.js';
import { judgeEach } from '../case/judge-each.js';
import type { Answer } from '../case/observation.js';
import { answerText } from './answer-text.js';
import { hasRightMethod, isHttp, rejectedPath, requestKind } from './request-kind.js';

/** What a server may say of a method, a transfer coding or a version of HTTP that it does not know (RFC 9110, 15.6). */
const notImplemented: readonly number[] = [501, 505];

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
    !isHttp(request) || request.expect.kind === 'wrong-method' || request.expect.kind === 'no-server-error';
  return isOdd && notImplemented.includes(status);
}

/** Requests that must be answered where control requests of their endpoint are. */
const valid: readonly Expectation['kind'][] = ['simulated', 'known'];

/**
 * A service that fails behind a gateway is seen as 408, 502, 503 or 504. One such answer may be an outage; that a particular
 * request gets it each time, while others are answered, is the request's doing. So it is with missing credentials for a valid
 * one. A 429 limits the rate, whatever is asked. Requests that go out at the same time may be too many for a service, so their
 * cases are not judged.
 */
export const gatewayError: Check = {
  name: 'gateway-error',
  family: 'transport',
  severity: 'critical',
  about:
    'A request must not always get status 408, 502, 503 or 504, and a valid one not 401, 403 or 407, while other requests are answered.',
  source: 'practice: these are failures behind a gateway, or rejections by one; section 7 does not show them',
  needsControl: true,
  minOccurrences: 3,
  judge: ({ plan, observations }) => {
    if (plan.steps.some(({ requests }) => requests.length > 1)) return [];
    return observations.flatMap((observation, at) => {
      const { request, answer } = observation;
      if (answer === undefined || !hasRightMethod(request)) return [];
      const { cause } = evidenceIn(observation);
      // A firewall may take it for an attack.
      const isRejected = cause === 'credentials' && valid.includes(request.expect.kind);
      if (!isRejected && !(cause === 'overload' && answer.status !== 429)) return [];
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

/** `server-error` reports 500 and more. */
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

/** Rejections of the size of a request, which may be valid. */
const aboutSize: readonly number[] = [413, 414, 431];

/** A failed simulation has status 200 and is no rejection. */
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

export const invalidOperationIdAccepted: Check = {
  name: 'invalid-operation-id-accepted',
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
      class: expect.mutation,
      message: `expected a rejection with a 4xx status (${formatText(expect.reason)}), got ${answerText(answer)}`,
    };
  });
}

/** HEAD goes with GET, and OPTIONS asks what there is: neither has to be rejected (RFC 9110, 9.3). */
const harmless: readonly (string | undefined)[] = ['HEAD', 'OPTIONS'];

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

export const missingAllowHeader: Check = {
  name: 'missing-allow-header',
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

/** RFC 6585, 4 and RFC 9110, 15.6.4 allow the header but do not require it. */
export const missingRetryAfterHeader: Check = {
  name: 'missing-retry-after-header',
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

/**
 * What a gateway or the HTTP server before the service may answer to any request: who you are (401, 403), what you take
 * (406, 415, 417), how long it took (408), how much it was (411, 413, 414, 431), too often (429), the wrong host (421).
 * Practice.
 */
const ofGateways: readonly number[] = [401, 403, 406, 408, 411, 413, 414, 415, 417, 421, 429, 431];

/** What a router may answer to a method that it has no route for. Practice. */
const ofWrongMethods: readonly number[] = [404, 405];

/** Returns whether the endpoint sends a status in practice, or declares it. */
export function isDocumented(endpoint: string, status: number, custom: CustomEndpoints | undefined): boolean {
  return factsOf(endpoint, custom)?.statuses.includes(status) === true;
}

/** The statuses that an endpoint itself answers, as a sentence has them: `200, 400 or 500`. */
function documentedText(endpoint: string, custom: CustomEndpoints | undefined): string {
  const { statuses = [] } = factsOf(endpoint, custom) ?? {};
  return statuses.join(', ').replace(/, (\d+)$/, ' or $1');
}

/** Returns whether a status below 500 is allowed for a request that is sent as HTTP. */
function isAllowed(
  { endpoint, expect }: CaseRequest,
  status: number,
  custom: CustomEndpoints | undefined,
): boolean {
  return (
    isDocumented(endpoint, status, custom) ||
    ofGateways.includes(status) ||
    (expect.kind === 'wrong-method' && (ofWrongMethods.includes(status) || isSuccess(status)))
  );
}

/** Returns whether a status is a success, 2xx. */
function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/**
 * Returns whether an answer accepts its request. A page with status 200 does not: another server answers so to any request,
 * and `malformed-json` reports it.
 */
function isAccepted({ status, text, json }: Answer): boolean {
  return isSuccess(status) && ('value' in json || text === '');
}
