import type { Arbitrary } from 'fast-check';
import { neutralPath } from '../../contract/dialect.js';
import type { SimulationRequest } from '../../contract/simulation-request.js';
import { constantsOr } from '../drawing/constants-or.js';
import { members } from '../drawing/members.js';
import { alphaAddress } from '../values/alpha-address.js';
import { betaAddress } from '../values/beta-address.js';
import { hexBytes } from '../values/hex-bytes.js';
import { shardsKey } from '../values/shards-key.js';
import { betaAssets } from './beta-assets.js';
import { callParams } from './call-params.js';
import { refuseInvalidRequests } from './refuse-invalid-requests.js';
import {
  conventionsOf,
  refuseConstraints,
  type SimulationRequestConstraints,
} from './request-constraints.js';
import { requestFieldOf } from './request-field.js';

/**
 * Gives whole simulation requests with neutral names, valid for a deployment's conventions: optional fields absent,
 * empty and present; no asset, one, many, and the same token twice. It does not know which contracts a deployment
 * has: pin or narrow `alphaCallParams.target` for that. Section 2.1.
 *
 * @throws {UsageError} when a constraint is unknown, contradicts another, or makes a request that is not valid.
 * @example
 * import { simulationRequest } from 'crosscheck/arbitraries';
 * import fc from 'fast-check';
 *
 * const requests = simulationRequest({
 *   'alphaCallParams.target': '0x00000000000000000000000000000000000000aa',
 *   'betaAssets[].amount': fc.constantFrom('0', '1'),
 *   executorAddress: fc.constant(undefined),
 * });
 * fc.assert(fc.property(requests, (request) => request.executorAddress === undefined));
 */
export function simulationRequest(
  constraints: SimulationRequestConstraints = {},
): Arbitrary<SimulationRequest> {
  return requestsOf('simulationRequest', constraints);
}

/** Gives the requests of an arbitrary of this name, which is the one that refuses its constraints. */
export function requestsOf(
  arbitrary: string,
  given: SimulationRequestConstraints,
): Arbitrary<SimulationRequest> {
  const constraints = neutralConstraints(given);
  refuseConstraints(arbitrary, constraints);
  const conventions = conventionsOf(constraints);
  const field = requestFieldOf(constraints);
  const requests = members<SimulationRequest>({
    shardsKey: field('shardsKey', shardsKey),
    alphaCallParams: field('alphaCallParams', () => callParams(field, conventions.requestValidation)),
    betaAssets: field('betaAssets', () => betaAssets(field)),
    betaCaller: field('betaCaller', betaAddress),
    executorAddress: field('executorAddress', () => constantsOr([''], alphaAddress(), 1)),
    extraData: field('extraData', () => constantsOr(['0x'], hexBytes({ maxLength: 64 }), 2)),
    feeAssetAddress: field('feeAssetAddress', () => constantsOr([''], betaAddress(), 1)),
  });
  refuseInvalidRequests(arbitrary, requests, constraints);
  return requests;
}

/** Reads the names of fields that the deployment has for them as well; beside a neutral one it is refused. */
function neutralConstraints(given: SimulationRequestConstraints): SimulationRequestConstraints {
  const chains = given?.deployment?.chains;
  if (chains === undefined) return given;
  return Object.fromEntries(
    Object.entries(given).map(([path, constraint]) => {
      const neutral = neutralPath(path, chains);
      return [neutral !== path && Object.hasOwn(given, neutral) ? path : neutral, constraint];
    }),
  );
}
