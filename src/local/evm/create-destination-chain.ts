import * as Address from 'ox/Address';
import { stopOnFailure } from '../stop-on-failure.js';
import { executeMessage } from './calls/execute-message.js';
import { createRevertReader, type RevertReader } from './calls/revert-text.js';
import { simulateMessage } from './calls/simulate-message.js';
import { connectToNode, type NodeConnection } from './connect-to-node.js';
import { readCustomParts } from './custom/custom-parts.js';
import type { DestinationChain, Hex, InMessage } from './destination-chain.js';
import type { DestinationChainOptions } from './destination-chain-options.js';
import type { Head } from './engine/engine.js';
import { leafOf } from './layer/layer-codec.js';
import { createRootVotes } from './layer/root-votes.js';

/**
 * Starts a destination chain: a real EVM with the cross-chain layer, its tokens and its targets on it. The same
 * options give the same accounts, addresses and operation ids each time.
 *
 * @throws {UsageError} when options are bad, or do not fit each other.
 * @throws LocalDeploymentError `DEPLOYMENT_ENGINE_MISSING` or `DEPLOYMENT_CANNOT_START`; nothing is left running.
 */
export async function createDestinationChain(
  options: DestinationChainOptions = {},
): Promise<DestinationChain> {
  const custom = readCustomParts(options);
  const revertText = createRevertReader(custom.errors);
  const connection = await connectToNode(options);
  return stopOnFailure(connection.engine.stop, async () => {
    const layout = await custom.deploy(connection, revertText);
    const chain = chainOn({ ...connection, layout }, revertText);
    connection.engine.started();
    return chain;
  });
}

function chainOn(
  { engine, accounts, layout, salt, quorum }: NodeConnection,
  revertText: RevertReader,
): DestinationChain {
  const { contracts, tokens } = layout;
  const { layer } = contracts;
  const executors = accounts.executors.map((account) => Address.checksum(account));
  const executorOf = (message: InMessage): Hex => message.executor ?? (executors[0] as Hex);
  // Another start may have used the first epochs of this layer already.
  const firstEpoch = BigInt(salt) << 32n;
  const votes = createRootVotes({ engine, layer, accounts, quorum, firstEpoch });

  return {
    chainId: engine.chainId,
    rpcUrl: engine.url,
    contracts,
    tokens,
    executors,
    validators: accounts.validators.length,
    salt,
    get quorum() {
      return votes.quorum;
    },
    leafOf,
    voteForRoot: votes.voteForRoot,
    rootOf: votes.rootOf,
    withdrawRoot: votes.withdrawRoot,
    setQuorum: votes.setQuorum,
    isProven: votes.isProven,
    snapshot: votes.snapshot,
    stateOverrides: engine.stateOverrides,
    async simulate(message) {
      const executor = executorOf(message);
      const simulateOn = (head: Head) =>
        simulateMessage({ chain: engine, contracts, tokens, executor, head, revertText }, message);
      const head = await engine.head();
      try {
        return await simulateOn(head);
      } catch (error) {
        // The chain may have gone back to a snapshot meanwhile, and its block is no more.
        const newest = await engine.head();
        if (newest.number === head.number) throw error;
        return simulateOn(newest);
      }
    },
    execute(message, epoch, proof, { gas } = {}) {
      const context = { engine, layer, executor: executorOf(message), revertText };
      return executeMessage(context, { message, epoch: firstEpoch + epoch, proof, gas });
    },
    ended: engine.ended,
    stop: engine.stop,
  };
}
