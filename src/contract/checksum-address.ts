import * as Hash from 'ox/Hash';

const nine = '9'.charCodeAt(0);
const fromLowerToUpper = 'A'.charCodeAt(0) - 'a'.charCodeAt(0);

/**
 * Writes a lower-case destination-chain address with the checksum of EIP-55. Source: practice.
 *
 * Written here because generators and validation call it for every request, and a kept library, which the tests hold
 * it against, takes twice the time.
 */
export function checksumAddress(address: string): string {
  const digits = Buffer.from(address.slice(2), 'latin1');
  const hash = Hash.keccak256(digits);
  for (const [index, digit] of digits.entries()) {
    const nibble = (hash[index >> 1] as number) >> (index % 2 === 0 ? 4 : 0);
    if (digit > nine && nibble & 8) digits[index] = digit + fromLowerToUpper;
  }
  return `0x${digits.toString('latin1')}`;
}
