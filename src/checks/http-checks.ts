import {
  type CaseRequest,
  type Expectation,
  hasRightMethod,
  isHttp,
  requestKind,
} from '../case/case-plan.js';
import { evidenceIn } from '../case/inconclusive-answers.js';
import type { Answer, ObservedFailure } from '../case/observation.js';
import { isBusy, stalenessOf } from '../client/evidence.js';
import { errorBody } from '../client/http-errors.js';
import { type ChainNames, wireFields } from '../contract/dialect.js';
import { requestFieldPaths } from '../contract/simulation-request.js';
import { clockSkewMs } from '../contract/timestamps.js';
import { formatDuration, formatText } from '../internal/print.js';
import {
  type Check,
  customSchemaSource,
  defineChecks,
  type EndpointContext,
  endpointOf,
  type Violation,
} from './check.js';
import { judgeAfter, judgeEach } from './judge.js';

/** The classes of requests without a complete answer. */
const failureClasses = {
  closed: 'connection closed',
  timeout: 'no complete answer in time',
  'too-large': 'answer too large',
  // There was no connection, so the service did not get the request.
  network: undefined,
} as const satisfies Record<ObservedFailure['kind'], string | undefined>;

export const httpChecks = defineChecks('transport', undefined, {
  'server-error': {
    severity: 'critical',
    isThrownByClient: true,
    about:
      'A request must not be answered with a status of 500 or more, except for overload (502, 503, 504).',
    source: 'practice: 500 is an error of the service; section 7 does not show it',
    judge: judgeEach((observation) => {
      const { request, answer } = observation;
      const isFailure = evidenceIn(observation).kind === 'failure';
      if (!isFailure || answer === undefined || answer.status < 500 || isExcused(request, answer.status))
        return undefined;
      return {
        path: request.expect.kind === 'rejected' ? request.expect.path : '',
        class: `status ${answer.status} for ${requestKind(request)}`,
        expected: `${requestKind(request)}${reasonOf(request)} to be answered without a server error`,
        ...wholeAnswer(answer),
      };
    }),
  },
  /**
   * A broken connection usually has one cause for all requests. So the class is the kind of failure, and the shrunk case shows
   * the simplest request that causes it. After malformed HTTP, a server may close the connection or wait for the rest.
   */
  'no-answer': {
    severity: 'critical',
    about: 'A request must be answered: no closed connection, no truncated or endless answer, no timeout.',
    source: 'section 4: each endpoint has a response',
    isFailure: [failureClasses.closed],
    minOccurrences: 3,
    judge: judgeEach(({ request, failure, durationMs }) => {
      const wrong = failure && failureClasses[failure.kind];
      if (failure === undefined || wrong === undefined || mayCloseConnection(request)) return undefined;
      return {
        path: '',
        class: wrong,
        expected: `an answer to ${requestKind(request)}`,
        received: `${failure.kind === 'too-large' ? '' : `none within ${formatDuration(durationMs)}: `}${failure.message}`,
      };
    }),
  },
  /**
   * If a service fails behind a gateway, the gateway answers with 408, 502, 503 or 504. One such answer may be an outage. If a
   * request gets it each time while others are answered, the request causes it. The same holds for a valid request that is
   * rejected for missing credentials. A 429 limits the rate of any requests. Cases with concurrent requests are not judged,
   * because they may be too many for a service.
   */
  'gateway-error': {
    severity: 'critical',
    about:
      'A request must not always get 408, 502, 503 or 504, or a valid one 401, 403 or 407, while others are answered.',
    source:
      'practice: these are failures behind a gateway, or rejections by one; section 7 does not show them',
    // Smoke runs rerun nothing, so they cannot distinguish it from an outage.
    inSmoke: 'no',
    needsControl: true,
    // Overload.
    needsRerun: ['status 503'],
    minOccurrences: 3,
    judge: ({ plan, observations }) => {
      if (plan.steps.some(({ requests }) => requests.length > 1)) return [];
      return observations.flatMap((observation, at) => {
        const { request, answer } = observation;
        if (answer === undefined || !hasRightMethod(request)) return [];
        const { cause } = evidenceIn(observation);
        // A firewall may mistake an invalid request for an attack.
        const isRejected = cause === 'credentials' && valid.includes(request.expect.kind);
        if (!isRejected && !(cause === 'overload' && answer.status !== 429)) return [];
        return [
          {
            at,
            path: '',
            class: `status ${answer.status}`,
            expected: `${requestKind(request)} to be answered, as control requests are`,
            ...wholeAnswer(answer),
          },
        ];
      });
    },
  },
  /** `server-error` reports 500 and more. */
  'undocumented-status': {
    severity: 'major',
    isThrownByClient: true,
    about: 'An answer must have a status that the endpoint or a gateway sends in practice.',
    source:
      'practice: 200, 400 and 500 from the simulator, and 404 from the observer; section 7 does not show them',
    customSource: 'the statuses of {endpoint} in defineEndpoint',
    judge: judgeEach(({ request, answer }, context) => {
      if (answer === undefined || answer.status === 200 || answer.status >= 500) return undefined;
      // The HTTP server in front of the service answers raw bytes.
      if (!isHttp(request) || isAllowed(request, answer.status, context)) return undefined;
      return {
        path: '',
        class: `status ${answer.status} for ${requestKind(request)}`,
        expected: `status ${documentedText(request.endpoint, context)} for ${requestKind(request)}`,
        ...wholeAnswer(answer),
      };
    }),
  },
  'invalid-request-accepted': {
    severity: 'major',
    isAcceptance: true,
    needs: ['smoke', 'coverage', 'invalid', 'endpoints'],
    about: 'An invalid request must be rejected with a 4xx status, not simulated or answered.',
    source: "the deployment's conventions for section 2.1; status 400: practice",
    customSource: customSchemaSource,
    oneCause: 'check',
    judge: acceptedBy((endpoint) => endpoint !== 'inclusion'),
  },
  'invalid-operation-id-accepted': {
    severity: 'major',
    isAcceptance: true,
    needs: ['smoke', 'coverage', 'invalid'],
    about: 'A missing, empty, repeated or malformed operation id must be rejected with a 4xx status.',
    source: 'section 4.2: one parameter; 0x and 64 hex digits: practice',
    oneCause: 'check',
    judge: acceptedBy((endpoint) => endpoint === 'inclusion'),
  },
  /** A failed simulation has status 200 and is not a rejection. */
  'valid-request-rejected': {
    severity: 'major',
    isThrownByClient: true,
    about: 'A valid request or a query for a known operation must not be rejected with a 4xx status.',
    source: "the deployment's conventions for section 2.1; statuses: practice",
    customSource: customSchemaSource,
    judge: judgeEach((observation, { chains }) => {
      const { request, answer } = observation;
      if (answer === undefined || answer.status < 400 || answer.status >= 500) return undefined;
      if (!isValid(request.expect, answer.status) || sizeStatuses.includes(answer.status)) return undefined;
      const { cause } = evidenceIn(observation);
      // A page comes from something in front of the service, which rejects the request.
      if (cause !== undefined && cause !== 'page') return undefined;
      return {
        path: request.endpoint === 'simulate' ? blamedField(answer, chains) : '',
        class: `status ${answer.status} for ${requestKind(request)}`,
        expected: `${requestKind(request)} to be accepted`,
        ...wholeAnswer(answer),
      };
    }),
  },
  'wrong-method-accepted': {
    severity: 'major',
    isAcceptance: true,
    needs: ['smoke', 'wire'],
    about: 'A request with a method that the endpoint does not have must not succeed.',
    source: 'sections 4.1 and 4.2: one method each',
    customSource: 'the method of {endpoint} in defineEndpoint',
    judge: judgeEach(({ request, answer }) => {
      if (!isHttp(request) || request.expect.kind !== 'wrong-method') return undefined;
      if (answer === undefined || !isAcceptance(answer) || harmless.includes(request.method))
        return undefined;
      return {
        path: '',
        class: 'accepted',
        expected: `${request.method} to be rejected`,
        ...wholeAnswer(answer),
      };
    }),
  },
  'missing-allow-header': {
    severity: 'minor',
    needs: ['smoke', 'wire'],
    about: 'An answer with status 405 must name the allowed method in its header Allow.',
    source: 'RFC 9110, 15.5.6',
    judge: judgeEach(({ request, answer }, context) => {
      if (answer?.status !== 405 || !isHttp(request)) return undefined;
      const { allow } = answer.headers;
      const { method } = endpointOf(request.endpoint, context) ?? {};
      if (method === undefined) return undefined;
      if (allow?.split(',').some((name) => name.trim() === method)) return undefined;
      return {
        path: '',
        class: allow === undefined ? '405 without Allow' : 'Allow without the method',
        expected: `status 405 with the header "allow: ${method}"`,
        received: allow === undefined ? 'none' : formatText(allow),
      };
    }),
  },
  /** RFC 6585, 4 and RFC 9110, 15.6.4 allow the header but do not require it. */
  'missing-retry-after-header': {
    severity: 'minor',
    about: 'An answer with status 429 or 503 should say with Retry-After when to retry.',
    source: 'practice: overload answered badly',
    // A gateway that does not reach the service sends such a 503, but no 429.
    needsControl: [withoutRetryAfter(503)],
    needsRerun: [withoutRetryAfter(503)],
    judge: judgeEach(({ answer, retried = [] }) => {
      const answers = [...retried, ...(answer === undefined ? [] : [answer])];
      const at = answers.findIndex(
        ({ status, headers }) => isBusy(status) && !headers['retry-after']?.trim(),
      );
      const busy = answers[at];
      if (busy === undefined) return undefined;
      return {
        path: '',
        class: withoutRetryAfter(busy.status),
        expected: 'the header retry-after for an overload',
        ...(busy === answer
          ? wholeAnswer(answer)
          : {
              attempt: at,
              received: `${answerText(busy)}, before a retry got ${answer?.status ?? 'no answer'}`,
            }),
      };
    }),
  },
  'cached-answer': {
    severity: 'minor',
    inSmoke: 'no',
    judgesCached: true,
    needs: 'records',
    about: 'An answer about an operation must not come from a cache, and must not be cacheable.',
    source:
      'section 4.2: the answer is a state that changes; RFC 9111, 5.1 and 5.2; the header X-Cache: practice of caches',
    judge: judgeEach(({ request, answer }) => {
      if (answer === undefined || request.endpoint !== 'inclusion') return undefined;
      const { 'x-cache': cache = '', 'cache-control': control = '' } = answer.headers;
      const staleness = stalenessOf(answer);
      const kept: readonly (readonly [isSo: boolean, kind: string, shown: string])[] = [
        [staleness !== undefined, 'from a cache', `${staleness}`],
        [/^hit\b/i.test(cache), 'from a cache', `x-cache: ${cache}`],
        [
          /\b(?:max-age|s-maxage)\s*=\s*"?0*[1-9]/i.test(control) && !/no-store|no-cache/i.test(control),
          'may be kept',
          `cache-control: ${control}`,
        ],
      ];
      const first = kept.find(([isSo]) => isSo);
      if (first === undefined) return undefined;
      const [, kind, shown] = first;
      return {
        path: '',
        class: kind,
        expected: 'an answer that is neither cached nor cacheable',
        received: formatText(shown),
      };
    }),
  },
  'date-regression': {
    severity: 'minor',
    inSmoke: 'no',
    about: 'The header Date of an answer must not be a minute earlier than the one of an earlier answer.',
    source: 'RFC 9110, 6.6.1; that such an answer was cached, whatever its header Age says: assumption',
    judge: judgeAfter(({ request, answer }, { startMs }, earlier) => {
      const dateMs = request.endpoint === 'inclusion' ? Date.parse(answer?.headers.date ?? '') : Number.NaN;
      const before = earlier.dates.before(startMs);
      if (Number.isNaN(dateMs) || before === undefined || dateMs >= before.value - clockSkewMs)
        return undefined;
      const [now, then] = [dateMs, before.value].map((ms) => new Date(ms).toISOString());
      return {
        path: '',
        class: 'earlier date',
        expected: `an answer dated after ${then}`,
        received: `${now}`,
        to: before.request,
      };
    }),
  },
});

function withoutRetryAfter(status: number): string {
  return `status ${status} without Retry-After`;
}

/** The statuses for a method, a transfer coding or an HTTP version that a server does not support (RFC 9110, 15.6). */
const notImplemented: readonly number[] = [501, 505];

/** Returns what is wrong with the request, because a long body does not show it at a glance. */
function reasonOf({ expect }: CaseRequest): string {
  return expect.kind === 'rejected' ? ` (${formatText(expect.reason)})` : '';
}

function isExcused(request: CaseRequest, status: number): boolean {
  const isOdd =
    !isHttp(request) || request.expect.kind === 'wrong-method' || request.expect.kind === 'no-server-error';
  return isOdd && notImplemented.includes(status);
}

/** The requests that must be answered if control requests of their endpoint are. */
const valid: readonly Expectation['kind'][] = ['simulated', 'known'];

/** Rejections for the size of a request, which may be valid. */
const sizeStatuses: readonly number[] = [413, 414, 431];

function isValid(expect: Expectation, status: number): boolean {
  switch (expect.kind) {
    case 'simulated':
      return true;
    case 'known':
      // `operation-id-spelling` reports another spelling of the id that is not found.
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

function acceptedBy(isMeant: (endpoint: string) => boolean): Check['judge'] {
  return judgeEach(({ request, answer }) => {
    const { expect } = request;
    if (!isMeant(request.endpoint) || expect.kind !== 'rejected') return undefined;
    if (answer === undefined || !isAcceptance(answer)) return undefined;
    return {
      path: expect.path,
      class: expect.mutation,
      expected: `a rejection with a 4xx status (${formatText(expect.reason)})`,
      ...wholeAnswer(answer),
    };
  });
}

/** Methods that an endpoint need not reject: HEAD belongs to GET, and OPTIONS lists the methods (RFC 9110, 9.3). */
const harmless: readonly (string | undefined)[] = ['HEAD', 'OPTIONS'];

/**
 * The statuses that a gateway or the HTTP server in front of the service may answer to any request, for its credentials (401,
 * 403), content type or headers (406, 415, 417), time (408), size (411, 413, 414, 431), host (421) or rate (429). Practice.
 */
export const gatewayStatuses: readonly number[] = [
  401, 403, 406, 408, 411, 413, 414, 415, 417, 421, 429, 431,
];

/** The statuses that a router may answer to a method without a route. Practice. */
const wrongMethodStatuses: readonly number[] = [404, 405];

/** Returns whether the endpoint sends a status in practice, or declares it. */
export function isDocumented(name: string, status: number, context: EndpointContext): boolean {
  const endpoint = endpointOf(name, context);
  return endpoint !== undefined && [200, ...endpoint.statuses].includes(status);
}

/** Returns the statuses of an endpoint for a sentence: `200, 400 or 500`. */
function documentedText(name: string, context: EndpointContext): string {
  const { statuses = [] } = endpointOf(name, context) ?? {};
  return [200, ...statuses].join(', ').replace(/, (\d+)$/, ' or $1');
}

/** Returns whether a status below 500 is allowed for a request that is sent as HTTP. */
function isAllowed({ endpoint, expect }: CaseRequest, status: number, context: EndpointContext): boolean {
  return (
    isDocumented(endpoint, status, context) ||
    gatewayStatuses.includes(status) ||
    (expect.kind === 'wrong-method' && (wrongMethodStatuses.includes(status) || isSuccess(status)))
  );
}

/** Returns whether a status is a success, 2xx. */
function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/**
 * Returns whether an answer accepts its request. A page with status 200 does not: another server may answer any request like
 * this, and `malformed-json` reports it.
 */
function isAcceptance({ status, text, json }: Answer): boolean {
  return isSuccess(status) && ('value' in json || text === '');
}

function mayCloseConnection(request: CaseRequest): boolean {
  return (
    !isHttp(request) && (request.expect.kind === 'no-server-error' || request.expect.kind === 'rejected')
  );
}

const maxExcerptLength = 160;

/** What a violation received, if it is the whole answer: `500 with {"error":"internal error"}`. */
export function wholeAnswer(answer: Answer): Pick<Violation, 'received' | 'isWholeAnswer'> {
  return { received: answerText(answer), isWholeAnswer: true };
}

/** Writes status and body of an answer on one line. */
function answerText(answer: Answer): string {
  return `${answer.status} with ${bodyText(answer)}`;
}

/** Writes a piece of an answer's body on one line, by default its start. Writes nothing of a body that contains a credential. */
export function bodyText({ text, echoesCredential }: Answer, start = 0): string {
  if (echoesCredential) return 'a body that contains a credential';
  return text === '' ? 'an empty body' : formatText(text.slice(Math.max(start, 0)), maxExcerptLength);
}
