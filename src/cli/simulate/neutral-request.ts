import type { ChainNames } from '../../contract/chains.js';
import type { SimulationRequest } from '../../contract/request-schema.js';
import { invert, renameMembers, wireFields } from '../../contract/wire-fields.js';
import { UsageError } from '../../errors/usage-error.js';

/** A request under neutral names, and what its members were called. */
export interface NeutralRequest {
  readonly request: SimulationRequest;
  /** The names that somebody wrote, by their neutral ones. */
  readonly givenNames: ReadonlyMap<string, string>;
}

/**
 * Gives a request its neutral names, whether it was written with these or with those of the deployment: a text of the
 * wire may be pasted as it is. Which names it has is told member by member.
 *
 * @throws {UsageError} when a member is there under both names.
 */
export function neutralRequest(given: Readonly<Record<string, unknown>>, chains: ChainNames): NeutralRequest {
  const wireNames = wireFields(chains);
  for (const [neutral, wire] of wireNames) {
    if (neutral !== wire && Object.hasOwn(given, neutral) && Object.hasOwn(given, wire))
      throw new UsageError(`A request has ${neutral} or ${wire}, which are the same; this one has both`);
  }
  const neutralNames = invert(wireNames);
  const renamed = Object.keys(given).filter((name) => neutralNames.has(name));
  return {
    request: renameMembers(given, neutralNames) as SimulationRequest,
    givenNames: new Map(renamed.map((wire) => [neutralNames.get(wire) ?? wire, wire])),
  };
}
