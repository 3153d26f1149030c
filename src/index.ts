/**
 * `crosscheck`: deployments, the client, waiting for inclusion, and the errors of all three. Loads no
 * fast-check, Vitest or EVM before they are needed.
 */

export type { CallOptions } from './client/call-endpoint.js';
export {
  HttpBodyError,
  HttpBodyTooLargeError,
  HttpError,
  HttpNetworkError,
  HttpOtherOperationError,
  HttpStatusError,
  HttpTimeoutError,
  type SchemaIssue,
  SchemaMismatchError,
} from './client/client-errors.js';
export { type AnyClient, type CallArguments, type Client, createClient } from './client/create-client.js';
export type { EndpointResult, InclusionRecord, SimulationResult } from './client/results.js';
export {
  type ConfiguredOptions,
  type ConfiguredRequest,
  type CrosscheckConfig,
  type DeploymentEntry,
  defineConfig,
  type FuzzConfig,
  type SmokeConfig,
  type WaitConfig,
} from './configuration/config.js';
export {
  type Conventions,
  defaultConventions,
  type InclusionState,
  isIncluded,
  isRejected,
  type RecordPredicate,
} from './contract/conventions.js';
export type { ChainNames } from './contract/dialect.js';
export type {
  ExtendedInclusion,
  ExtendedOutMessage,
  ExtendedRequest,
  ExtendedSimulation,
  Extension,
  OnSimulate,
} from './contract/extension.js';
export type {
  LooseSimulationRequest,
  RequestFieldPath,
  RequestRequiring,
  SimulationRequest,
} from './contract/simulation-request.js';
export type { InclusionVerdict, SimulationVerdict } from './contract/verdicts.js';
export { type Configuration, configure, currentDeployment } from './deployment/current-deployment.js';
export {
  type Deployment,
  type DeploymentOptions,
  defineDeployment,
  type RequestOf,
  type RetryPolicy,
  type TypedOptions,
} from './deployment/deployment.js';
export { deploymentFromEnv, type Environment } from './deployment/environment.js';
export type { Attempt, Exchange } from './deployment/exchange.js';
export type { Headers, HeadersOption } from './deployment/headers.js';
export { defineEndpoint } from './endpoint/define-endpoint.js';
export type { Drift } from './endpoint/drift.js';
export type {
  Endpoint,
  EndpointInput,
  EndpointOptions,
  EndpointOutput,
  EndpointRequest,
  PathOptions,
} from './endpoint/endpoint.js';
export {
  CrosscheckError,
  type DetailLine,
  type ErrorCode,
  type ErrorParts,
  InconclusiveError,
  isCrosscheckError,
  PreflightError,
  SharedTransactionsError,
  UsageError,
} from './errors.js';
export type { Clock } from './internal/clock.js';
export {
  InclusionAbortedError,
  InclusionError,
  InclusionInconsistentError,
  InclusionNotApplicableError,
  InclusionRejectedError,
  InclusionTimeoutError,
  InclusionUnknownError,
  type WaitReport,
} from './polling/inclusion-errors.js';
export type { Inconsistency, Poll, PollResult, Timeline } from './polling/timeline.js';
export { type Inclusion, type InclusionOutcome, waitForInclusion } from './polling/wait.js';
export { type WaitForManyOptions, waitForInclusions } from './polling/wait-for-inclusions.js';
export type { WaitEnding } from './polling/wait-message.js';
export {
  type BackoffOptions,
  exponential,
  type IntervalSchedule,
  type Intervals,
  type WaitOptions,
} from './polling/wait-options.js';
export { type Recording, type RecordingOptions, recordExchanges } from './recording/record-exchanges.js';
export { replayExchanges } from './recording/replay-exchanges.js';
