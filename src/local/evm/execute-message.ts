import type { Execution, Hex, InMessage } from './destination-chain.js';
import { explainRevert } from './explain-revert.js';
import type { JsonRpc } from './json-rpc.js';
import { decodeOutMessages } from './layer-codec.js';
import { readSimulatedCall, simulatedCall } from './simulated-call.js';
import type { RpcTransaction, Transactions } from './transactions.js';

/** Executes a message on the chain with a call of the layer, and decodes what became of it. */
export async function executeMessage(
  rpc: JsonRpc,
  transactions: Transactions,
  message: InMessage,
  call: RpcTransaction & { readonly to: Hex },
): Promise<Execution> {
  const { transactionHash, blockNumber, status, logs } = await transactions.send(call);
  if (status === '0x1') {
    return { transactionHash, success: true, outMessages: decodeOutMessages(call.to, logs) };
  }
  // A receipt does not carry the revert's data. Alone in its block, the transaction fails the same way before it.
  const before: Hex = `0x${(BigInt(blockNumber) - 1n).toString(16)}`;
  const { returnData: data } = readSimulatedCall(await rpc.call(...simulatedCall(call, before)));
  const text = await explainRevert(rpc, message, data, before);
  return { transactionHash, success: false, error: { text, data }, outMessages: [] };
}
