import { blockGasLimit } from './anvil-process.js';
import type { Hex } from './destination-chain.js';
import type { JsonRpc } from './json-rpc.js';
import type { RpcLog } from './layer-codec.js';

/** A call as JSON-RPC takes it. */
export interface RpcTransaction {
  readonly from: Hex;
  readonly to?: Hex;
  readonly data: Hex;
}

/** What became of a transaction, as JSON-RPC gives it. */
export interface RpcReceipt {
  readonly transactionHash: Hex;
  readonly blockNumber: Hex;
  readonly status: Hex;
  readonly logs: readonly RpcLog[];
}

/** The chain's newest block, and what the next transaction costs. All prices are in wei a unit of gas. */
export interface Head {
  readonly number: bigint;
  readonly baseFee: bigint;
  readonly gasTip: bigint;
  readonly gasPrice: bigint;
}

/** The only sender of transactions, which therefore knows the chain's head without asking. */
export interface Transactions {
  readonly head: Head;
  /** Sends a transaction and waits until it is in a block of its own, also when it reverts there. */
  send(transaction: RpcTransaction): Promise<RpcReceipt>;
}

const gas = `0x${blockGasLimit.toString(16)}`;
const balance = `0x${(10n ** 24n).toString(16)}`;

/** Creates the sender of a chain that nobody else sends to. */
export async function createTransactions(rpc: JsonRpc): Promise<Transactions> {
  let head = await readHead(rpc);
  let last: Promise<unknown> = Promise.resolve();

  async function seal(transaction: RpcTransaction): Promise<RpcReceipt> {
    await rpc.call('anvil_setBalance', transaction.from, balance);
    // With its gas named, a transaction that reverts gets into a block too.
    const receipt = await rpc.call('eth_sendTransactionSync', { ...transaction, gas });
    head = await readHead(rpc);
    return receipt as RpcReceipt;
  }

  return {
    get head() {
      return head;
    },
    send(transaction) {
      const receipt = last.then(() => seal(transaction));
      last = receipt.catch(() => {});
      return receipt;
    },
  };
}

async function readHead(rpc: JsonRpc): Promise<Head> {
  const calls = [['eth_blockNumber'], ['eth_gasPrice'], ['eth_maxPriorityFeePerGas']] as const;
  const [number, gasPrice, gasTip] = (await rpc.batch(calls)) as [Hex, Hex, Hex];
  return {
    number: BigInt(number),
    baseFee: BigInt(gasPrice) - BigInt(gasTip),
    gasPrice: BigInt(gasPrice),
    gasTip: BigInt(gasTip),
  };
}
