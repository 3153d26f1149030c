/**
 * `crosscheck/arbitraries`: fast-check arbitraries of what the service takes, valid by construction, biased to the
 * values where services break, shrinking to something that a person can read.
 */
export { alphaAddress } from './alpha-address.js';
export { type BetaAddressOptions, betaAddress } from './beta-address.js';
export { type HexBytesOptions, hexBytes } from './hex-bytes.js';
export { methodName } from './method-name.js';
export { operationId } from './operation-id.js';
export type { RequestFieldValues, SimulationRequestConstraints } from './request-constraints.js';
export { shardsKey } from './shards-key.js';
export { simulationRequest } from './simulation-request.js';
export { tokenAmount } from './token-amount.js';
