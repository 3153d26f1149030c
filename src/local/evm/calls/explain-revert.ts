import * as Hash from 'ox/Hash';
import * as HexText from 'ox/Hex';
import type { Hex, InMessage } from '../destination-chain.js';
import type { ChainReader } from '../engine/engine.js';
import type { RevertReader } from './revert-text.js';

const parameters = '(bytes,bytes)';

/**
 * Says why the delivery of a message reverted with some data. A method that the target does not have and a bare
 * `revert()` both leave no data: then the target's code, which names the selectors of its methods, tells them apart.
 */
export async function explainRevert(
  chain: ChainReader,
  revertText: RevertReader,
  { target, methodName }: InMessage,
  data: Hex,
  block: Hex,
): Promise<string> {
  if (data !== '0x' || methodName === '') return revertText(data);
  const signature = methodName.endsWith(parameters) ? methodName : methodName + parameters;
  return hasMethod(await chain.codeOf(target, block), signature)
    ? revertText(data)
    : `execution reverted: the target has no method ${signature}`;
}

function hasMethod(code: Hex, signature: string): boolean {
  const selector = Hash.keccak256(HexText.fromString(signature)).slice(2, 10);
  // The compiler pushes a selector without its leading zero bytes.
  return code.includes(selector.replace(/^(?:00)+/, ''));
}
