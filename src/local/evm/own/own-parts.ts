import type * as AbiError from 'ox/AbiError';
import type { RevertReader } from '../calls/revert-text.js';
import type { NodeConnection } from '../connect-to-node.js';
import type { DestinationChainOptions } from '../destination-chain-options.js';
import type { Layout } from '../layer/deploy-contracts.js';
import { checkArguments } from './check-arguments.js';
import { placeOwnParts } from './place-own-parts.js';
import { readArtifact } from './read-artifact.js';

/** What somebody adds to the destination chain, read and checked. */
interface OwnParts {
  /** The errors that the contracts may revert with. */
  readonly errors: readonly AbiError.AbiError[];
  /** Places all of it on a chain, and gives what stands there then. */
  place(connection: NodeConnection, revertText: RevertReader): Promise<Layout>;
}

/**
 * Reads what somebody adds to the destination chain, before anything runs.
 *
 * @throws {UsageError} when arguments do not fit a constructor; so does `place` for what the layer has already.
 * @throws LocalDeploymentError `DEPLOYMENT_CANNOT_START` for a bad artifact; so does `place` for what the chain rejects.
 */
export function readOwnParts({
  deploy = [],
  tokens = [],
  fund = [],
  layer,
}: DestinationChainOptions): OwnParts {
  const contracts = deploy.map(({ name, artifact, args = [] }) => ({
    name,
    args,
    artifact: readArtifact(artifact, name),
  }));
  checkArguments(contracts, tokens, layer !== undefined);
  return {
    errors: contracts.flatMap(({ artifact }) => artifact.abi.filter((item) => item.type === 'error')),
    place: (connection, revertText) => placeOwnParts(connection, { contracts, tokens, fund }, revertText),
  };
}
