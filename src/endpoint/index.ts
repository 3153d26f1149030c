/**
 * `crosscheck/contract`: the two endpoints as zod schemas with neutral chain names, the conventions that fill in
 * what the interface leaves open, and the dialect that translates to a deployment's own names.
 *
 * @module contract
 */

export {
  type BetaAddress,
  type BetaAddressForm,
  formatBetaAddress,
  parseBetaAddress,
} from '../contract/addresses.js';
export type { InclusionState } from '../contract/conventions.js';
export {
  createDialect,
  type Dialect,
  type DialectConventions,
  wireRequestSchema,
} from '../contract/dialect.js';
export {
  type DebugInfo,
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
} from '../contract/responses.js';
export {
  type LooseSimulationRequest,
  type RequestFieldPath,
  type RequestSchemaConventions,
  type SimulationRequest,
  type SimulationRequestSchema,
  simulationRequestSchema,
} from '../contract/simulation-request.js';
export { jsonText } from '../internal/json.js';
export { type BuiltInEndpointName, inclusionPath, simulatePath } from './built-in.js';
export { unknownFields, unknownValues } from './drift.js';
export type { OpenApiDocument, OpenApiPart } from './openapi.js';
export { type DescribedDeployment, type DocumentOptions, serviceDocument } from './openapi.js';
