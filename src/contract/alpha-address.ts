import * as Address from 'ox/Address';

const shape = /^0x[0-9a-fA-F]{40}$/;
const mixedCase = /[a-f].*[A-F]|[A-F].*[a-f]/;

/**
 * Tells what is wrong with a destination-chain address, or undefined if nothing is: `0x` and 40 hex digits, with the
 * checksum of EIP-55 when its letters are of both cases. `0X` is refused. Source: practice.
 */
export function alphaAddressFault(text: string): string | undefined {
  if (!shape.test(text)) return 'must be 0x and 40 hex digits';
  if (mixedCase.test(text.slice(2)) && !Address.validate(text, { strict: true })) {
    return `has a wrong checksum; ${Address.checksum(text.toLowerCase() as Address.Address)} is right`;
  }
  return undefined;
}
