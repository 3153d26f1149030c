import { UsageError } from '../../../errors.js';
import type { RpcTransaction } from './engine.js';
import { type JsonRpc, JsonRpcError } from './json-rpc.js';

/** The snapshots of a node's chain. Its calls must not overlap with each other or with transactions. */
interface ChainSnapshots {
  /** Records a transaction that was sent. */
  record(transaction: RpcTransaction): void;
  take(): Promise<ChainSnapshot>;
  restore(snapshot: ChainSnapshot): Promise<void>;
}

/** A state of the chain, and how to reach it from the snapshot before. */
interface ChainSnapshot {
  readonly before: ChainSnapshot | undefined;
  /** The transactions since the snapshot before. */
  readonly sent: readonly RpcTransaction[];
  /** The node's id of the snapshot, while the node has it. */
  id: unknown;
}

/**
 * Creates snapshots with the node's `evm_snapshot`. Restoring one, a node drops it and all later ones: it is taken again at
 * once, and a later one is reached again by sending its transactions.
 */
export function createChainSnapshots(
  rpc: JsonRpc,
  send: (transaction: RpcTransaction) => Promise<unknown>,
): ChainSnapshots {
  /** The snapshots that the node has, oldest first. */
  const held: ChainSnapshot[] = [];
  let last: ChainSnapshot | undefined;
  let sent: RpcTransaction[] = [];

  async function hold(snapshot: ChainSnapshot): Promise<void> {
    snapshot.id = await rpc.call('evm_snapshot');
    held.push(snapshot);
    last = snapshot;
    sent = [];
  }

  async function restore(snapshot: ChainSnapshot): Promise<void> {
    if (held.includes(snapshot)) {
      const isRestored = await rpc.call('evm_revert', snapshot.id);
      held.splice(held.indexOf(snapshot));
      if (isRestored !== true)
        throw new UsageError('The node of the destination chain has dropped this snapshot.');
    } else {
      if (!snapshot.before)
        throw new UsageError('The node of the destination chain has dropped this snapshot.');
      await restore(snapshot.before);
      for (const transaction of snapshot.sent) await send(transaction);
    }
    await hold(snapshot);
  }

  return {
    record(transaction) {
      // Nothing can be restored before the first snapshot.
      if (last) sent.push(transaction);
    },
    async take() {
      const snapshot: ChainSnapshot = { before: last, sent, id: undefined };
      try {
        await hold(snapshot);
      } catch (error) {
        if (error instanceof JsonRpcError) throw snapshotsUnsupported(error);
        throw error;
      }
      return snapshot;
    },
    restore,
  };
}

function snapshotsUnsupported({ rpcMessage }: JsonRpcError): UsageError {
  return new UsageError(
    'The node of the destination chain cannot keep its state; the bundled engine can, also as a fork of that node.',
    [`It rejected evm_snapshot: ${rpcMessage}`],
  );
}
