import { UsageError } from '../../errors/usage-error.js';
import type { Hex } from './destination-chain.js';
import type { JsonRpc } from './json-rpc.js';
import { encodeRootOf, encodeVote } from './layer-codec.js';
import type { Transactions } from './transactions.js';

const noRoot = `0x${'0'.repeat(64)}`;

/** The votes of the validators, kept by the layer. */
export interface RootVotes {
  voteForRoot(epoch: bigint, root: Hex, validator: number): Promise<Hex>;
  rootOf(epoch: bigint): Promise<Hex | undefined>;
}

/** Gives access to the votes that a layer keeps. */
export function createRootVotes(
  rpc: JsonRpc,
  transactions: Transactions,
  layer: Hex,
  validators: readonly Hex[],
): RootVotes {
  return {
    async voteForRoot(epoch, root, validator) {
      const from = validators[validator];
      if (from === undefined)
        throw new UsageError(`There is no validator ${validator}, only 0 to ${validators.length - 1}.`);
      const vote = await transactions.send({ from, to: layer, data: encodeVote(epoch, root) });
      if (vote.status !== '0x1')
        throw new UsageError(`Validator ${validator} has already voted for a root of epoch ${epoch}.`);
      return vote.transactionHash;
    },
    async rootOf(epoch) {
      const root = await rpc.call('eth_call', { to: layer, data: encodeRootOf(epoch) }, 'latest');
      return root === noRoot ? undefined : (root as Hex);
    },
  };
}
