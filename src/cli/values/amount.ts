import { BadValue } from './value-reader.js';

const largest = 2n ** 256n - 1n;

/** Reads an amount of base units: decimal digits, or with an exponent, `1e18`. */
export function amount(text: string): bigint {
  const [, digits, exponent = '0'] = /^(\d{1,78})(?:e(\d{1,2}))?$/.exec(text) ?? [];
  const value = digits === undefined ? -1n : BigInt(digits) * 10n ** BigInt(exponent);
  if (value >= 0n && value <= largest) return value;
  throw new BadValue('must be an amount in base units, such as 5000000 or 1e18');
}
