/** Sorts the values of a field into classes. */
export interface ValueClasses {
  /** Those that values have which are valid in practice. */
  readonly names: readonly string[];
  /** Gives one of the names, or another word for what is valid only elsewhere. */
  readonly classOf: (value: string) => string;
}

const other = 'other';

/** The classes of decimals, by magnitude: `2^53..2^64` is at least 2^53 and less than 2^64. */
export function decimalClasses(...exponents: readonly bigint[]): ValueClasses {
  const powers = exponents.map((exponent) => (2n ** exponent).toString());
  const ranges = exponents.map(
    (exponent, at) => `${at === 0 ? '1' : `2^${exponents[at - 1]}`}..2^${exponent}`,
  );
  return {
    names: ['0', ...ranges],
    classOf(value) {
      if (value === '0') return '0';
      const at = /^[1-9]\d*$/.test(value) ? powers.findIndex((power) => isLess(value, power)) : -1;
      return ranges[at] ?? other;
    },
  };
}

/** Of canonical decimals, without making integers of them. */
function isLess(a: string, b: string): boolean {
  return a.length === b.length ? a < b : a.length < b.length;
}

/** The classes of hex bytes, by their number. */
export const byteClasses: ValueClasses = {
  names: ['0x', '1-31 bytes', '32 bytes', '33-1024 bytes', 'over 1024 bytes'],
  classOf(value) {
    const bytes = (value.length - 2) / 2;
    if (bytes <= 0) return '0x';
    if (bytes < 32) return '1-31 bytes';
    if (bytes === 32) return '32 bytes';
    return bytes <= 1024 ? '33-1024 bytes' : 'over 1024 bytes';
  },
};

/** The classes of method names, as practice writes them. */
export const methodClasses: ValueClasses = {
  names: ['bare', 'with (bytes,bytes)'],
  classOf: (value) => (value.endsWith('(bytes,bytes)') ? 'with (bytes,bytes)' : 'bare'),
};

/** The classes of destination-chain addresses, by the case of their letters. */
export const alphaClasses: ValueClasses = {
  names: ['zero', 'one case', 'mixed case'],
  classOf(value) {
    if (/^0x0+$/.test(value)) return 'zero';
    return /[a-f]/.test(value) && /[A-F]/.test(value) ? 'mixed case' : 'one case';
  },
};

/** What the base64 of a friendly form begins with, which is its tag. */
const friendlyForms: Readonly<Record<string, string>> = {
  E: 'bounceable',
  U: 'non-bounceable',
  k: 'test-bounceable',
  '0': 'test-non-bounceable',
};

/** The classes of source-chain addresses, by form. */
export const betaClasses: ValueClasses = {
  names: ['raw', ...Object.values(friendlyForms)],
  classOf: (value) => (value.includes(':') ? 'raw' : (friendlyForms[value.charAt(0)] ?? other)),
};
