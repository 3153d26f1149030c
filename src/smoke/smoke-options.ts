import { z } from 'zod';
import type { LooseSimulationRequest } from '../contract/simulation-request.js';
import { definedDeployment } from '../deployment/deployment.js';
import { customEndpoints } from '../endpoint/define-endpoint.js';
import { longestTimerMs } from '../internal/clock.js';
import { definedMembers } from '../internal/objects.js';
import {
  abortSignal,
  anyObject,
  callback,
  checkedValue,
  choice,
  clockOption,
  integer,
  list,
  number,
  text,
} from '../internal/options.js';
import {
  assumingCheckNames,
  builtInCheckNames,
  type ReportedCheckName,
  type SmokeCheckName,
  skippedCheckIssue,
} from './smoke-check-names.js';
import type { SmokeCheck } from './smoke-report.js';

/** The values of {@link ExpectedVerdict}. */
const expectedVerdicts = ['success', 'failure', 'any'] as const;

/** The expected verdict of a simulation: success is a `simulationStatus` of true, failure one of false. */
export type ExpectedVerdict = (typeof expectedVerdicts)[number];

const reachabilityChecks: readonly SmokeCheckName[] = ['simulator-reachability', 'observer-reachability'];

const budget = integer(1, longestTimerMs);

const budgetShape = {
  /** Maximum of the median latency of simulations. Default: 1,000. */
  simulateP50Ms: budget.default(1_000).meta({
    heading: 'Limits',
    flag: '--simulate-p50 <duration>',
    description: 'maximum median latency of simulations',
  }),
  /** Maximum of the 95th percentile of the latency of simulations. Default: 3,000. */
  simulateP95Ms: budget.default(3_000).meta({
    heading: 'Limits',
    flag: '--simulate-p95 <duration>',
    description: 'maximum 95th percentile latency of simulations',
  }),
  /** Maximum of the median latency of queries of the observer. Default: 500. */
  inclusionP50Ms: budget.default(500).meta({
    heading: 'Limits',
    flag: '--inclusion-p50 <duration>',
    description: 'maximum median latency of observer queries',
  }),
  /** Maximum of the 95th percentile of the latency of queries of the observer. Default: 1,500. */
  inclusionP95Ms: budget.default(1_500).meta({
    heading: 'Limits',
    flag: '--inclusion-p95 <duration>',
    description: 'maximum 95th percentile latency of observer queries',
  }),
};

/**
 * Latency budgets, in milliseconds. Percentiles are by nearest rank: p95 of ten samples is the slowest. The defaults are
 * assumptions; the interface states no limits (section 8).
 */
export interface SmokeBudgets extends Readonly<z.output<z.ZodObject<typeof budgetShape>>> {}

const smokeSettingShape = {
  /** Maximum number of requests per second. Default: 5; no limit if both addresses are on loopback. */
  ratePerSecond: number(0.01, 100_000).default(5).meta({
    flag: '--rate-per-second <number>',
    description: 'maximum requests per second',
    defaultText: '5; no limit on loopback',
  }),
  /** Maximum number of requests of the whole run; the remaining checks are inconclusive. Default: 60, and 9 more for each custom endpoint. */
  maxRequests: integer(1, 100_000).default(60).meta({
    flag: '--max-requests <count>',
    description: 'maximum number of requests; the remaining checks are inconclusive',
    defaultText: '60, and 9 more for each custom endpoint',
  }),
  /** Number of latency samples of each endpoint; 0 measures none. Default: 10. */
  samples: integer(0, 10_000).default(10).meta({
    flag: '--samples <count>',
    description: 'number of latency samples of each endpoint',
  }),
  /** The latency budgets. */
  budgets: z.strictObject(budgetShape).prefault({}),
  /** Maximum difference between the clocks of the service and of this machine, in milliseconds. Default: 5,000. */
  maxClockSkewMs: integer(1, longestTimerMs).default(5_000).meta({
    heading: 'Limits',
    flag: '--max-clock-skew <duration>',
    description: 'maximum difference between the clocks of the service and this machine',
  }),
  /** Minimum remaining validity of a certificate, in days. Default: 14. */
  minCertificateDays: integer(0, 36_500).default(14).meta({
    heading: 'Limits',
    flag: '--min-certificate-days <count>',
    description: 'minimum number of days that certificates must remain valid',
  }),
  /** Time limit of an answer, in milliseconds. Default: the deployment's `attemptTimeoutMs`. */
  attemptTimeoutMs: integer(1, longestTimerMs).optional().meta({
    flag: '--attempt-timeout <duration>',
    description: "time limit of an answer (default: the deployment's attemptTimeoutMs)",
  }),
  /**
   * Names of checks to skip. Without a reachability check, all checks of its server are skipped. The checks of campaigns that
   * assume something of the content of answers, such as `gas-missing`, can be skipped too. Reports list all as skipped.
   * Default: none.
   */
  skipChecks: list(
    checkedValue<ReportedCheckName>(skippedCheckIssue).meta({
      anyOf: [
        { enum: [...builtInCheckNames, ...assumingCheckNames] },
        { type: 'string', pattern: '^endpoint:' },
      ],
    }),
  )
    .refine(
      (names) => !reachabilityChecks.every((name) => names.includes(name)),
      `must leave one of ${reachabilityChecks.join(' and ')}: without both, nothing is sent`,
    )
    .default([])
    .meta({
      flag: '--skip-check <name>',
      description: 'a check to skip: a smoke check, or a check of answers such as gas-missing',
      values: [...builtInCheckNames, ...assumingCheckNames],
    }),
  /** The expected verdict of `request`. Default: `success` for a request that you pass, `any` for the default one. */
  expectedVerdict: choice(...expectedVerdicts)
    .optional()
    .meta({
      flag: '--expected-verdict <verdict>',
      description:
        'expected verdict of the request: success, failure or any (default: success if a request is given)',
    }),
};

/** The settings of a smoke run. */
export const smokeSettings = z.strictObject(smokeSettingShape);

/** The options of a smoke run that can be written as JSON. */
export interface SmokeSettings extends Readonly<z.input<z.ZodObject<typeof smokeSettingShape>>> {}

const smokeShape = {
  /** The deployment to test. */
  deployment: definedDeployment,
  /** A call that gets `expectedVerdict`. Default: a small call to an address that seldom has a contract. */
  request: anyObject<LooseSimulationRequest>().optional(),
  /** Operations that the deployment knows and that are included. Default: none. */
  operationIds: list(text()).optional().meta({
    flag: '--operation-id <id>',
    description:
      'an operation that is included (default: those of the configuration, or included ones of --control-url)',
  }),
  /** Custom endpoints, created with `defineEndpoint`. Those that are `readOnly` and have an `example` are called. Default: none. */
  endpoints: customEndpoints.optional().meta({ secret: true }),
  /** Stops the run, whose report then has the checks made so far. The check that it interrupts is inconclusive, the others are skipped. */
  signal: abortSignal().optional(),
  /** Called with the result of each check. */
  onCheck: callback<(check: SmokeCheck) => void>().optional(),
  /** Source of time. Default: the real clock. */
  clock: clockOption().optional(),
};

/** The options of a smoke run. */
export const smokeOptions = z.strictObject({ ...smokeSettingShape, ...smokeShape });

/** Options of a smoke run. */
export interface SmokeOptions extends SmokeSettings, Readonly<z.input<z.ZodObject<typeof smokeShape>>> {}

/** The smoke options of a configuration. */
interface ConfiguredSmoke extends Pick<SmokeOptions, 'request' | 'operationIds' | 'endpoints'> {
  /** Settings for all deployments. */
  readonly smoke?: SmokeSettings | undefined;
}

/** Completes options with those of the configuration. Budgets are merged one by one. */
export function withConfiguration<Given extends Partial<SmokeOptions>>(
  given: Given,
  { request, operationIds, endpoints, smoke }: ConfiguredSmoke,
) {
  const { budgets, ...others } = definedMembers(given);
  return {
    ...definedMembers({ request, operationIds, endpoints }),
    ...smoke,
    ...others,
    budgets: { ...smoke?.budgets, ...definedMembers(budgets) },
  };
}
