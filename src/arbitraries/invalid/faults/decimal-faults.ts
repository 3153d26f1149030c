import fc, { type Arbitrary } from 'fast-check';
import { shardsKey } from '../../values/shards-key.js';
import { tokenAmount } from '../../values/token-amount.js';
import { type Affixes, affixed, rewritten } from './affixed.js';
import type { ValueFault } from './request-fault.js';

const firstFullwidthDigit = 0xff10;

/** Faults of the shards key and of amounts, which are canonical decimals of a width. The form is assumption. */
export const decimalFaults: readonly ValueFault[] = [
  {
    fault: 'negative',
    reason: 'It has a minus sign, but is unsigned.',
    at: around(['-', '']),
  },
  {
    fault: 'plus-sign',
    reason: 'It has a plus sign, which a canonical decimal does not.',
    at: around(['+', '']),
  },
  {
    fault: 'leading-zeros',
    reason: 'It has leading zeros: another text for the same number, and octal to some readers.',
    at: around(['0', ''], ['000', '']),
  },
  {
    fault: 'fraction',
    reason: 'It has a fraction, but counts whole base units.',
    at: around(['', '.0'], ['', '.5'], ['', '.']),
  },
  {
    fault: 'exponent',
    reason: 'It has an exponent, which a canonical decimal does not.',
    at: around(['', 'e0'], ['', 'e3'], ['', 'E+2']),
  },
  {
    fault: 'hex-for-decimal',
    reason: 'It is hexadecimal, where a decimal must be.',
    at: each((valid) =>
      rewritten(
        valid,
        (text) => `0x${BigInt(text).toString(16)}`,
        (text) => BigInt(text).toString(),
      ),
    ),
  },
  {
    fault: 'digit-separators',
    reason: 'Its digits are grouped, which a canonical decimal does not do.',
    at: around(['', ',000'], ['', '_000'], ['', ' 000']),
  },
  {
    fault: 'other-digits',
    reason: 'Its digits are those of another script, not 0 to 9.',
    at: each((valid) => rewritten(valid, toFullwidth, fromFullwidth)),
  },
  {
    fault: 'not-a-number',
    reason: 'It is a word, not a number.',
    at: each(() => fc.constantFrom('NaN', 'Infinity', '1n', 'null', 'undefined', 'one', '-')),
  },
  {
    fault: 'overflow-by-one',
    reason: 'It is 2^64, one more than a uint64 can be.',
    at: { uint64: fc.constant(String(2n ** 64n)) },
  },
  {
    fault: 'overflow-by-one',
    reason: 'It is 2^256, one more than a uint256 can be.',
    at: { uint256: fc.constant(String(2n ** 256n)) },
  },
];

function each(wrong: (valid: Arbitrary<string>) => Arbitrary<string>): ValueFault['at'] {
  return { uint64: wrong(shardsKey()), uint256: wrong(tokenAmount()) };
}

function around(...affixes: readonly Affixes[]): ValueFault['at'] {
  return each((valid) => affixed(valid, ...affixes));
}

function toFullwidth(text: string): string {
  return text.replace(/\d/g, (digit) => String.fromCharCode(firstFullwidthDigit + Number(digit)));
}

function fromFullwidth(text: string): string {
  return text.replace(/[\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) - firstFullwidthDigit));
}
