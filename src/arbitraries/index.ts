/**
 * `crosscheck/arbitraries`: fast-check arbitraries of what the service takes, valid or with one named fault, and of
 * what it answers; biased to the values where services break, shrinking to something that a person can read.
 */

export { PropertyFailedError } from '../errors.js';
export { checkProperty, type PropertyParameters, reportProperty } from '../properties/check-property.js';
export {
  type IllegalHistory,
  type InclusionHistory,
  type InclusionHistoryKind,
  illegalHistories,
  type LegalHistory,
  legalHistories,
  type ObserverAnswer,
} from './answers/history/history-kinds.js';
export { type InclusionHistoryOptions, inclusionHistory } from './answers/history/inclusion-history.js';
export { type InclusionResponseOptions, inclusionResponse } from './answers/observer/inclusion-response.js';
export type { ObserverConventions, ObserverOptions } from './answers/observer/observer.js';
export {
  type SimulationResponseOptions,
  simulationResponse,
} from './answers/simulator/simulation-response.js';
export type { CallAbi } from './call/abi/read-abi.js';
export type { CallToOptions } from './call/call-options.js';
export { callTo } from './call/call-to.js';
export type { CallableDeployment, LocalCall, LocalCallFailure } from './call/local/local-call.js';
export { localCalls } from './call/local/local-calls.js';
export { endpointInput } from './endpoint/endpoint-input.js';
export {
  type InvalidEndpointInput,
  invalidEndpointInput,
} from './mutations/invalid-endpoint-input.js';
export {
  type InvalidRequest,
  type InvalidRequestOptions,
  invalidRequest,
  type RequestMutation,
  requestMutations,
} from './mutations/invalid-request.js';
export {
  type RawBody,
  type RawBodyKind,
  type RawBodyOptions,
  rawBody,
  rawBodyKinds,
} from './mutations/raw-body.js';
export type { RequestFieldValues, SimulationRequestConstraints } from './request/request-constraints.js';
export { simulationRequest } from './request/simulation-request.js';
export { alphaAddress } from './values/alpha-address.js';
export { type BetaAddressOptions, betaAddress } from './values/beta-address.js';
export { type HexBytesOptions, hexBytes } from './values/hex-bytes.js';
export { methodName } from './values/method-name.js';
export { operationId } from './values/operation-id.js';
export { shardsKey } from './values/shards-key.js';
export { tokenAmount } from './values/token-amount.js';
