/**
 * `crosscheck/arbitraries`: fast-check arbitraries of what the service takes, valid by construction, biased to the
 * values where services break, shrinking to something that a person can read.
 */

export type { RequestFieldValues, SimulationRequestConstraints } from './request/request-constraints.js';
export { simulationRequest } from './request/simulation-request.js';
export { alphaAddress } from './values/alpha-address.js';
export { type BetaAddressOptions, betaAddress } from './values/beta-address.js';
export { type HexBytesOptions, hexBytes } from './values/hex-bytes.js';
export { methodName } from './values/method-name.js';
export { operationId } from './values/operation-id.js';
export { shardsKey } from './values/shards-key.js';
export { tokenAmount } from './values/token-amount.js';
