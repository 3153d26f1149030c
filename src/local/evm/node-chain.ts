import { LocalDeploymentError, UsageError } from '../../errors.js';
import { realClock, sleep } from '../../internal/clock.js';
import { blockGasLimit } from './anvil.js';
import {
  type Hex,
  isQuantity,
  type JsonRpc,
  JsonRpcError,
  quantity,
  type RpcCall,
  unreadableResult,
} from './json-rpc.js';

/** A call in the form of JSON-RPC. */
export interface RpcTransaction {
  readonly from: Hex;
  /** Absent if it creates a contract. */
  readonly to?: Hex;
  readonly data: Hex;
  /** In wei, as hex. */
  readonly value?: Hex;
  /** The gas limit, as hex. Default: as much as a transaction may use. */
  readonly gas?: Hex;
}

/** A log in the form of JSON-RPC. */
export interface RpcLog {
  readonly address: Hex;
  readonly topics: readonly [Hex, ...Hex[]];
  readonly data: Hex;
}

/** The result of a transaction. */
export interface Sent {
  readonly transactionHash: Hex;
  readonly success: boolean;
  readonly logs: readonly RpcLog[];
  /** The contract that it created. */
  readonly created?: Hex | undefined;
  /** Why it failed, if it did. */
  readonly failure?: CallFailure | undefined;
}

/** Why a call failed. */
export interface CallFailure {
  /** The data with which it reverted. */
  readonly data: Hex;
  /** Whether it used up its gas limit outside of any target. */
  readonly isOutOfGas: boolean;
}

/** The result of a call that leaves the state unchanged. */
export interface SimulatedCall {
  readonly status: Hex;
  /** What the call returned, or the data with which it reverted. */
  readonly returnData: Hex;
  readonly logs: readonly RpcLog[];
}

/** The newest block, and what the next transaction costs. All prices are in wei for each unit of gas. */
export interface Head {
  readonly number: bigint;
  /** The most gas that a block may use. */
  readonly gasLimit: bigint;
  readonly isEip1559: boolean;
  readonly baseFee: bigint;
  readonly gasTip: bigint;
  /** The sum of base fee and tip. */
  readonly gasPrice: bigint;
}

/** The most gas that a transaction may use since EIP-7825. */
const transactionGasLimit = 2n ** 24n;
const ether = 10n ** 18n;
/** The balance of the sender of a transaction, on top of the value that it sends. */
const balance = 1_000_000n * ether;

/** The chain of a development node. */
export interface NodeChain extends Awaited<ReturnType<typeof createNodeChain>> {}

/**
 * Creates the chain of a development node: reads it, sends transactions from any account, takes and restores snapshots.
 *
 * @param isOwn - Whether nobody else sends transactions to the node. Then the head is known without asking for it.
 */
export async function createNodeChain(rpc: JsonRpc, isOwn: boolean) {
  let head = await readHead(rpc);
  const limit = isOwn ? blockGasLimit : least(head.gasLimit, blockGasLimit, transactionGasLimit);
  const inTurn = createQueue();
  const lock = new MiningLock();
  const snapshots = createSnapshots(rpc, mine);
  let restoring: Promise<void> = Promise.resolve();

  /** Sends a transaction and waits until it is in a block, even if it reverts. */
  async function mine(transaction: RpcTransaction): Promise<Sent> {
    // With an explicit gas limit, a transaction that reverts is mined too.
    const limited = { ...transaction, gas: transaction.gas ?? quantity(limit) };
    const receipt = await lock.mine(() => sendFrom(rpc, limited, isOwn));
    await updateHead();
    const { transactionHash, status, logs, contractAddress } = receipt;
    if (status === '0x1')
      return { transactionHash, success: true, logs, created: contractAddress ?? undefined };
    return { transactionHash, success: false, logs: [], failure: await failureOf(rpc, limited, receipt) };
  }

  async function updateHead(): Promise<void> {
    if (isOwn) head = await readHead(rpc);
  }

  return {
    async head(): Promise<Head> {
      if (!isOwn) return readHead(rpc);
      await restoring;
      return head;
    },
    /**
     * Calls a contract on the newest block.
     *
     * @throws JsonRpcError if the call reverts.
     */
    call: async (to: Hex, data: Hex): Promise<Hex> =>
      (await rpc.call('eth_call', { to, data }, 'latest')) as Hex,
    codeOf: async (address: Hex, block: Hex | 'latest'): Promise<Hex> =>
      (await rpc.call('eth_getCode', address, block)) as Hex,
    /**
     * Runs a call on the state after a block, and finds the smallest gas limit with which it succeeds, in one round trip.
     * Returns a JsonRpcError in place of a result that the node rejected.
     */
    simulate: (
      call: RpcTransaction,
      block: Hex,
    ): Promise<[simulated: SimulatedCall | JsonRpcError, gas: Hex | JsonRpcError]> =>
      lock.read(async () => {
        const [simulated, gas] = await rpc.batch([simulation(call, block), ['eth_estimateGas', call, block]]);
        return [readSimulation(simulated), gas as Hex | JsonRpcError];
      }),
    /** Sends a transaction, after those that were sent before it. */
    send: (transaction: RpcTransaction): Promise<Sent> =>
      inTurn(async () => {
        const sent = await mine(transaction);
        snapshots.record(transaction);
        return sent;
      }),
    /**
     * Takes a snapshot. The returned function restores it, any number of times.
     *
     * @throws {UsageError} when it is restored, if the node has dropped it.
     */
    snapshot: (): Promise<() => Promise<void>> =>
      inTurn(async () => {
        const snapshot = await snapshots.take();
        return () => {
          const restored = inTurn(async () => {
            await snapshots.restore(snapshot);
            await updateHead();
          });
          restoring = restored.catch(() => {});
          return restored;
        };
      }),
  };
}

/** The call that {@link NodeChain.simulate} makes, on an empty account: a node that rejects it cannot simulate. */
export const emptySimulation = simulation(
  { from: `0x${'00'.repeat(20)}`, to: `0x${'00'.repeat(20)}`, data: '0x' },
  'latest',
);

function simulation(call: RpcTransaction, block: Hex | 'latest'): RpcCall {
  return ['eth_simulateV1', { blockStateCalls: [{ calls: [call] }] }, block];
}

function readSimulation(answer: unknown): SimulatedCall | JsonRpcError {
  if (answer instanceof JsonRpcError) return answer;
  const [block] = answer as [{ readonly calls: [SimulatedCall] }];
  return block.calls[0];
}

interface RpcBlock {
  readonly number: Hex;
  readonly gasLimit: Hex;
  readonly baseFeePerGas?: Hex | null;
}

/**
 * Reads the newest block and the prices. Nodes compute the price in different ways; here the base fee is the price without
 * the tip, so that the three agree.
 *
 * @throws LocalDeploymentError `DEPLOYMENT_ENGINE_FAILED` if the node rejects a call, or sends an unreadable answer.
 */
async function readHead(rpc: JsonRpc): Promise<Head> {
  const [block, price, tip] = await rpc.batch([
    ['eth_getBlockByNumber', 'latest', false],
    ['eth_gasPrice'],
    ['eth_maxPriorityFeePerGas'],
  ]);
  for (const answer of [block, price]) if (answer instanceof JsonRpcError) throw answer;
  if (!isBlock(block)) throw unreadableResult('eth_getBlockByNumber');
  if (!isQuantity(price)) throw unreadableResult('eth_gasPrice');
  const gasPrice = BigInt(price);
  const suggested = isQuantity(tip) ? BigInt(tip) : gasPrice - BigInt(block.baseFeePerGas ?? 0);
  const gasTip = suggested < 0n ? 0n : least(suggested, gasPrice);
  return {
    number: BigInt(block.number),
    gasLimit: BigInt(block.gasLimit),
    isEip1559: isQuantity(block.baseFeePerGas),
    baseFee: gasPrice - gasTip,
    gasTip,
    gasPrice,
  };
}

function isBlock(answer: unknown): answer is RpcBlock {
  const { number, gasLimit, baseFeePerGas } = (answer ?? {}) as Partial<RpcBlock>;
  return [number, gasLimit, baseFeePerGas ?? '0x0'].every(isQuantity);
}

interface RpcReceipt {
  readonly transactionHash: Hex;
  readonly blockNumber: Hex;
  readonly status: Hex;
  readonly gasUsed: Hex;
  readonly contractAddress?: Hex | null;
  readonly logs: readonly RpcLog[];
}

type LimitedTransaction = RpcTransaction & { readonly gas: Hex };

const inBlockWithinMs = 120_000;
const shortestPauseMs = 10;
const longestPauseMs = 500;

/** Sends a transaction from an account of which nobody needs to have the key or funds, and returns its receipt. */
async function sendFrom(rpc: JsonRpc, transaction: LimitedTransaction, isOwn: boolean): Promise<RpcReceipt> {
  const { from, value = '0x0' } = transaction;
  const prepared = await rpc.batch([
    ['hardhat_impersonateAccount', from],
    ['hardhat_setBalance', from, quantity(balance + BigInt(value))],
  ]);
  for (const answer of prepared) if (answer instanceof JsonRpcError) throw answer;
  // Only the bundled engine is known to have this method, and to mine at once.
  if (isOwn) return (await rpc.call('eth_sendTransactionSync', transaction)) as RpcReceipt;
  const hash = (await rpc.call('eth_sendTransaction', transaction)) as Hex;
  const deadline = realClock.now() + inBlockWithinMs;
  for (let pauseMs = shortestPauseMs; realClock.now() < deadline; pauseMs *= 2) {
    const receipt = (await rpc.call('eth_getTransactionReceipt', hash)) as RpcReceipt | null;
    if (receipt !== null) return receipt;
    await sleep(Math.min(pauseMs, longestPauseMs), realClock);
  }
  throw new LocalDeploymentError('DEPLOYMENT_ENGINE_FAILED', {
    summary: `Transaction ${hash} was in no block after ${inBlockWithinMs} ms.`,
  });
}

/** A receipt does not contain the revert data. Alone in its block, the transaction fails the same way before it. */
async function failureOf(
  rpc: JsonRpc,
  transaction: LimitedTransaction,
  { blockNumber, gasUsed }: RpcReceipt,
): Promise<CallFailure> {
  const before = quantity(BigInt(blockNumber) - 1n);
  // Anvil does not simulate creations, but calls them.
  const isCreation = transaction.to === undefined;
  const [answer] = await rpc.batch([
    isCreation ? ['eth_call', transaction, before] : simulation(transaction, before),
  ]);
  const data = isCreation ? revertDataOf(answer) : returnDataOf(readSimulation(answer));
  return { data, isOutOfGas: data === '0x' && BigInt(gasUsed) >= BigInt(transaction.gas) };
}

function returnDataOf(simulated: SimulatedCall | JsonRpcError): Hex {
  return simulated instanceof JsonRpcError ? '0x' : simulated.returnData;
}

function revertDataOf(answer: unknown): Hex {
  const data = answer instanceof JsonRpcError ? answer.rpcData : undefined;
  return typeof data === 'string' && data.startsWith('0x') ? (data as Hex) : '0x';
}

/** A state of the chain, and how to reach it from the snapshot before it. */
interface Snapshot {
  readonly before: Snapshot | undefined;
  /** The transactions since the snapshot before. */
  readonly sent: readonly RpcTransaction[];
  /** The node's id of the snapshot, while the node has it. */
  id: unknown;
}

/**
 * Takes snapshots with `evm_snapshot`. When a node restores one, it drops that one and all later ones: it is taken again at
 * once, and a later one is reached again by sending its transactions. No two of its calls, and no call and a transaction, may
 * overlap.
 */
function createSnapshots(rpc: JsonRpc, send: (transaction: RpcTransaction) => Promise<unknown>) {
  /** The snapshots that the node has, oldest first. */
  const held: Snapshot[] = [];
  let last: Snapshot | undefined;
  let sent: RpcTransaction[] = [];

  async function hold(snapshot: Snapshot): Promise<Snapshot> {
    snapshot.id = await rpc.call('evm_snapshot');
    held.push(snapshot);
    last = snapshot;
    sent = [];
    return snapshot;
  }

  async function restore(snapshot: Snapshot): Promise<void> {
    let isRestored: unknown;
    if (held.includes(snapshot)) {
      isRestored = await rpc.call('evm_revert', snapshot.id);
      held.splice(held.indexOf(snapshot));
    } else if (snapshot.before) {
      await restore(snapshot.before);
      for (const transaction of snapshot.sent) await send(transaction);
      isRestored = true;
    }
    if (isRestored !== true)
      throw new UsageError('The node of the destination chain has dropped this snapshot.');
    await hold(snapshot);
  }

  return {
    /** Records a transaction that was sent. */
    record(transaction: RpcTransaction): void {
      // Nothing can be restored before the first snapshot.
      if (last) sent.push(transaction);
    },
    take: (): Promise<Snapshot> => hold({ before: last, sent, id: undefined }),
    restore,
  };
}

/**
 * Repeats reads during which a block was mined. While anvil mines a block it delays a read, and then answers with the state
 * after that block, whichever block the read names.
 */
class MiningLock {
  readonly #inTurn = createQueue();
  #begun = 0;
  #ended = 0;

  /** Mines a block, after those before it. */
  mine<Result>(mine: () => Promise<Result>): Promise<Result> {
    return this.#inTurn(() => {
      this.#begun++;
      return mine().finally(() => this.#ended++);
    });
  }

  /** Reads the state after a named block. If a block was mined meanwhile, reads once more, while no block is mined. */
  async read<Answer>(read: () => Promise<Answer>): Promise<Answer> {
    const ended = this.#ended;
    const answer = await read();
    // No block was being mined when the read began, and none has begun since.
    return this.#begun === ended ? answer : this.#inTurn(read);
  }
}

/** Creates a queue that runs tasks one after the other. A task that fails does not stop the next. */
function createQueue(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => {});
    return result;
  };
}

function least(...values: readonly bigint[]): bigint {
  return values.reduce((one, other) => (other < one ? other : one));
}
