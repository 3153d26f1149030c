import type { SimulationRequest } from '../contract/simulation-request.js';
import type { Deployment } from '../deployment/deployment.js';
import type { Endpoint } from '../endpoint/endpoint.js';
import type { Clock } from '../internal/clock.js';
import type { SmokeCheck } from './smoke-report.js';

/** Settings of a smoke run that are plain data. */
export interface SmokeSettings {
  /** Requests a second at most. Default: 5; no limit where both addresses are on loopback. */
  readonly ratePerSecond?: number | undefined;
  /** Requests of the whole run at most; checks that are left then are inconclusive. Default: 60. */
  readonly maxRequests?: number | undefined;
  /** Requests to each endpoint that latencies are taken from; 0 takes none. Default: 10. */
  readonly samples?: number | undefined;
  readonly budgets?: Partial<SmokeBudgets> | undefined;
  /** How far the clocks of the service may be from this machine's. Default: 5,000. */
  readonly maxClockSkewMs?: number | undefined;
  /** How many days a certificate must still be valid. Default: 14. */
  readonly minCertificateDays?: number | undefined;
  /** How long an answer may take. Default: the deployment's `timeoutMs`. */
  readonly timeoutMs?: number | undefined;
  /** The verdict that `request` must get. Default: `success` of a request that is given, `any` of the default one. */
  readonly expectedVerdict?: ExpectedVerdict | undefined;
}

/** Which verdict a simulation must get: success and failure are a `simulationStatus` of true and of false. */
export type ExpectedVerdict = (typeof expectedVerdicts)[number];

/** All of {@link ExpectedVerdict}. */
export const expectedVerdicts = ['success', 'failure', 'any'] as const;

/**
 * What latencies may be, in milliseconds, by nearest rank: of ten samples p95 is the slowest. Assumptions; the interface
 * states no limits (section 8).
 */
export interface SmokeBudgets {
  /** Default: 1,000. */
  readonly simulateP50Ms: number;
  /** Default: 3,000. */
  readonly simulateP95Ms: number;
  /** Default: 500. */
  readonly inclusionP50Ms: number;
  /** Default: 1,500. */
  readonly inclusionP95Ms: number;
}

/** Options of a smoke run. */
export interface SmokeOptions extends SmokeSettings {
  readonly deployment: Deployment;
  /** A call that succeeds there, unless `expectedVerdict` says otherwise. Default: a small one to an address that seldom has a contract. */
  readonly request?: SimulationRequest | undefined;
  /** Operations that the deployment knows, and that are included. Default: none. */
  readonly operationIds?: readonly string[] | undefined;
  /** Endpoints of `defineEndpoint`; those that are `readOnly` and have an `example` are called. Default: none. */
  readonly endpoints?: readonly Endpoint[] | undefined;
  /** Ends the run at once; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each check when it ends. */
  readonly onCheck?: ((check: SmokeCheck) => void) | undefined;
  /** Default: the real clock. */
  readonly clock?: Clock | undefined;
}
