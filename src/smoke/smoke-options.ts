import { z } from 'zod';
import type { LooseSimulationRequest } from '../contract/simulation-request.js';
import { definedDeployment } from '../deployment/deployment.js';
import { customEndpoints } from '../endpoint/define-endpoint.js';
import { longestTimerMs } from '../internal/clock.js';
import {
  abortSignal,
  callback,
  choice,
  clockOption,
  integer,
  list,
  number,
  text,
  valueWhere,
} from '../internal/options.js';
import type { SmokeCheck } from './smoke-report.js';

/** All of {@link ExpectedVerdict}. */
const expectedVerdicts = ['success', 'failure', 'any'] as const;

/** The verdict that a simulation must get: success and failure are a `simulationStatus` of true and false. */
export type ExpectedVerdict = (typeof expectedVerdicts)[number];

const budget = integer(1, longestTimerMs);

const budgetShape = {
  /** Most that the median simulation may take. Default: 1,000. */
  simulateP50Ms: budget
    .default(1_000)
    .meta({ flag: '--simulate-p50 <duration>', description: 'most that the median simulation may take' }),
  /** Most that 95 % of simulations may take. Default: 3,000. */
  simulateP95Ms: budget
    .default(3_000)
    .meta({ flag: '--simulate-p95 <duration>', description: 'most that 95 % of simulations may take' }),
  /** Most that the median query of the observer may take. Default: 500. */
  inclusionP50Ms: budget
    .default(500)
    .meta({ flag: '--inclusion-p50 <duration>', description: 'the same of queries of the observer' }),
  /** Most that 95 % of queries of the observer may take. Default: 1,500. */
  inclusionP95Ms: budget
    .default(1_500)
    .meta({ flag: '--inclusion-p95 <duration>', description: 'the same of queries of the observer' }),
};

/**
 * What latencies may be, in milliseconds, by nearest rank: of ten samples p95 is the slowest. Assumptions; the interface
 * states no limits (section 8).
 */
export interface SmokeBudgets extends Readonly<z.output<z.ZodObject<typeof budgetShape>>> {}

export const smokeSettingShape = {
  /** Requests a second at most. Default: 5; no limit where both addresses are on loopback. */
  ratePerSecond: number(0.01, 100_000).default(5).meta({
    flag: '--rate-per-second <number>',
    description: 'requests a second at most (default: 5; no limit on loopback)',
  }),
  /** Requests of the whole run at most; checks that are left then are inconclusive. Default: 60. */
  maxRequests: integer(1, 100_000).default(60).meta({
    flag: '--max-requests <count>',
    description: 'requests at most; checks that are left are inconclusive',
  }),
  /** Requests to each endpoint that latencies are taken from; 0 takes none. Default: 10. */
  samples: integer(0, 10_000).default(10).meta({
    flag: '--samples <count>',
    description: 'requests to each endpoint for its latencies',
  }),
  /** The latency budgets. */
  budgets: z.strictObject(budgetShape).prefault({}),
  /** How far the clocks of the service may be from this machine's, in milliseconds. Default: 5,000. */
  maxClockSkewMs: integer(1, longestTimerMs).default(5_000).meta({
    flag: '--max-clock-skew <duration>',
    description: 'how far clocks may be apart',
  }),
  /** How many days a certificate must still be valid. Default: 14. */
  minCertificateDays: integer(0, 36_500).default(14).meta({
    flag: '--min-certificate-days <count>',
    description: 'how many days certificates must still be valid',
  }),
  /** How long an answer may take, in milliseconds. Default: the deployment's `attemptTimeoutMs`. */
  attemptTimeoutMs: integer(1, longestTimerMs).optional().meta({
    flag: '--attempt-timeout <duration>',
    description: "how long an answer may take (default: the deployment's attemptTimeoutMs)",
  }),
  /** The verdict that `request` must get. Default: `success` of a request that is given, `any` of the default one. */
  expectedVerdict: choice(...expectedVerdicts)
    .optional()
    .meta({
      flag: '--expected-verdict <verdict>',
      description:
        'what the request must get: success, failure or any (default: success of one that is given)',
    }),
};

/** The settings of a smoke run. */
export const smokeSettings = z.strictObject(smokeSettingShape);

/** The options of a smoke run that can be written as JSON. */
export interface SmokeSettings extends Readonly<z.input<z.ZodObject<typeof smokeSettingShape>>> {}

const smokeShape = {
  /** The deployment that is tested. */
  deployment: definedDeployment,
  /** A call that succeeds there, unless `expectedVerdict` says otherwise. Default: a small one to an address that seldom has a contract. */
  request: valueWhere<LooseSimulationRequest>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'must be an object',
  ).optional(),
  /** Operations that the deployment knows, and that are included. Default: none. */
  operationIds: list(text()).optional().meta({
    flag: '--operation-id <id>',
    description:
      'an operation that is included there (default: those of the configuration, or included ones of --control-url)',
  }),
  /** Endpoints of `defineEndpoint`; those that are `readOnly` and have an `example` are called. Default: none. */
  endpoints: customEndpoints.optional().meta({ secret: true }),
  /** Ends the run at once; it then rejects with the signal's reason. */
  signal: abortSignal().optional(),
  /** Called with each check when it ends. */
  onCheck: callback<(check: SmokeCheck) => void>().optional(),
  /** Default: the real clock. */
  clock: clockOption().optional(),
};

/** The options of a smoke run. */
export const smokeOptions = z.strictObject({ ...smokeSettingShape, ...smokeShape });

/** Options of a smoke run. */
export interface SmokeOptions extends SmokeSettings, Readonly<z.input<z.ZodObject<typeof smokeShape>>> {}
