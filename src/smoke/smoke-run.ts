import type { Observation } from '../checks/case/observation.js';
import type { ResolvedBuiltIns } from '../client/request.js';
import type { Call } from '../client/transport.js';
import type { LooseSimulationRequest } from '../contract/simulation-request.js';
import type { Deployment } from '../deployment/deployment.js';
import type { BuiltInEndpointName } from '../endpoint/built-in.js';
import type { Endpoint } from '../endpoint/endpoint.js';
import type { Clock } from '../internal/clock.js';
import type { PoliteSender } from './sending/polite-sender.js';
import type { ExpectedVerdict, SmokeBudgets } from './smoke-options.js';
import type { SmokeCheck } from './smoke-report.js';
import type { CertificateRecorder } from './tls/server-certificate.js';

/** What a check returns; the run adds the other members of {@link SmokeCheck}. */
export type SmokeOutcome = Pick<SmokeCheck, 'status' | 'message' | 'advice'> & {
  readonly details?: readonly string[];
};

/** A request that was sent, and its answer. */
export interface Asked {
  readonly call: Call;
  readonly observation: Observation;
}

/** What the checks of one run share. */
export interface SmokeRun {
  /** With the `user-agent` of smoke runs. */
  readonly deployment: Deployment;
  readonly endpoints: ResolvedBuiltIns;
  readonly sender: PoliteSender;
  readonly clock: Clock;
  /** When the run must end, in milliseconds of the clock. */
  readonly endsAtMs: number;
  readonly certificates: CertificateRecorder;
  readonly settings: RunSettings;
  /** The answer to the first request to each endpoint. Later checks use it too, which saves requests. */
  readonly first: { [Name in BuiltInEndpointName]?: Asked };
  /** The endpoints that the service answered for. */
  readonly reached: Set<BuiltInEndpointName>;
  /** Whether a 404 of the observer may not be about the operation id, so that it says nothing of an operation. */
  isNotFoundOpen: boolean;
  /** The endpoints whose form of errors was noted. */
  readonly notedForms: Set<string>;
  /** The last attempts of the requests that were sent, but for samples. */
  readonly calls: Map<string, Call>;
  /** The answers for the configured operations, by id. */
  readonly known: Map<string, Asked>;
}

/** The options of a run, with their defaults. */
export interface RunSettings {
  readonly request: LooseSimulationRequest;
  readonly operationIds: readonly string[];
  readonly endpoints: readonly Endpoint[];
  readonly ratePerSecond: number;
  readonly maxRequests: number;
  readonly samples: number;
  readonly budgets: SmokeBudgets;
  readonly maxClockSkewMs: number;
  readonly minCertificateDays: number;
  readonly attemptTimeoutMs: number;
  /** Where `attemptTimeoutMs` comes from: its own name, or the time limit of the test or suite that reduces it. */
  readonly attemptLimit: string;
  /** The time that the test or suite leaves for the run, in milliseconds; `Infinity` without a limit. */
  readonly totalMs: number;
  /** Where `totalMs` comes from. */
  readonly totalLimit: string;
  readonly skipChecks: readonly string[];
  readonly expectedVerdict: ExpectedVerdict;
  readonly signal: AbortSignal | undefined;
}
