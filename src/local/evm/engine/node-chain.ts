import type { Hex } from '../destination-chain.js';
import type { RpcLog } from '../layer/layer-codec.js';
import type { CallFailure, Engine, RpcTransaction, Sent } from './engine.js';
import { type JsonRpc, JsonRpcError } from './json-rpc.js';
import { createKeptStates } from './kept-states.js';
import { readSimulatedCall, simulatedCall } from './simulated-call.js';
import { createTurns } from './turns.js';

/** What became of a transaction, as JSON-RPC gives it. */
export interface RpcReceipt {
  readonly transactionHash: Hex;
  readonly blockNumber: Hex;
  readonly status: Hex;
  readonly gasUsed: Hex;
  readonly contractAddress?: Hex | null;
  readonly logs: readonly RpcLog[];
}

/** A transaction with its limit. */
export type LimitedTransaction = RpcTransaction & { readonly gas: Hex };

/** How a node is sent to. */
export interface NodeChainOptions {
  /** Sends a transaction and waits until it is in a block, also when it reverts there. */
  readonly seal: (transaction: LimitedTransaction) => Promise<RpcReceipt>;
  /** The limit of a transaction that names none. */
  readonly gas: bigint;
  /** Is told when the chain has another state than before. */
  readonly changed?: () => Promise<void>;
}

/** A node's chain, as the sender of its transactions has it. */
export interface NodeChain extends Pick<Engine, 'send' | 'snapshot'> {
  /** Resolves when the chain is not going back to a state, at once if it does not. */
  settled(): Promise<void>;
}

/** Sends transactions to a node, one after another, and goes back to states that it kept. */
export function createNodeChain(
  rpc: JsonRpc,
  { seal, gas, changed = async () => {} }: NodeChainOptions,
): NodeChain {
  const inTurn = createTurns();
  const limit: Hex = `0x${gas.toString(16)}`;
  const states = createKeptStates(rpc, send);
  let goingBack: Promise<void> = Promise.resolve();

  async function send(transaction: RpcTransaction): Promise<Sent> {
    // With its gas named, a transaction that reverts gets into a block too.
    const limited = { ...transaction, gas: transaction.gas ?? limit };
    const receipt = await seal(limited);
    await changed();
    const { transactionHash, status, logs, contractAddress } = receipt;
    if (status === '0x1')
      return { transactionHash, success: true, logs, created: contractAddress ?? undefined };
    return { transactionHash, success: false, logs: [], failure: await failureOf(rpc, limited, receipt) };
  }

  return {
    send: (transaction) =>
      inTurn(async () => {
        const sent = await send(transaction);
        states.note(transaction);
        return sent;
      }),
    snapshot: () =>
      inTurn(async () => {
        const state = await states.keep();
        return () => {
          const isBack = inTurn(async () => {
            await states.goBackTo(state);
            await changed();
          });
          goingBack = isBack.catch(() => {});
          return isBack;
        };
      }),
    settled: () => goingBack,
  };
}

/** A receipt does not carry the revert's data. Alone in its block, the transaction fails the same way before it. */
async function failureOf(
  rpc: JsonRpc,
  transaction: LimitedTransaction,
  { blockNumber, gasUsed }: RpcReceipt,
): Promise<CallFailure> {
  const before: Hex = `0x${(BigInt(blockNumber) - 1n).toString(16)}`;
  const data = await (transaction.to === undefined ? creationRevert : callRevert)(rpc, transaction, before);
  return { data, isOutOfGas: data === '0x' && BigInt(gasUsed) >= BigInt(transaction.gas) };
}

async function callRevert(rpc: JsonRpc, transaction: RpcTransaction, block: Hex): Promise<Hex> {
  const [answer] = await rpc.batch([simulatedCall(transaction, block)]);
  return answer instanceof JsonRpcError ? '0x' : readSimulatedCall(answer).returnData;
}

/** Anvil simulates no creations, and calls them in the block itself. */
async function creationRevert(rpc: JsonRpc, transaction: RpcTransaction, block: Hex): Promise<Hex> {
  const [answer] = await rpc.batch([['eth_call', transaction, block]]);
  return revertDataOf(answer);
}

/** What a call reverted with that was answered with an error. */
export function revertDataOf(answer: unknown): Hex {
  const data = answer instanceof JsonRpcError ? answer.rpcData : undefined;
  return typeof data === 'string' && data.startsWith('0x') ? (data as Hex) : '0x';
}
