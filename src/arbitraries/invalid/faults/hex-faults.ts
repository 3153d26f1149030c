import type { Arbitrary } from 'fast-check';
import { alphaAddress } from '../../values/alpha-address.js';
import { betaAddress } from '../../values/beta-address.js';
import { hexBytes } from '../../values/hex-bytes.js';
import { affixed, rewritten } from './affixed.js';
import type { ValueFault } from './request-fault.js';

const lowerCaseAddress = rewritten(
  alphaAddress(),
  (text) => text.toLowerCase(),
  (text) => text,
);

/** Faults of hex bytes, and of the hex digits of addresses. The forms are practice. */
export const hexFaults: readonly ValueFault[] = [
  {
    fault: 'missing-prefix',
    reason: 'It does not start with 0x.',
    at: each((valid) =>
      rewritten(
        valid,
        (text) => text.slice(2),
        (text) => `0x${text}`,
      ),
    ),
  },
  {
    fault: 'uppercase-prefix',
    reason: 'It starts with 0X, where the prefix is 0x.',
    at: each((valid) =>
      rewritten(
        valid,
        (text) => `0X${text.slice(2)}`,
        (text) => `0x${text.slice(2)}`,
      ),
    ),
  },
  {
    fault: 'odd-hex',
    reason: 'It has an odd number of hex digits, so that half a byte is left over.',
    at: each((valid) => affixed(valid, ['', '0'], ['', 'f'])),
  },
  {
    fault: 'not-hex',
    reason: 'It has letters in it that are no hex digits.',
    at: {
      ...each((valid) => endingIn('zz', valid)),
      beta: endingIn('zz', betaAddress({ forms: ['raw'] })),
      optionalBeta: endingIn('zz', betaAddress({ forms: ['raw'] })),
    },
  },
];

function each(wrong: (valid: Arbitrary<string>) => Arbitrary<string>): ValueFault['at'] {
  const address = wrong(lowerCaseAddress);
  return { hex: wrong(hexBytes({ minLength: 1, maxLength: 32 })), alpha: address, optionalAlpha: address };
}

function endingIn(ending: string, valid: Arbitrary<string>): Arbitrary<string> {
  const zeros = '0'.repeat(ending.length);
  return rewritten(
    valid,
    (text) => text.slice(0, -ending.length) + ending,
    (text) => text.slice(0, -ending.length) + zeros,
  );
}
