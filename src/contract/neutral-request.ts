import { UsageError } from '../errors.js';
import { type ChainNames, isNeutral, neutralChains } from './chains.js';
import type { SimulationRequest } from './request-schema.js';
import { invert, renameMembers, wireFields, withChainPrefix } from './wire-fields.js';

/**
 * Gives a request its neutral names, whether it was written with these or with those of the deployment: a text of the
 * wire may be pasted as it is. Which names it has is told member by member.
 *
 * @throws {UsageError} when a member is there under both names.
 */
export function neutralRequest(
  given: Readonly<Record<string, unknown>>,
  chains: ChainNames,
): SimulationRequest {
  if (isNeutral(chains)) return given;
  const wireNames = wireFields(chains);
  const wireNameOf = withChainPrefix(neutralChains, chains);
  for (const neutral of Object.keys(given)) {
    const wire = wireNameOf(neutral);
    if (neutral !== wire && Object.hasOwn(given, wire))
      throw new UsageError(`A request has ${neutral} or ${wire}, which are the same; this one has both`);
  }
  return renameMembers(given, invert(wireNames)) as SimulationRequest;
}
