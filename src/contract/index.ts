/**
 * `crosscheck/contract`: the two operations as zod schemas with neutral chain names, the conventions that fill in
 * what the interface leaves open, and the dialect that translates to a deployment's own names.
 */

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
} from './beta-address.js';
export type { ChainNames } from './chains.js';
export {
  type Conventions,
  defaultConventions,
  type InclusionState,
  isIncluded,
  isRejected,
  type RequestFieldPath,
} from './conventions.js';
export { createDialect, type Dialect } from './dialect.js';
export type { OpenApiDocument, OpenApiPart } from './document/openapi-parts.js';
export { type DescribedDeployment, serviceDocument } from './document/service-document.js';
export { type Drift, unknownFields, unknownValues } from './drift.js';
export {
  type InclusionNote,
  type InclusionResponse,
  type InclusionTransaction,
  inclusionResponseSchema,
} from './inclusion-schema.js';
export { jsonText } from './json-text.js';
export { inclusionPath, type OperationName, simulatePath } from './operations.js';
export { type SimulationRequest, simulationRequestSchema } from './request-schema.js';
export {
  type DebugInfo,
  type FeeParams,
  type OutMessage,
  type Simulation,
  type SimulationResponse,
  simulationResponseSchema,
  type TokenAmount,
} from './simulation-schema.js';
export { wireRequestSchema } from './wire-request-schema.js';
