import * as Address from 'ox/Address';
import * as Hash from 'ox/Hash';
import * as HexText from 'ox/Hex';
import { LocalDeploymentError } from '../../../errors.js';
import { realClock } from '../../../internal/clock.js';
import { sleep } from '../../../internal/waiting.js';
import type { Hex } from '../destination-chain.js';
import { blockGasLimit } from './anvil-process.js';
import { createChainReader } from './chain-reader.js';
import type { Engine, RpcTransaction, Sent } from './engine.js';
import type { JsonRpc } from './json-rpc.js';
import { createNodeChain, type LimitedTransaction, type RpcReceipt, revertDataOf } from './node-chain.js';
import type { Node } from './open-node.js';
import { readHead } from './read-head.js';
import { unreadableResultError } from './unreadable-result-error.js';

/** An engine whose transactions are sent from the accounts that a node holds the keys of. */
export interface NodeEngine extends Engine {
  /** Those accounts. */
  readonly accounts: readonly Hex[];
}

/** The most that one transaction may use since EIP-7825. */
const transactionGasLimit = 2n ** 24n;
const inBlockWithinMs = 120_000;
const shortestPauseMs = 10;
const longestPauseMs = 500;

/** Makes an engine of a node that others may use too. */
export async function createNodeEngine({ rpc, url, chainId }: Node): Promise<NodeEngine> {
  const [{ gasLimit }, held] = await Promise.all([readHead(rpc), rpc.call('eth_accounts')]);
  if (!isListOfAddresses(held)) throw unreadableResultError('eth_accounts');
  const accounts = held.map((account) => Address.checksum(account));
  const gas = [gasLimit, blockGasLimit, transactionGasLimit].reduce((least, next) =>
    next < least ? next : least,
  );
  const chain = createNodeChain(rpc, { mine: (transaction) => mine(rpc, transaction), gas });
  return {
    url,
    chainId,
    accounts,
    head: () => readHead(rpc),
    ...createChainReader(rpc),
    snapshot: chain.snapshot,
    send: (transaction) =>
      accounts.some((account) => Address.isEqual(account, transaction.from))
        ? chain.send(transaction)
        : reject(rpc, transaction),
    stateOverrides: () => undefined,
    started: rpc.started,
    stop: rpc.close,
  };
}

function isListOfAddresses(held: unknown): held is readonly Hex[] {
  return Array.isArray(held) && held.every((account) => Address.validate(account, { strict: false }));
}

/**
 * Fails a transaction from an account that the node has no key of, as the chain would if it has no part in the layer.
 * It is never sent, so its hash is synthetic.
 */
async function reject(rpc: JsonRpc, transaction: RpcTransaction): Promise<Sent> {
  const [answer] = await rpc.batch([['eth_call', transaction, 'latest']]);
  return {
    transactionHash: Hash.keccak256(HexText.fromString(JSON.stringify(transaction))),
    success: false,
    logs: [],
    failure: { data: revertDataOf(answer), isOutOfGas: false },
  };
}

async function mine(rpc: JsonRpc, transaction: LimitedTransaction): Promise<RpcReceipt> {
  const hash = (await rpc.call('eth_sendTransaction', transaction)) as Hex;
  const deadline = realClock.now() + inBlockWithinMs;
  for (let pauseMs = shortestPauseMs; realClock.now() < deadline; pauseMs = longer(pauseMs)) {
    const receipt = (await rpc.call('eth_getTransactionReceipt', hash)) as RpcReceipt | null;
    if (receipt !== null) return receipt;
    await sleep(pauseMs, realClock);
  }
  throw new LocalDeploymentError('DEPLOYMENT_ENGINE_FAILED', {
    summary: `Transaction ${hash} was in no block after ${inBlockWithinMs} ms.`,
  });
}

function longer(pauseMs: number): number {
  return Math.min(2 * pauseMs, longestPauseMs);
}
