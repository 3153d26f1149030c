import { UsageError } from '../../../errors.js';
import type { RpcTransaction } from './engine.js';
import { type JsonRpc, JsonRpcError } from './json-rpc.js';

/** The states of a node's chain that are kept. Everything here happens in turn with the transactions. */
export interface KeptStates {
  /** Notes a transaction that is sent. */
  note(transaction: RpcTransaction): void;
  keep(): Promise<KeptState>;
  goBackTo(state: KeptState): Promise<void>;
}

/** A state of the chain, and how to come to it from the one that was kept before it. */
export interface KeptState {
  readonly before: KeptState | undefined;
  readonly sent: readonly RpcTransaction[];
  /** What the node calls it, as long as the node has it. */
  id: unknown;
}

/**
 * Keeps states by the node's `evm_snapshot`. A node drops a state when it goes back to it, and with it all that were
 * kept later: the state is kept anew at once, and a later one is made again from the transactions that led to it.
 */
export function createKeptStates(
  rpc: JsonRpc,
  send: (transaction: RpcTransaction) => Promise<unknown>,
): KeptStates {
  const held: KeptState[] = [];
  let last: KeptState | undefined;
  let sent: RpcTransaction[] = [];

  async function hold(state: KeptState): Promise<void> {
    state.id = await rpc.call('evm_snapshot');
    held.push(state);
    last = state;
    sent = [];
  }

  async function goBackTo(state: KeptState): Promise<void> {
    if (held.includes(state)) {
      const isBack = await rpc.call('evm_revert', state.id);
      held.splice(held.indexOf(state));
      if (isBack !== true)
        throw new UsageError('The node of the destination chain has dropped this snapshot.');
    } else {
      if (!state.before) throw new UsageError('The node of the destination chain has dropped this snapshot.');
      await goBackTo(state.before);
      for (const transaction of state.sent) await send(transaction);
    }
    await hold(state);
  }

  return {
    note(transaction) {
      // Before the first state there is nothing to come back from.
      if (last) sent.push(transaction);
    },
    async keep() {
      const state: KeptState = { before: last, sent, id: undefined };
      try {
        await hold(state);
      } catch (error) {
        if (error instanceof JsonRpcError) throw cannotKeep(error);
        throw error;
      }
      return state;
    },
    goBackTo,
  };
}

function cannotKeep({ rpcMessage }: JsonRpcError): UsageError {
  return new UsageError(
    'The node of the destination chain cannot keep its state; the bundled engine can, also as a fork of that node.',
    [`It rejected evm_snapshot: ${rpcMessage}`],
  );
}
