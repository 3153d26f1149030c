import { UsageError } from '../../../errors.js';
import type { DestinationChain, Hex } from '../destination-chain.js';
import type { Accounts, Engine } from '../engine/engine.js';
import {
  encodeIsProven,
  encodeRootOf,
  encodeSetQuorum,
  encodeVote,
  encodeWithdrawRoot,
} from './layer-codec.js';

const noRoot = `0x${'0'.repeat(64)}`;

/** The votes of the validators and the roots, kept by the layer. */
export type RootVotes = Pick<
  DestinationChain,
  'quorum' | 'voteForRoot' | 'rootOf' | 'withdrawRoot' | 'setQuorum' | 'isProven' | 'snapshot'
>;

/** Whose votes are kept where. */
interface RootVotesOptions {
  readonly engine: Engine;
  readonly layer: Hex;
  readonly accounts: Accounts;
  /** How many votes a root needs at first. */
  readonly quorum: number;
  /** What the layer calls our epoch 0. */
  readonly firstEpoch: bigint;
}

/** Gives access to the votes that a layer keeps. */
export function createRootVotes({
  engine,
  layer,
  accounts: { owner, validators },
  quorum: initialQuorum,
  firstEpoch,
}: RootVotesOptions): RootVotes {
  let quorum = initialQuorum;
  return {
    get quorum() {
      return quorum;
    },
    async voteForRoot(epoch, root, validator) {
      const from = validators[validator];
      if (from === undefined)
        throw new UsageError(`There is no validator ${validator}, only 0 to ${validators.length - 1}.`);
      const vote = await engine.send({ from, to: layer, data: encodeVote(firstEpoch + epoch, root) });
      if (!vote.success)
        throw new UsageError(`Validator ${validator} has already voted for a root of epoch ${epoch}.`);
      return vote.transactionHash;
    },
    async rootOf(epoch) {
      const root = await engine.call(layer, encodeRootOf(firstEpoch + epoch));
      return root === noRoot ? undefined : root;
    },
    async withdrawRoot(epoch) {
      const { success } = await engine.send({
        from: owner,
        to: layer,
        data: encodeWithdrawRoot(firstEpoch + epoch),
      });
      if (!success) throw new UsageError(`Epoch ${epoch} has no root to withdraw.`);
    },
    async setQuorum(wanted) {
      if (wanted > validators.length || wanted < 1)
        throw new UsageError(`The quorum must be 1 to ${validators.length}, not ${wanted}.`);
      const { success } = await engine.send({ from: owner, to: layer, data: encodeSetQuorum(wanted) });
      if (!success)
        throw new UsageError(`The quorum cannot be changed: the layer does not belong to ${owner}.`);
      quorum = wanted;
    },
    async isProven(leaf, proof, root) {
      return BigInt(await engine.call(layer, encodeIsProven(leaf, proof, root))) === 1n;
    },
    async snapshot() {
      const kept = quorum;
      const goBack = await engine.snapshot();
      return async () => {
        await goBack();
        quorum = kept;
      };
    },
  };
}
