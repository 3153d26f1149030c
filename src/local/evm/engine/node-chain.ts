import type { Hex } from '../destination-chain.js';
import type { RpcLog } from '../layer/layer-codec.js';
import { createChainSnapshots } from './chain-snapshots.js';
import type { CallFailure, Engine, RpcTransaction, Sent } from './engine.js';
import { type JsonRpc, JsonRpcError } from './json-rpc.js';
import { readSimulatedCall, simulatedCall } from './simulated-call.js';
import { createTaskQueue } from './task-queue.js';

/** A transaction receipt of JSON-RPC. */
export interface RpcReceipt {
  readonly transactionHash: Hex;
  readonly blockNumber: Hex;
  readonly status: Hex;
  readonly gasUsed: Hex;
  readonly contractAddress?: Hex | null;
  readonly logs: readonly RpcLog[];
}

/** A transaction with its gas limit. */
export type LimitedTransaction = RpcTransaction & { readonly gas: Hex };

/** How a chain sends transactions. */
interface NodeChainOptions {
  /** Sends a transaction and waits until it is in a block, even if it reverts. */
  readonly mine: (transaction: LimitedTransaction) => Promise<RpcReceipt>;
  /** The limit of a transaction without one. */
  readonly gas: bigint;
  /** Called after each change of the chain's state. */
  readonly changed?: () => Promise<void>;
}

/** The chain of a node, for the only sender of its transactions. */
interface NodeChain extends Pick<Engine, 'send' | 'snapshot'> {
  /** Resolves when no snapshot is being restored. */
  settled(): Promise<void>;
}

/** Creates the chain of a node: sends transactions one after the other, takes and restores snapshots. */
export function createNodeChain(
  rpc: JsonRpc,
  { mine, gas, changed = async () => {} }: NodeChainOptions,
): NodeChain {
  const enqueue = createTaskQueue();
  const limit: Hex = `0x${gas.toString(16)}`;
  const snapshots = createChainSnapshots(rpc, send);
  let restoring: Promise<void> = Promise.resolve();

  async function send(transaction: RpcTransaction): Promise<Sent> {
    // With an explicit gas limit, a transaction that reverts is mined too.
    const limited = { ...transaction, gas: transaction.gas ?? limit };
    const receipt = await mine(limited);
    await changed();
    const { transactionHash, status, logs, contractAddress } = receipt;
    if (status === '0x1')
      return { transactionHash, success: true, logs, created: contractAddress ?? undefined };
    return { transactionHash, success: false, logs: [], failure: await failureOf(rpc, limited, receipt) };
  }

  return {
    send: (transaction) =>
      enqueue(async () => {
        const sent = await send(transaction);
        snapshots.record(transaction);
        return sent;
      }),
    snapshot: () =>
      enqueue(async () => {
        const snapshot = await snapshots.take();
        return () => {
          const restored = enqueue(async () => {
            await snapshots.restore(snapshot);
            await changed();
          });
          restoring = restored.catch(() => {});
          return restored;
        };
      }),
    settled: () => restoring,
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
