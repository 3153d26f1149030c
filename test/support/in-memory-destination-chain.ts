import { createHash } from 'node:crypto';
import { SimpleMerkleTree } from '@openzeppelin/merkle-tree';
import { UsageError } from 'crosscheck';
import type { Hex } from 'crosscheck/local';
import * as Hash from 'ox/Hash';
import * as HexText from 'ox/Hex';
import type { DestinationChain } from '../../src/local/evm/destination-chain.js';

type Message = Parameters<DestinationChain['simulate']>[0];
type Execution = Awaited<ReturnType<DestinationChain['execute']>>;
type OutboundMessage = Execution['outMessages'][number];

/** A destination chain in this process, with what was asked of it. */
export interface InMemoryDestinationChain extends DestinationChain {
  /** The messages that are executed as the chain stands now. */
  readonly executed: readonly Message[];
  readonly simulated: readonly Message[];
}

const address = (byte: string): Hex => `0x${byte.repeat(20)}`;
const targets = {
  swap: address('01'),
  bounce: address('02'),
  failing: address('03'),
  gasBurner: address('04'),
};
const panic: Hex = `0x4e487b71${'11'.padStart(64, '0')}`;
const enoughGas = 1_000_000n;
const executor = address('0e');
const coin = address('05');

/**
 * Creates a destination chain without an EVM, for tests of what stands before it. It checks votes and proofs as the
 * layer does. `bounce` sends one message back (`bounceTwice` two), `failing` fails, `swap` breaks the engine, and
 * whatever has a gas limit below a million runs out of gas.
 */
export function createInMemoryDestinationChain(): InMemoryDestinationChain {
  const roots = createInMemoryRoots(3);
  let executed = new Map<Hex, Message>();
  const simulated: Message[] = [];
  let transactions = 0;

  function errorOf(message: Message, epoch: bigint, proof: readonly Hex[], gas: bigint): Execution['error'] {
    if (gas < enoughGas) return { text: 'out of gas', data: '0x', errorName: 'NotEnoughGas' };
    const root = roots.rootOf(epoch);
    if (root === undefined || !SimpleMerkleTree.verify(root, leafOf(message), [...proof]))
      return {
        text: 'execution reverted: InvalidMerkleProof()',
        data: '0x',
        errorName: 'InvalidMerkleProof',
      };
    if (message.executor !== undefined && message.executor !== executor)
      return { text: 'execution reverted: NotExecutor()', data: '0x', errorName: 'ProxyCallError' };
    if (executed.has(message.operationId))
      return {
        text: 'execution reverted: AlreadyExecuted()',
        data: '0x',
        errorName: 'MessageAlreadyProcessed',
      };
    return failureOf(message);
  }

  return {
    rpcUrl: 'http://in.memory',
    contracts: { layer: address('0f'), targets, deployed: {} },
    tokens: [{ name: 'COIN', beta: '', alpha: coin, kind: 'bridged' }],
    executors: [executor],
    get quorum() {
      return roots.quorum;
    },
    get executed() {
      return [...executed.values()];
    },
    simulated,
    leafOf,
    isProven: async (leaf, proof, root) => SimpleMerkleTree.verify(root, leaf, [...proof]),
    async voteForRoot(epoch, root, validator) {
      roots.vote(epoch, root, validator);
      return hashOf(`vote ${epoch} ${validator}`);
    },
    rootOf: async (epoch) => roots.rootOf(epoch),
    withdrawRoot: async (epoch) => roots.withdraw(epoch),
    setQuorum: async (quorum) => roots.setQuorum(quorum),
    async execute(message, epoch, proof, { gas = enoughGas } = {}) {
      const transactionHash = hashOf(`execution ${transactions++}`);
      const error = errorOf(message, epoch, proof, gas);
      if (error) return { transactionHash, success: false, error, outMessages: [] };
      executed.set(message.operationId, message);
      return { transactionHash, success: true, outMessages: sentBy(message) };
    },
    async simulate(message) {
      simulated.push(message);
      const error = failureOf(message);
      return {
        estimatedGas: 2n ** 64n + 1n,
        outMessages: null,
        simulationError: error?.text ?? '',
        simulationStatus: error === undefined,
      };
    },
    async snapshot() {
      const kept = new Map(executed);
      const restoreRoots = roots.snapshot();
      return async () => {
        executed = new Map(kept);
        restoreRoots();
      };
    },
    ended: undefined,
    stop: async () => {},
  };
}

function failureOf({ target }: Message): NonNullable<Execution['error']> | undefined {
  if (target === targets.swap) throw new Error('the engine of the EVM is gone');
  if (target !== targets.failing) return undefined;
  return { text: 'execution reverted: panic 0x11', data: panic, errorName: 'ProxyCallError' };
}

function sentBy(message: Message): OutboundMessage[] {
  if (message.target !== targets.bounce) return [];
  const count = message.methodName === 'bounceTwice' ? 2 : 1;
  return Array.from({ length: count }, (_, index) => bounced(message, index));
}

function bounced({ operationId, caller, shardsKey, assets }: Message, index: number): OutboundMessage {
  return {
    operationId: hashOf(`${operationId} ${index}`),
    caller: targets.bounce,
    target: caller,
    payload: '0x',
    shardsKey,
    burned: assets.map(({ amount }) => ({ token: coin, amount })),
    locked: [],
  };
}

/** Returns a leaf of a message. Only this chain verifies it, so it need not be that of the layer. */
function leafOf({ executor: _, ...message }: Message): Hex {
  const text = JSON.stringify(message, (__, value) => (typeof value === 'bigint' ? `${value}` : value));
  return `0x${createHash('sha256').update(text).digest('hex')}`;
}

function hashOf(text: string): Hex {
  return Hash.keccak256(HexText.fromString(text));
}

/** The votes and roots of a layer, in this process. */
interface InMemoryRoots {
  readonly quorum: number;
  vote(epoch: bigint, root: Hex, validator: number): void;
  rootOf(epoch: bigint): Hex | undefined;
  withdraw(epoch: bigint): void;
  setQuorum(quorum: number): void;
  snapshot(): () => void;
}

interface RootState {
  readonly quorum: number;
  /** By epoch and validator. */
  readonly votes: ReadonlyMap<string, Hex>;
  readonly roots: ReadonlyMap<bigint, Hex>;
  readonly withdrawn: ReadonlySet<bigint>;
}

/** Creates votes that follow the rules of the layer's contract. */
function createInMemoryRoots(quorum: number): InMemoryRoots {
  let state: RootState = { quorum, votes: new Map(), roots: new Map(), withdrawn: new Set() };
  return {
    get quorum() {
      return state.quorum;
    },
    vote(epoch, root, validator) {
      if (state.votes.has(`${epoch} ${validator}`)) throw new UsageError('Has already voted.');
      const votes = new Map(state.votes).set(`${epoch} ${validator}`, root);
      state = { ...state, votes };
      const agreeing = [...votes].filter(([key, voted]) => key.startsWith(`${epoch} `) && voted === root);
      if (agreeing.length < state.quorum || state.roots.has(epoch) || state.withdrawn.has(epoch)) return;
      state = { ...state, roots: new Map(state.roots).set(epoch, root) };
    },
    rootOf: (epoch) => state.roots.get(epoch),
    withdraw(epoch) {
      if (!state.roots.has(epoch)) throw new UsageError(`Epoch ${epoch} has no root.`);
      const roots = new Map(state.roots);
      roots.delete(epoch);
      state = { ...state, roots, withdrawn: new Set(state.withdrawn).add(epoch) };
    },
    setQuorum(changed) {
      state = { ...state, quorum: changed };
    },
    snapshot() {
      const kept = state;
      return () => {
        state = kept;
      };
    },
  };
}
