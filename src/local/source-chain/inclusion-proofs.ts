import { UsageError } from '../../errors.js';
import type { DestinationChain } from '../evm/destination-chain.js';
import type { Hex } from '../evm/json-rpc.js';
import type { InclusionProof } from '../local-control.js';
import type { ChainState, ReturnMessage } from './chain-state.js';
import type { Direction } from './direction.js';
import type { EndedEpoch } from './epoch.js';
import type { RootVotes } from './root-votes.js';

/** For larger trees, only the upper levels are shown. */
const maxNodesPerLevel = 1024;

/**
 * Proves that a message of an operation is in the tree of an epoch. The layer's contract verifies the proof.
 *
 * @param direction - Default: the direction of its newest message.
 * @throws {UsageError} if the operation is unknown, or its message is not in a tree yet.
 */
export async function inclusionProofOf(
  state: ChainState,
  destination: DestinationChain,
  votes: RootVotes,
  operationId: string,
  direction?: Direction,
): Promise<InclusionProof> {
  const epochs = state.operations.get(operationId)?.epochs;
  if (epochs === undefined) throw new UsageError(`There is no operation ${operationId}`);
  const place = epochs.findLast((epoch) => direction === undefined || epoch.direction === direction);
  if (place === undefined)
    throw new UsageError(
      `No message of ${operationId} is in ${direction ? `an ${direction}` : 'a'} tree yet`,
    );
  const { tree, messages } = endedEpoch(state, place.direction, place.epoch) as EndedEpoch<
    Hex | ReturnMessage
  >;
  const index = messages.findIndex((message) => operationIdOf(message) === operationId);
  const { root } = tree;
  const leaf = tree.leafAt(index);
  const proof = tree.proofOf(index);
  const epoch = BigInt(place.epoch);
  const [isProven, set] = await Promise.all([
    destination.isProven(leaf, proof, root),
    place.direction === 'outbound' ? destination.rootOf(epoch) : votes.rootOf(epoch),
  ]);
  return { operationId, ...place, leaf, proof, root, isProven, isRootSet: set === root };
}

/** Returns the levels of an epoch's tree, leaves first and root last; undefined if the epoch has no tree. */
export function treeLevels(state: ChainState, direction: Direction, epoch: number): Hex[][] | undefined {
  return endedEpoch(state, direction, epoch)?.tree.levels(maxNodesPerLevel);
}

function endedEpoch(
  state: ChainState,
  direction: Direction,
  epoch: number,
): EndedEpoch<Hex | ReturnMessage> | undefined {
  return state[direction].ended.get(epoch);
}

function operationIdOf(message: Hex | ReturnMessage): Hex {
  return typeof message === 'string' ? message : message.operationId;
}
