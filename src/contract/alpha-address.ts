import { alphaAddressShape } from './alpha-address-shape.js';
import { checksumAddress } from './checksum-address.js';

/**
 * Tells what is wrong with a destination-chain address, or undefined if nothing is: `0x` and 40 hex digits, with the
 * checksum of EIP-55 when its letters are of both cases. `0X` is refused. Source: practice.
 */
export function alphaAddressFault(text: string): string | undefined {
  if (!alphaAddressShape.test(text)) return 'must be 0x and 40 hex digits';
  if (!isMixedCase(text.slice(2))) return undefined;
  const right = checksumAddress(text.toLowerCase());
  return text === right ? undefined : `has a wrong checksum; ${right} is right`;
}

function isMixedCase(hex: string): boolean {
  return /[a-f]/.test(hex) && /[A-F]/.test(hex);
}
