import { mixedUpAdvice, sharedTransactionsAdvice } from '../client/http-errors.js';
import { type BuiltInEndpointName, builtInOf } from '../endpoint/built-in.js';
import type { Endpoint } from '../endpoint/endpoint.js';
import { meantName } from '../internal/closest.js';
import { optionName } from '../internal/option-names.js';
import type { InvalidPlan } from './invalid-request-checks.js';
import type { SmokeCheck } from './smoke-report.js';
import type { SmokeRun } from './smoke-run.js';

/** A check of a smoke run. */
export interface PlannedCheck {
  /** Of a custom endpoint: `endpoint:<name>`. */
  readonly name: string;
  /** What it expects, in one sentence. */
  readonly about: string;
  /** The endpoint that must have answered. */
  readonly needs?: BuiltInEndpointName;
  readonly run: (run: SmokeRun) => Promise<SmokeOutcome>;
  /** What to do, by the cause of its outcome. Default: the advice of the outcome. */
  readonly advice?: () => Advice;
}

/** What a check returns; the run adds the other members of {@link SmokeCheck}. */
export type SmokeOutcome = Pick<SmokeCheck, 'status' | 'message' | 'advice'> & {
  readonly details?: readonly string[];
  /** Selects the advice of the check: the check of campaigns that found something, or a row of the check's own. */
  readonly cause?: string;
};

/** What to do, by cause. `otherwise` is for all other causes. */
type Advice = Readonly<Record<string, string>>;

const inServerFile = () => import('./server-checks.js');
const inAnswerFile = () => import('./answer-checks.js');
const inInvalidFile = () => import('./invalid-request-checks.js');
const inLatencyFile = () => import('./latency-checks.js');

/**
 * The checks of the built-in endpoints, in the order in which they run. The code of a check is loaded when it runs, because
 * configuration files and suites need only the names.
 */
export const smokeChecks = [
  {
    name: 'simulator-reachability',
    about: 'The simulator must answer at its address.',
    run: async (run) => (await inServerFile()).reach(run, 'simulate'),
  },
  {
    name: 'observer-reachability',
    about: 'The observer must answer at its address.',
    run: async (run) => (await inServerFile()).reach(run, 'inclusion'),
  },
  {
    name: 'tls',
    about: 'Certificates must be trusted and not about to expire.',
    run: async (run) => (await inServerFile()).checkTls(run),
  },
  {
    name: 'clock-skew',
    about: 'The clocks of the service must agree with the clock of this machine.',
    run: async (run) => (await inServerFile()).checkClockSkew(run),
    advice: () => ({
      'this-machine':
        'check the clock of this machine first: it is probably wrong, since two hosts differ from it by the same time',
      'one-host':
        'synchronize the clock of that server with NTP; if only one host differs, a cache may have answered, or the clock of this machine may be wrong',
    }),
  },
  {
    name: 'simulate-conformance',
    about:
      'A simulation must be answered as the interface shows (sections 2.2 and 4.1), with the expected verdict.',
    needs: 'simulate',
    run: async (run) => (await inAnswerFile()).checkSimulateConformance(run),
    advice: () => ({
      ...adviceOn('simulate'),
      'no-verdict': 'check the logs of the service; crosscheck simulate shows the whole answer',
    }),
  },
  {
    name: 'inclusion-conformance',
    about: 'A query for an operation must be answered as the interface shows (sections 2.3 and 4.2).',
    needs: 'inclusion',
    run: async (run) => (await inAnswerFile()).checkInclusionConformance(run),
    advice: () => ({
      ...adviceOn('inclusion'),
      'no-record': `configure operations that are included there in ${optionName('operationIds')}; crosscheck wait shows a whole record`,
    }),
  },
  invalidRequest(
    'empty-body',
    'simulate',
    'A simulation request without a body',
    ({ emptyBody }) => emptyBody,
  ),
  invalidRequest(
    'not-json',
    'simulate',
    'A simulation request whose body is not JSON',
    ({ bodyNotJson }) => bodyNotJson,
  ),
  invalidRequest(
    'missing-field',
    'simulate',
    'A simulation request without a required field',
    ({ missingField }) => missingField,
  ),
  invalidRequest(
    'bad-address',
    'simulate',
    'A simulation request with an invalid target address',
    ({ badAddress }) => badAddress,
  ),
  invalidRequest(
    'missing-operation-id',
    'inclusion',
    'A query without an operation id',
    ({ missingOperationId }) => missingOperationId,
  ),
  invalidRequest(
    'empty-operation-id',
    'inclusion',
    'A query for an empty operation id',
    ({ emptyOperationId }) => emptyOperationId,
  ),
  {
    name: 'unknown-operation-id',
    about: 'The observer must not answer an unknown operation id as if it were known.',
    needs: 'inclusion',
    run: async (run) => (await inAnswerFile()).checkUnknownOperationId(run),
    advice: () => adviceOn('inclusion'),
  },
  {
    name: 'known-operations',
    about: 'The configured operations must be known and included.',
    needs: 'inclusion',
    run: async (run) => (await inAnswerFile()).checkKnownOperations(run),
    advice: () => ({
      ...adviceOn('inclusion'),
      'not-known': `check whether the deployment was reset, then configure a current operation in ${optionName('operationIds')}`,
      rejected: 'configure an operation that was included; crosscheck wait shows the state of this one',
      unclear: 'check the chain names and the stages of the deployment: the record shows none of them',
      pending: 'run again later, or configure an older operation; crosscheck wait waits for this one',
    }),
  },
  {
    name: 'simulate-latency',
    about: 'Simulations must be answered within their budgets.',
    needs: 'simulate',
    run: async (run) => (await inLatencyFile()).checkLatency(run, 'simulate'),
    advice: () => ({ ...adviceOn('simulate'), 'no-verdict': 'see simulate-conformance' }),
  },
  {
    name: 'inclusion-latency',
    about: 'Queries for operations must be answered within their budgets.',
    needs: 'inclusion',
    run: async (run) => (await inLatencyFile()).checkLatency(run, 'inclusion'),
    advice: () => ({ ...adviceOn('inclusion'), 'no-verdict': 'see inclusion-conformance' }),
  },
] as const satisfies readonly PlannedCheck[];

/** The name of a check of the built-in endpoints. */
export type SmokeCheckName = (typeof smokeChecks)[number]['name'];

/** Returns a check of an invalid request. */
function invalidRequest<Name extends string>(
  name: Name,
  needs: BuiltInEndpointName,
  what: string,
  planIn: (file: Awaited<ReturnType<typeof inInvalidFile>>) => InvalidPlan,
): PlannedCheck & { readonly name: Name } {
  return {
    name,
    about: `${what} must be rejected with a 4xx status.`,
    needs,
    run: async (run) => {
      const file = await inInvalidFile();
      return await file.checkInvalidRequest(run, needs, name, planIn(file));
    },
    advice: () => adviceOn(needs),
  };
}

/** Returns the check of a custom endpoint. */
export function endpointCheck(endpoint: Endpoint): PlannedCheck {
  return {
    name: endpointCheckName(endpoint),
    about: `The endpoint ${endpoint.name} must be answered as its schema says, and reject invalid requests.`,
    needs: builtInOf[endpoint.server],
    run: async (run) => (await inAnswerFile()).checkEndpoint(run, endpoint),
    advice: () => adviceOn('custom'),
  };
}

/** What to do about answers of an endpoint: what is true of all, and what is only of this one. */
function adviceOn(endpoint: BuiltInEndpointName | 'custom'): Advice {
  return {
    'server-error': 'look into the logs of the service: it failed',
    'no-answer': 'look into the logs of the service, or of a proxy in front of it',
    'malformed-json': 'check the base URL; a proxy, a login page or another service may have answered',
    'content-type': 'check whether a proxy changes the header; otherwise fix it in the service',
    determinism:
      'look for an instance of the service that answers differently, such as one of several behind a load balancer; if the state may have changed, run again',
    'other-clock': 'look for an instance of the service whose clock is wrong, or a cache that answers',
    'leaked-secret': 'replace the credential, which an answer shows, and fix the service',
    'invalid-request-accepted':
      'fix the validation in the service, or set the conventions requiredRequestFields and requestValidation to what it accepts',
    'no-longer-accepted': 'look into the logs of the service: it accepted the same request before',
    'not-its-content':
      'find out whether the service or something in front of it sends this answer: a service rejects a request with 400, 422 or the like',
    'other-operation': mixedUpAdvice,
    'transaction-shared': sharedTransactionsAdvice,
    'timestamp-unit': 'set the convention timestampUnit if the deployment writes another unit',
    otherwise:
      'compare the version of the service with the interface; crosscheck fuzz finds other differences',
    ...adviceByEndpoint[endpoint](),
  };
}

const adviceByEndpoint: Readonly<Record<BuiltInEndpointName | 'custom', () => Advice>> = {
  simulate: () => ({
    'valid-request-rejected':
      'read what the service says about the request; set request to one that is valid there, or set the conventions to what it accepts',
    'wrong-verdict': `check the reason that the service reports; configure a request that gets the expected verdict, or set ${optionName('expectedVerdict')} to the verdict that it gets, or to any`,
    'gas-missing':
      'report it; if a success may have no estimate there, set the convention gasEstimate to unknown',
    'never-accepted': 'see simulate-conformance: until that passes, rejections prove nothing',
  }),
  inclusion: () => ({
    'valid-request-rejected': `read what the service says about the id; if its ids have another form, name some that it knows in ${optionName('operationIds')}`,
    'unknown-operation-found': 'do not trust what this observer says about any operation until it is fixed',
    'invalid-operation-id-accepted':
      'fix the validation in the service; if its parameter has another name, set the convention operationIdParameter',
    'never-accepted': 'see unknown-operation-id: until that passes, rejections prove nothing',
  }),
  custom: () => ({
    'valid-request-rejected':
      'check the path and the example of the endpoint (defineEndpoint), and what the service says about the request',
    'never-accepted': 'look into the logs of the service: it did not answer the valid request as expected',
    'undocumented-status':
      'if this status is intended, add it to the statuses of the endpoint in defineEndpoint',
    'invalid-request-accepted':
      'fix the validation in the service, or the schema of the endpoint in defineEndpoint if such a request is valid',
    otherwise: 'compare the schema of the endpoint with what the service answers',
  }),
};

// Names.

/** The name of the check of a custom endpoint. */
export function endpointCheckName<Name extends string>({
  name,
}: {
  readonly name: Name;
}): `endpoint:${Name}` {
  return `endpoint:${name}`;
}

/** The names of all checks of a run, in the order in which they run. */
export function smokeCheckNames(endpoints: readonly Endpoint[] = []): string[] {
  return [...smokeChecks, ...endpoints.map(endpointCheck)].map(({ name }) => name);
}

/** Returns why a value is not the name of a check of a run; undefined if it is. */
export function smokeCheckNameIssue(value: unknown, names: readonly string[]): string | undefined {
  if (typeof value === 'string' && names.includes(value)) return undefined;
  const meant = typeof value === 'string' ? meantName(value, names) : undefined;
  return `must be the name of a smoke check${meant === undefined ? `: ${names.join(', ')}` : `; did you mean ${meant}?`}`;
}
