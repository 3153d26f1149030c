import * as AbiFunction from 'ox/AbiFunction';
import type { Simulation } from '../../contract/responses.js';
import { UsageError } from '../../errors.js';
import { crossChainLayerAbi } from './artifacts.js';
import { type GivenParts, readParts } from './deploy-parts.js';
import { type Engine, type EngineOptions, startEngine, stopOnFailure } from './engine.js';
import { type Execution, executeMessage } from './execute-message.js';
import type { Hex } from './json-rpc.js';
import { deployLayer, type InMessage, type Layout, leafOf } from './layer.js';
import { createRevertReader, type RevertReader } from './revert-text.js';
import { simulateMessage } from './simulate-message.js';

/** The destination chain of a local deployment. */
export interface DestinationChain extends ReturnType<typeof chainOn> {}

/** How to create a destination chain. */
export interface DestinationChainOptions extends EngineOptions, GivenParts {
  readonly quorum?: number | undefined;
}

/** How many of the validators must agree on a root. Source: practice. */
const defaultQuorum = 3;

/**
 * Starts a destination chain: a real EVM with the cross-chain layer, its tokens and its targets. The same options result in the
 * same accounts, addresses and operation ids each time, except on a node that others use too.
 *
 * @throws {UsageError} if arguments do not match the constructor of a contract.
 * @throws LocalDeploymentError `DEPLOYMENT_ENGINE_MISSING` or `DEPLOYMENT_CANNOT_START`. Then nothing is left running.
 */
export async function createDestinationChain(
  options: DestinationChainOptions = {},
): Promise<DestinationChain> {
  const { deploy, tokens, fund, quorum = defaultQuorum, ...engineOptions } = options;
  const parts = readParts({ deploy, tokens, fund });
  const revertText = createRevertReader(parts.errors);
  const engine = await startEngine(engineOptions);
  return stopOnFailure(engine.stop, async () => {
    const layout = await parts.deploy(engine, await deployLayer(engine, quorum), revertText);
    const chain = chainOn(engine, layout, quorum, revertText);
    engine.started();
    return chain;
  });
}

const voteForRoot = AbiFunction.fromAbi(crossChainLayerAbi, 'voteForRoot');
const rootOf = AbiFunction.fromAbi(crossChainLayerAbi, 'rootOf');
const isProven = AbiFunction.fromAbi(crossChainLayerAbi, 'isProven');
const withdrawRoot = AbiFunction.fromAbi(crossChainLayerAbi, 'withdrawRoot');
const setQuorum = AbiFunction.fromAbi(crossChainLayerAbi, 'setQuorum');
const noRoot = `0x${'0'.repeat(64)}`;

function chainOn(
  engine: Engine,
  { contracts, tokens }: Layout,
  initialQuorum: number,
  revertText: RevertReader,
) {
  const { owner, executors, validators } = engine.accounts;
  const { layer } = contracts;
  let quorum = initialQuorum;
  const contextOf = ({ executor = executors[0] as Hex }: InMessage) => ({
    chain: engine,
    layer,
    tokens,
    executor,
    revertText,
  });

  return {
    /** The JSON-RPC endpoint of the node, without anything that could be a credential. */
    rpcUrl: engine.url,
    contracts,
    tokens,
    /** Who may deliver. The first is the default. */
    executors,
    /** How many validators must currently agree on a root. */
    get quorum(): number {
      return quorum;
    },
    /** Computes a simulation (section 2.2) without changing the state of the chain. */
    simulate: (message: InMessage): Promise<Simulation> => simulateMessage(contextOf(message), message),
    leafOf,
    /** Asks the layer whether a proof leads from a leaf to a root. */
    async isProven(leaf: Hex, proof: readonly Hex[], root: Hex): Promise<boolean> {
      return BigInt(await engine.call(layer, AbiFunction.encodeData(isProven, [leaf, proof, root]))) === 1n;
    },
    /**
     * Votes for the root of an epoch with the account of a validator. The layer sets it when its quorum agrees.
     *
     * @throws {UsageError} if the validator has already voted.
     */
    async voteForRoot(epoch: bigint, root: Hex, validator: number): Promise<Hex> {
      const from = validators[validator] as Hex;
      const data = AbiFunction.encodeData(voteForRoot, [epoch, root]);
      const vote = await engine.send({ from, to: layer, data });
      if (!vote.success)
        throw new UsageError(`Validator ${validator} has already voted for a root of epoch ${epoch}.`);
      return vote.transactionHash;
    },
    /** Returns the root of an epoch in the layer, or undefined before a quorum agreed and after its withdrawal. */
    async rootOf(epoch: bigint): Promise<Hex | undefined> {
      const root = await engine.call(layer, AbiFunction.encodeData(rootOf, [epoch]));
      return root === noRoot ? undefined : root;
    },
    /**
     * Withdraws the root of an epoch, which never gets another one.
     *
     * @throws {UsageError} if the epoch has none.
     */
    async withdrawRoot(epoch: bigint): Promise<void> {
      const data = AbiFunction.encodeData(withdrawRoot, [epoch]);
      const { success } = await engine.send({ from: owner, to: layer, data });
      if (!success) throw new UsageError(`Epoch ${epoch} has no root to withdraw.`);
    },
    /** Changes how many validators must agree on a root. Votes that were cast before count. */
    async setQuorum(wanted: number): Promise<void> {
      await engine.send({
        from: owner,
        to: layer,
        data: AbiFunction.encodeData(setQuorum, [BigInt(wanted)]),
      });
      quorum = wanted;
    },
    /**
     * Executes a message that the root of an epoch proves.
     *
     * @param options.gas - A gas limit, to make it run out of gas. A limit that is too low for any transaction with this
     * message is raised to what the chain requires. Default: enough.
     */
    execute: (
      message: InMessage,
      epoch: bigint,
      proof: readonly Hex[],
      { gas }: { readonly gas?: bigint | undefined } = {},
    ): Promise<Execution> => executeMessage(contextOf(message), { message, epoch, proof, gas }),
    /** Takes a snapshot of the chain, as {@link NodeChain.snapshot} does. */
    async snapshot(): Promise<() => Promise<void>> {
      const kept = quorum;
      const restore = await engine.snapshot();
      return async () => {
        await restore();
        quorum = kept;
      };
    },
    /** Resolves if the bundled engine ends by itself. Undefined for another node. */
    ended: engine.ended,
    stop: engine.stop,
  };
}
