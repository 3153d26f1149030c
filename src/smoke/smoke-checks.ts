import { mixedUpAdvice, sharedTransactionsAdvice } from '../client/http-errors.js';
import { type BuiltInEndpointName, builtInOf } from '../endpoint/built-in.js';
import type { Endpoint } from '../endpoint/endpoint.js';
import { optionName } from '../internal/option-names.js';
import {
  checkEndpoint,
  checkInclusionConformance,
  checkKnownOperations,
  checkSimulateConformance,
  checkUnknownOperationId,
} from './answer-checks.js';
import {
  badAddress,
  badDeclaredMember,
  bodyNotJson,
  checkInvalidRequest,
  emptyBody,
  emptyOperationId,
  type InvalidPlan,
  missingField,
  missingOperationId,
} from './invalid-request-checks.js';
import { checkLatency } from './latency-checks.js';
import { checkClockSkew, checkTls, reach } from './server-checks.js';
import type { SmokeCheckName } from './smoke-check-names.js';
import type { SmokeOutcome, SmokeRun } from './smoke-run.js';

/** A check of a smoke run. */
export interface PlannedCheck {
  /** What it expects, in one sentence. */
  readonly about: string;
  /** The endpoint that must have answered. */
  readonly needs?: BuiltInEndpointName;
  readonly run: (run: SmokeRun, name: string) => SmokeOutcome | Promise<SmokeOutcome>;
  /** What to do, by the cause of its outcome. Default: the advice of the outcome. */
  readonly advice?: () => Advice;
}

/** What to do, by cause. `otherwise` is for all other causes. */
type Advice = Readonly<Record<string, string>>;

/** The checks of the built-in endpoints. */
export const smokeChecks: Readonly<Record<SmokeCheckName, PlannedCheck>> = {
  'simulator-reachability': {
    about: 'The simulator must answer at its address.',
    run: (run) => reach(run, 'simulate'),
  },
  'observer-reachability': {
    about: 'The observer must answer at its address.',
    run: (run) => reach(run, 'inclusion'),
  },
  tls: {
    about: 'Certificates must be trusted and not about to expire.',
    run: checkTls,
  },
  'clock-skew': {
    about: 'The clocks of the service must agree with the clock of this machine.',
    run: checkClockSkew,
    advice: () => ({
      'this-machine':
        'check the clock of this machine first: it is probably wrong, since two hosts differ from it by the same time',
      'one-host':
        'synchronize the clock of that server with NTP; if only one host differs, a cache may have answered, or the clock of this machine may be wrong',
    }),
  },
  'simulate-conformance': {
    about:
      'A simulation must be answered as the interface shows (sections 2.2 and 4.1), with the expected verdict.',
    needs: 'simulate',
    run: checkSimulateConformance,
    advice: () => ({
      ...adviceOn('simulate'),
      'no-verdict': 'check the logs of the service; crosscheck simulate shows the whole answer',
    }),
  },
  'inclusion-conformance': {
    about: 'A query for an operation must be answered as the interface shows (sections 2.3 and 4.2).',
    needs: 'inclusion',
    run: checkInclusionConformance,
    advice: () => ({
      ...adviceOn('inclusion'),
      'no-record': `name included operations in ${optionName('operationIds')}; crosscheck wait shows a whole record`,
    }),
  },
  'empty-body': invalidRequest('simulate', 'A simulation request without a body', emptyBody),
  'not-json': invalidRequest('simulate', 'A simulation request whose body is not JSON', bodyNotJson),
  'missing-field': invalidRequest('simulate', 'A simulation request without a required field', missingField),
  'bad-address': invalidRequest(
    'simulate',
    'A simulation request with an invalid target address',
    badAddress,
  ),
  'bad-declared-member': invalidRequest(
    'simulate',
    'A simulation request with an invalid member of the extension',
    badDeclaredMember,
  ),
  'missing-operation-id': invalidRequest('inclusion', 'A query without an operation id', missingOperationId),
  'empty-operation-id': invalidRequest('inclusion', 'A query for an empty operation id', emptyOperationId),
  'unknown-operation-id': {
    about: 'The observer must not answer an unknown operation id as if it were known.',
    needs: 'inclusion',
    run: checkUnknownOperationId,
    advice: () => adviceOn('inclusion'),
  },
  'known-operations': {
    about: 'The configured operations must be known and included.',
    needs: 'inclusion',
    run: checkKnownOperations,
    advice: () => ({
      ...adviceOn('inclusion'),
      'not-known': `check whether the deployment was reset, then configure a current operation in ${optionName('operationIds')}`,
      rejected: 'configure an operation that was included; crosscheck wait shows the state of this one',
      unknown: 'check the chain names and the stages of the deployment: the record shows none of them',
      pending: 'run again later, or configure an older operation; crosscheck wait waits for this one',
    }),
  },
  'simulate-latency': {
    about: 'Simulations must be answered within their budgets.',
    needs: 'simulate',
    run: (run) => checkLatency(run, 'simulate'),
    advice: () => ({ ...adviceOn('simulate'), 'no-verdict': 'see simulate-conformance' }),
  },
  'inclusion-latency': {
    about: 'Queries for operations must be answered within their budgets.',
    needs: 'inclusion',
    run: (run) => checkLatency(run, 'inclusion'),
    advice: () => ({ ...adviceOn('inclusion'), 'no-verdict': 'see inclusion-conformance' }),
  },
};

/** Returns a check of an invalid request. */
function invalidRequest(needs: BuiltInEndpointName, what: string, plan: InvalidPlan): PlannedCheck {
  return {
    about: `${what} must be rejected with a 4xx status.`,
    needs,
    run: (run, name) => checkInvalidRequest(run, needs, name, plan),
    advice: () => adviceOn(needs),
  };
}

/** Returns the check of a custom endpoint. */
export function endpointCheck(endpoint: Endpoint): PlannedCheck {
  return {
    about: `The endpoint ${endpoint.name} must be answered as its schema says, and reject invalid requests.`,
    needs: builtInOf[endpoint.server],
    run: (run) => checkEndpoint(run, endpoint),
    advice: () => adviceOn('custom'),
  };
}

/** The endpoints that have advice of their own. */
type AdvisedEndpoint = BuiltInEndpointName | 'custom';

/** What to do about an answer: the same for each endpoint, or what is written for it, or else for `all`. */
type AdviceRow = string | Readonly<Partial<Record<AdvisedEndpoint | 'all', string>>>;

/** What to do about answers, by cause. */
const adviceRows = (): Readonly<Record<string, AdviceRow>> => ({
  'server-error': 'check the logs of the service',
  'no-answer': 'check the logs of the service, or of a proxy in front of it',
  'malformed-json': 'check the base URL; a proxy, a login page or another service may have answered',
  'content-type': 'check whether a proxy changes the header; otherwise fix it in the service',
  determinism:
    'look for an instance of the service that answers differently, such as one of several behind a load balancer; if the state may have changed, run again',
  'other-clock': 'look for an instance of the service whose clock is wrong, or a cache that answers',
  'leaked-secret': 'replace the credential, which an answer shows, and fix the service',
  'invalid-request-accepted': {
    custom:
      'fix the validation in the service, or the schema of the endpoint in defineEndpoint if such a request is valid',
    all: 'fix the validation in the service, or set the conventions requiredRequestFields and requestValidation, or the schemas of extend, to what it accepts',
  },
  'valid-request-rejected': {
    simulate:
      "read the service's reason; set request to one that is valid there, or set the conventions to what the service accepts",
    inclusion: `read the service's reason; if its operation ids have another form, set known ones in ${optionName('operationIds')}`,
    custom:
      'check the path and the example of the endpoint (defineEndpoint), and what the service says about the request',
  },
  'never-accepted': {
    simulate: 'see simulate-conformance: until that passes, rejections prove nothing',
    inclusion: 'see unknown-operation-id: until that passes, rejections prove nothing',
    custom: 'check the logs of the service: it did not answer the valid request as expected',
  },
  'no-longer-accepted': 'check the logs of the service: it accepted the same request before',
  'not-its-content':
    'find out whether the service or something in front of it sends this answer: a service rejects a request with 400, 422 or the like',
  'wrong-verdict': {
    simulate: `check the reason that the service reports; configure a request that gets the expected verdict, or set ${optionName('expectedVerdict')} to the verdict that it gets, or to any`,
  },
  'gas-missing': {
    simulate: `report it, or add gas-missing to ${optionName('skipChecks')} if the deployment omits estimates`,
  },
  'other-operation': mixedUpAdvice,
  'transaction-shared': sharedTransactionsAdvice,
  'timestamp-unit': 'set the convention timestampUnit if the deployment writes another unit',
  'unknown-operation-found': {
    inclusion: 'do not trust what this observer says about any operation until it is fixed',
  },
  'invalid-operation-id-accepted': {
    inclusion:
      'fix the validation in the service; if its parameter has another name, set the convention operationIdParameter',
  },
  'undocumented-status': {
    custom: 'if this status is intended, add it to the statuses of the endpoint in defineEndpoint',
  },
  otherwise: {
    custom: 'compare the schema of the endpoint with what the service answers',
    all: 'compare the version of the service with the interface; crosscheck fuzz finds other differences',
  },
});

/** Returns what to do about answers of an endpoint. */
function adviceOn(endpoint: AdvisedEndpoint): Advice {
  const rows = Object.entries(adviceRows()).flatMap(([cause, row]): [string, string][] => {
    const text = typeof row === 'string' ? row : (row[endpoint] ?? row.all);
    return text === undefined ? [] : [[cause, text]];
  });
  return Object.fromEntries(rows);
}
