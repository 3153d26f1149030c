import type { Hex } from '../destination-chain.js';
import type { Head } from './engine.js';
import { type JsonRpc, JsonRpcError } from './json-rpc.js';

interface RpcBlock {
  readonly number: Hex;
  readonly timestamp: Hex;
  readonly gasLimit: Hex;
  readonly baseFeePerGas?: Hex;
}

const calls = [
  ['eth_getBlockByNumber', 'latest', false],
  ['eth_gasPrice'],
  ['eth_maxPriorityFeePerGas'],
] as const;

/**
 * Asks a node for its newest block and its prices. Nodes compute the price in ways of their own; here the base fee is
 * what is left of it without the tip, so that the three agree.
 */
export async function readHead(rpc: JsonRpc): Promise<Head> {
  const [found, price, tip] = await rpc.batch(calls);
  for (const answer of [found, price]) if (answer instanceof JsonRpcError) throw answer;
  const block = found as RpcBlock;
  const gasPrice = BigInt(price as Hex);
  const wanted =
    tip instanceof JsonRpcError ? gasPrice - BigInt(block.baseFeePerGas ?? 0) : BigInt(tip as Hex);
  const gasTip = wanted < 0n ? 0n : wanted < gasPrice ? wanted : gasPrice;
  return {
    number: BigInt(block.number),
    timestamp: BigInt(block.timestamp),
    gasLimit: BigInt(block.gasLimit),
    isEip1559: block.baseFeePerGas !== undefined,
    baseFee: gasPrice - gasTip,
    gasTip,
    gasPrice,
  };
}
