import type * as AbiError from 'ox/AbiError';
import type { RevertReader } from '../calls/revert-text.js';
import type { NodeConnection } from '../connect-to-node.js';
import type { DestinationChainOptions } from '../destination-chain-options.js';
import type { Layout } from '../layer/deploy-contracts.js';
import { checkArguments } from './check-arguments.js';
import { deployParts } from './deployed-parts.js';
import { readArtifact } from './read-artifact.js';

/** The contracts, tokens and funds that a user adds to the destination chain. */
interface CustomParts {
  /** The errors that the contracts may revert with. */
  readonly errors: readonly AbiError.AbiError[];
  /** NamedAddresses all of it on a chain, and gives what stands there then. */
  deploy(connection: NodeConnection, revertText: RevertReader): Promise<Layout>;
}

/**
 * Reads and validates what a user adds to the destination chain, before anything runs.
 *
 * @throws {UsageError} if arguments do not match a constructor. `deploy` throws it for what the layer has already.
 * @throws LocalDeploymentError `DEPLOYMENT_CANNOT_START` for an invalid artifact. `deploy` throws it for what the chain
 * rejects.
 */
export function readCustomParts({
  deploy = [],
  tokens = [],
  fund = [],
  layer,
}: DestinationChainOptions): CustomParts {
  const contracts = deploy.map(({ name, artifact, args = [] }) => ({
    name,
    args,
    artifact: readArtifact(artifact, name),
  }));
  checkArguments(contracts, tokens, layer !== undefined);
  return {
    errors: contracts.flatMap(({ artifact }) => artifact.abi.filter((item) => item.type === 'error')),
    deploy: (connection, revertText) => deployParts(connection, { contracts, tokens, fund }, revertText),
  };
}
