/**
 * `crosscheck/arbitraries`: fast-check arbitraries of requests, valid or with one mutation, and of responses; biased to the
 * values where services break, shrinking to something that a person can read.
 */

export { PropertyFailedError } from '../errors.js';
export { checkProperty, type PropertyParameters, reportProperty } from '../properties/check-property.js';
export type { AbiInput, CallAbi } from './call/abi.js';
export { type CallByAbi, type CallBySignature, type CallToOptions, callTo } from './call/call-to.js';
export { localCalls } from './call/local-calls.js';
export type { CallableDeployment, CallableToken, LocalCall, LocalCallFailure } from './call/local-case.js';
export { endpointInput } from './endpoint/endpoint-input.js';
export type {
  ForDeployment,
  RequestConventions,
  RequestFieldValues,
  SimulationRequestConstraints,
} from './endpoint/request-constraints.js';
export { simulationRequest } from './endpoint/simulation-request.js';
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
export {
  type InclusionResponseOptions,
  inclusionResponse,
} from './responses/inclusion-response.js';
export {
  type ConsistentTimeline,
  consistentTimelines,
  type InclusionTimeline,
  type InclusionTimelineKind,
  type InclusionTimelineOptions,
  type InconsistentTimeline,
  inclusionTimeline,
  inconsistentTimelines,
  type ObserverAnswer,
} from './responses/inclusion-timeline.js';
export { type SimulationResponseOptions, simulationResponse } from './responses/simulation-response.js';
export {
  alphaAddress,
  type BetaAddressOptions,
  betaAddress,
  type HexBytesOptions,
  hexBytes,
  methodName,
  operationId,
  shardsKey,
  tokenAmount,
} from './values/values.js';
