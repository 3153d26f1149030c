import type { PlaceKind } from '../../../arbitraries/invalid/faults/request-places.js';
import { checksumAddress, formatBetaAddress, friendlyForms } from '../../../contract/addresses.js';

/** A value at a boundary of a field, or next to it. */
export interface BoundaryValue {
  readonly value: unknown;
  /** What is wrong with it, where the deployment's conventions forbid it. */
  readonly fault: string;
}

const powers = [53n, 63n, 64n, 255n, 256n].map((exponent) => 2n ** exponent);
const integers = [0n, ...powers].flatMap((power) => [power - 1n, power, power + 1n]);
const decimals = integers.map((integer) => ({
  value: integer.toString(),
  fault: integer < 0n ? 'negative' : 'overflow',
}));

const empty: BoundaryValue = { value: '', fault: 'empty-string' };
const ofWrongLength = (value: string): BoundaryValue => ({ value, fault: 'wrong-length' });

const alphaAddresses: readonly BoundaryValue[] = [
  empty,
  ...[0n, 1n, 2n ** 160n - 1n].map((integer) => ({
    value: `0x${integer.toString(16).padStart(40, '0')}`,
    fault: 'extreme-address',
  })),
  ...[39, 41].map((digits) => ofWrongLength(`0x${'a'.repeat(digits)}`)),
  // The same address in upper case, and with its checksum.
  { value: `0x${'AB'.repeat(20)}`, fault: 'letter-case' },
  { value: checksumAddress(`0x${'ab'.repeat(20)}`), fault: 'letter-case' },
];

const friendly = formatBetaAddress({ form: 'bounceable', workchain: 0, hash: 'a'.repeat(64) });

const betaAddresses: readonly BoundaryValue[] = [
  empty,
  ...[-2, -1, 0, 1].map((workchain) => ({
    value: `${workchain}:${'0'.repeat(64)}`,
    fault: 'unknown-workchain',
  })),
  { value: `0:${'f'.repeat(64)}`, fault: 'extreme-address' },
  ...[63, 65].map((digits) => ofWrongLength(`0:${'a'.repeat(digits)}`)),
  { value: `0:${'AB'.repeat(32)}`, fault: 'letter-case' },
  ...friendlyForms.flatMap((form) =>
    ([0, -1] as const).map((workchain) => ({
      value: formatBetaAddress({ form, workchain, hash: 'a'.repeat(64) }),
      fault: 'friendly-form',
    })),
  ),
  ...[friendly.slice(0, -1), `${friendly}A`].map(ofWrongLength),
];

/** The boundaries of each kind of field, with what lies next to them. Those of the forms are practice. */
export const boundaryValues: { readonly [Kind in PlaceKind]?: readonly BoundaryValue[] } = {
  uint64: decimals,
  uint256: decimals,
  hex: [
    ...neighbours(0, 2, 64, 128, 512, 8192).map((digits) => ({
      value: `0x${'a'.repeat(digits)}`,
      fault: 'odd-hex',
    })),
    { value: `0x${'AB'.repeat(40)}`, fault: 'letter-case' },
    { value: `0x${'aB'.repeat(40)}`, fault: 'letter-case' },
    // Zeros in front and at the end, which numbers would lose.
    { value: `0x${'00'.repeat(33)}01${'00'.repeat(33)}`, fault: 'leading-zeros' },
  ],
  alpha: alphaAddresses,
  optionalAlpha: alphaAddresses,
  beta: betaAddresses,
  optionalBeta: betaAddresses,
  method: neighbours(0, 64, 256).flatMap((length) =>
    ['', ...(length > 0 ? ['(bytes,bytes)'] : [])].map((parameters) => ({
      value: 'a'.repeat(length) + parameters,
      fault: 'very-long',
    })),
  ),
  assets: [
    ...neighbours(0, 2, 16, 64, 256).map((count) => ({ value: assets(count), fault: 'many-assets' })),
    ...powers.map((power) => ({ value: assets(3, power - 1n), fault: 'large-amounts' })),
  ],
};

/** Each of another token: that a token may come twice is assumption. */
function assets(count: number, amount = 1n): object[] {
  return Array.from({ length: count }, (_, index) => ({
    amount: `${amount}`,
    tokenAddress: `0:${index.toString(16).padStart(64, '0')}`,
  }));
}

/** Each count with the one before it and the one after it. */
function neighbours(...counts: readonly number[]): number[] {
  return counts.flatMap((count) => [count - 1, count, count + 1]).filter((count) => count >= 0);
}
