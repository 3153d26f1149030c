import type { Hex } from '../destination-chain.js';
import type { Head } from './engine.js';
import { type JsonRpc, JsonRpcError } from './json-rpc.js';
import { isQuantity } from './quantity.js';
import { unreadableResultError } from './unreadable-result-error.js';

interface RpcBlock {
  readonly number: Hex;
  readonly timestamp: Hex;
  readonly gasLimit: Hex;
  readonly baseFeePerGas?: Hex | null;
}

const calls = [
  ['eth_getBlockByNumber', 'latest', false],
  ['eth_gasPrice'],
  ['eth_maxPriorityFeePerGas'],
] as const;

/**
 * Asks a node for its newest block and its prices. Nodes compute the price in ways of their own; here the base fee is
 * what is left of it without the tip, so that the three agree.
 *
 * @throws LocalDeploymentError when the node rejects, or gives something else.
 */
export async function readHead(rpc: JsonRpc): Promise<Head> {
  const [found, price, tip] = await rpc.batch(calls);
  for (const answer of [found, price]) if (answer instanceof JsonRpcError) throw answer;
  if (!isBlock(found)) throw unreadableResultError('eth_getBlockByNumber');
  if (!isQuantity(price)) throw unreadableResultError('eth_gasPrice');
  const block = found;
  const gasPrice = BigInt(price);
  const wanted = isQuantity(tip) ? BigInt(tip) : gasPrice - BigInt(block.baseFeePerGas ?? 0);
  const gasTip = wanted < 0n ? 0n : wanted < gasPrice ? wanted : gasPrice;
  return {
    number: BigInt(block.number),
    timestamp: BigInt(block.timestamp),
    gasLimit: BigInt(block.gasLimit),
    isEip1559: isQuantity(block.baseFeePerGas),
    baseFee: gasPrice - gasTip,
    gasTip,
    gasPrice,
  };
}

function isBlock(found: unknown): found is RpcBlock {
  const { number, timestamp, gasLimit, baseFeePerGas } = (found ?? {}) as Partial<RpcBlock>;
  const needed = [number, timestamp, gasLimit, baseFeePerGas ?? '0x0'];
  return needed.every(isQuantity);
}
