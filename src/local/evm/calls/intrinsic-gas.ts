import type { Hex } from '../destination-chain.js';

/** Gas that the chain demands of a call with this data before it runs it (EIP-2028, and EIP-7623's floor). */
export function intrinsicGas(data: Hex): bigint {
  const bytes = Buffer.from(data.slice(2), 'hex');
  const zeros = bytes.reduce((count, byte) => (byte === 0 ? count + 1 : count), 0);
  // The floor is above the price of the data itself, which is 4 a token.
  const tokens = zeros + 4 * (bytes.length - zeros);
  return 21_000n + 10n * BigInt(tokens);
}
