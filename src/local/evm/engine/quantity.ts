import type { Hex } from '../destination-chain.js';

/** Tells whether an answer is a number as JSON-RPC writes it. */
export function isQuantity(answer: unknown): answer is Hex {
  return typeof answer === 'string' && /^0x[\da-f]+$/i.test(answer);
}
