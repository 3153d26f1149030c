import * as Hash from 'ox/Hash';
import * as HexText from 'ox/Hex';
import type {
  DestinationChain,
  Execution,
  Hex,
  InMessage,
  OutboundMessage,
} from '../../src/local/evm/destination-chain.js';
import { leafOf } from '../../src/local/evm/layer-codec.js';
import { isProven } from '../../src/local/source-chain/merkle-tree.js';
import { createRootVotes } from '../../src/local/source-chain/root-votes.js';

/** A destination chain in this process, with what was asked of it. */
export interface InMemoryDestinationChain extends DestinationChain {
  readonly executed: readonly InMessage[];
  readonly simulated: readonly InMessage[];
}

const address = (byte: string): Hex => `0x${byte.repeat(20)}`;
const targets = {
  swap: address('01'),
  bounce: address('02'),
  failing: address('03'),
  gasBurner: address('04'),
};
const panic: Hex = `0x4e487b71${'11'.padStart(64, '0')}`;

/**
 * Creates a destination chain without an EVM, for tests of what stands before it. It checks votes and proofs as the
 * layer does. `bounce` sends one message back (`bounceTwice` two), `failing` fails, `swap` breaks the engine.
 */
export function createInMemoryDestinationChain(): InMemoryDestinationChain {
  const votes = createRootVotes(3);
  const executed: InMessage[] = [];
  const simulated: InMessage[] = [];

  function run(message: InMessage): Pick<Execution, 'error' | 'outMessages'> {
    if (message.target === targets.swap) throw new Error('the engine of the EVM is gone');
    if (message.target === targets.failing)
      return { error: { text: 'execution reverted: panic 0x11', data: panic }, outMessages: [] };
    if (message.target !== targets.bounce) return { outMessages: [] };
    const count = message.methodName === 'bounceTwice' ? 2 : 1;
    return { outMessages: Array.from({ length: count }, (_, index) => bounced(message, index)) };
  }

  return {
    chainId: 1,
    rpcUrl: 'http://in.memory',
    contracts: { layer: address('0f'), targets },
    tokens: [],
    executors: [address('0e')],
    validators: 5,
    quorum: 3,
    executed,
    simulated,
    leafOf,
    async voteForRoot(epoch, root, validator) {
      votes.vote(epoch, root, validator);
      return hashOf(`vote ${epoch} ${validator}`);
    },
    rootOf: async (epoch) => votes.rootOf(epoch),
    async execute(message, epoch, proof) {
      const root = votes.rootOf(epoch);
      if (root === undefined || !isProven(leafOf(message), proof, root)) throw new Error('not proven');
      executed.push(message);
      const { error, outMessages } = run(message);
      const transactionHash = hashOf(`execution ${message.operationId}`);
      return { transactionHash, success: error === undefined, error, outMessages };
    },
    async simulate(message) {
      simulated.push(message);
      const { error } = run(message);
      return {
        estimatedGas: 2n ** 64n + 1n,
        outMessages: null,
        simulationError: error?.text ?? '',
        simulationStatus: error === undefined,
      };
    },
    stop: async () => {},
  };
}

function bounced({ operationId, caller, shardsKey, assets }: InMessage, index: number): OutboundMessage {
  return {
    operationId: hashOf(`${operationId} ${index}`),
    caller: targets.bounce,
    target: caller,
    payload: '0x',
    shardsKey,
    burned: assets.map(({ amount }) => ({ token: address('05'), amount })),
    locked: [],
  };
}

function hashOf(text: string): Hex {
  return Hash.keccak256(HexText.fromString(text));
}
