/**
 * `crosscheck/contract`: the two endpoints as zod schemas with neutral chain names, the conventions that fill in
 * what the interface leaves open, and the dialect that translates to a deployment's own names.
 */

export { type BuiltInEndpointName, inclusionPath, simulatePath } from '../endpoint/built-in.js';
export { defineEndpoint } from '../endpoint/define-endpoint.js';
export type {
  Endpoint,
  EndpointInput,
  EndpointOptions,
  EndpointOutput,
  EndpointRequest,
} from '../endpoint/endpoint.js';
export {
  type BetaAddress,
  type BetaAddressForm,
  formatBetaAddress,
  parseBetaAddress,
} from './addresses.js';
export {
  type Conventions,
  defaultConventions,
  type InclusionState,
  isIncluded,
  isRejected,
} from './conventions.js';
export type { ChainNames } from './dialect.js';
export { createDialect, type Dialect, wireRequestSchema } from './dialect.js';
export { jsonText } from './json.js';
export type { OpenApiDocument, OpenApiPart } from './openapi.js';
export { type DescribedDeployment, serviceDocument } from './openapi.js';
export {
  type DebugInfo,
  type Drift,
  type FeeParams,
  type InclusionNote,
  type InclusionResponse,
  type InclusionTransaction,
  inclusionResponseSchema,
  type OutMessage,
  type Simulation,
  type SimulationResponse,
  simulationResponseSchema,
  type TokenAmount,
  unknownFields,
  unknownValues,
} from './responses.js';
export {
  type LooseSimulationRequest,
  type RequestFieldPath,
  type SimulationRequest,
  simulationRequestSchema,
} from './simulation-request.js';
