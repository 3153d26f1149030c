import fc, { type Arbitrary } from 'fast-check';
import { alphaAddress } from '../../values/alpha-address.js';
import { betaAddress } from '../../values/beta-address.js';
import { hexBytes } from '../../values/hex-bytes.js';
import { methodName } from '../../values/method-name.js';
import { shardsKey } from '../../values/shards-key.js';
import { tokenAmount } from '../../values/token-amount.js';
import { type Affixes, affixed } from './affixed.js';
import type { ValueFault } from './request-fault.js';
import type { TextKind } from './request-places.js';

const validTexts: Record<TextKind, Arbitrary<string>> = {
  uint64: shardsKey(),
  uint256: tokenAmount(),
  hex: hexBytes({ maxLength: 32 }),
  method: methodName(),
  alpha: alphaAddress(),
  optionalAlpha: alphaAddress(),
  beta: betaAddress(),
  optionalBeta: betaAddress(),
};

/** Faults of any text that has a form. */
export const textFaults: readonly ValueFault[] = [
  {
    fault: 'empty-string',
    reason: 'It is empty, where something must be.',
    at: valuesAt(['uint64', 'uint256', 'hex', 'alpha', 'beta'], () => fc.constant('')),
  },
  {
    fault: 'spaces',
    reason: 'It has white space before or after it, which is no part of a value.',
    at: around([' ', ''], ['', ' '], ['\t', ''], ['', '\n'], ['\u00a0', '']),
  },
  {
    fault: 'nul-character',
    reason: 'It has a NUL in it, at which some readers end a text.',
    at: around(['', '\0'], ['\0', '']),
  },
  {
    fault: 'lone-surrogate',
    reason: 'It has half of a UTF-16 pair in it, which is no character and cannot be written in UTF-8.',
    at: around(['', '\ud800'], ['\udc00', '']),
  },
  {
    fault: 'very-long',
    reason: 'It is thousands of characters long, where its form has a few dozen at most.',
    at: {
      uint64: long((length) => '9'.repeat(length)),
      uint256: long((length) => '9'.repeat(length)),
      ...valuesAt(['alpha', 'optionalAlpha'], () => long((length) => `0x${'a'.repeat(length)}`)),
      ...valuesAt(['beta', 'optionalBeta'], () => long((length) => 'E'.repeat(length))),
    },
  },
];

/** The wrong values of some kinds of places. */
function valuesAt(
  kinds: readonly TextKind[],
  wrong: (kind: TextKind) => Arbitrary<unknown>,
): ValueFault['at'] {
  return Object.fromEntries(kinds.map((kind) => [kind, wrong(kind)]));
}

function around(...affixes: readonly Affixes[]): ValueFault['at'] {
  return valuesAt(Object.keys(validTexts) as TextKind[], (kind) => affixed(validTexts[kind], ...affixes));
}

function long(write: (length: number) => string): Arbitrary<string> {
  const overhead = write(0).length;
  return fc.integer({ min: 1000, max: 20_000 }).map(write, (text) => {
    const length = typeof text === 'string' ? text.length - overhead : 0;
    if (length < 1 || write(length) !== text) throw new TypeError('not of one long run');
    return length;
  });
}
