import { z } from 'zod';
import { sharedByCopies } from '../internal/shared-by-copies.js';
import {
  alphaAddressIssue,
  alphaAddressShape,
  type BetaAddress,
  betaAddressShape,
  checksumAddress,
  formatBetaAddress,
  friendlyForms,
  isBetaAddress,
  parseBetaAddress,
  rawBetaAddress,
} from './addresses.js';
import { canonicalDecimal } from './integer-range.js';

/**
 * A string format: everything that documents, generators, campaigns and validation need to know about it. Request
 * fields only reference a format. The formats are practice (section 2.1: not shown).
 */
export interface Format<MutationName extends string = string> {
  readonly name: FormatName;
  /** Whether `''` is also valid. */
  readonly allowsEmpty: boolean;
  /** Accepts exactly the valid texts, with a message for all others. */
  readonly schema: z.ZodString;
  /** Accepts the texts that a local deployment can execute where requests are not validated, and rejects all others. */
  readonly executable: z.ZodString;
  /** A regular expression that matches every valid text, and possibly invalid ones. */
  readonly pattern: string;
  /**
   * Returns a regular expression that matches only valid texts, including the examples; undefined if `pattern` does.
   */
  readonly narrowPattern?: ((examples: readonly string[]) => string) | undefined;
  /** Returns why a text is invalid, as in "must be a decimal integer"; undefined if it is valid. */
  readonly issueOf: (text: string) => string | undefined;
  /** Returns the canonical spelling of a text, for comparison. */
  readonly canonical: (text: string) => string;
  /** Returns all spellings of the same value, the plainest first. */
  readonly spellings: (text: string) => readonly string[];
  /** Two valid texts, the simplest first. */
  readonly examples: readonly [string, string];
  /** Texts at and next to the limits of the format, valid or not. */
  readonly boundaries: readonly BoundaryValue<string>[];
  /** Coverage classes of valid texts: the first predicate that holds names the class. */
  readonly classes: Readonly<Record<string, (text: string) => boolean>>;
  /** The mutations that make a valid text invalid. */
  readonly mutations: Readonly<Record<MutationName, Mutation>>;
  /** Returns simpler valid texts, the simplest first. */
  readonly simpler: (text: string) => readonly string[];
  /** Returns a text of about `length` characters that is otherwise valid. */
  readonly sized: (length: number) => string;
  /** Whether there is no maximum length. */
  readonly isUnbounded: boolean;
}

/** The names of the formats. */
export type FormatName =
  | 'shards-key'
  | 'amount'
  | 'alpha-address'
  | 'beta-address'
  | 'hex-bytes'
  | 'method-name'
  | 'operation-id';

/** One way to make a valid value invalid. */
export interface Mutation {
  /** Why the mutated value is invalid, as a sentence. */
  readonly reason: string;
  /** Returns invalid values made from a valid one, the simplest first. Some may happen to be valid. */
  readonly mutate: (valid: unknown) => Candidates;
  /** The invalid member, if the value is an object. */
  readonly member?: string | undefined;
}

/** A list, or a lazy equivalent. */
interface Candidates {
  readonly length: number;
  readonly at: (index: number) => unknown;
}

/** A value at or next to a limit of a format or list. */
export interface BoundaryValue<Value = unknown> {
  readonly value: Value;
  /** The mutation it represents, if it is invalid. */
  readonly mutation: string;
}

/** Facts about a schema that zod does not know. */
interface SchemaFacts {
  readonly format?: Format | undefined;
  readonly mutations?: Readonly<Record<string, Mutation>> | undefined;
  /** Replace those that its definition implies. */
  readonly boundaries?: readonly BoundaryValue[] | undefined;
}

// Typed as unknown because zod would rewrite the type member by member. Shared, because an extension may use the schemas of
// another copy of the package.
const knownFacts = sharedByCopies('schemaFacts', () => z.registry<{ readonly facts: unknown }>());

/** Attaches facts to a schema. `.meta()` keeps them. */
export function addFacts<Schema extends z.ZodType>(schema: Schema, facts: SchemaFacts): Schema {
  knownFacts.add(schema, { facts });
  return schema;
}

/** Returns the facts about a schema, if any. */
export function factsOf(schema: z.core.$ZodType): SchemaFacts | undefined {
  return knownFacts.get(schema)?.facts as SchemaFacts | undefined;
}

/** The members of a format that most formats have in common. */
const defaults = {
  allowsEmpty: false,
  canonical: (text: string) => text,
  spellings: (text: string): readonly string[] => [text],
  boundaries: [] as readonly BoundaryValue<string>[],
  simpler: (): readonly string[] => [],
  isUnbounded: false,
};

/** The members that most formats share have {@link defaults}. */
type FormatDefinition<MutationName extends string> = Omit<
  Format<MutationName>,
  keyof typeof defaults | 'schema' | 'executable'
> &
  Partial<Pick<Format, keyof typeof defaults>> & {
    /** Returns why an EVM cannot use a text. Default: `issueOf`. */
    readonly executableIssueOf?: Format['issueOf'];
  };

function defineFormat<MutationName extends string>(
  definition: FormatDefinition<MutationName>,
): Format<MutationName> & Pick<Required<FormatDefinition<string>>, 'executableIssueOf'> {
  const { issueOf, executableIssueOf = issueOf, pattern } = definition;
  const schema = textWithout(issueOf).meta({ pattern });
  const executable = textWithout(executableIssueOf);
  const format = { ...defaults, ...definition, executableIssueOf, schema, executable };
  addFacts(schema, { format, mutations: format.mutations, boundaries: format.boundaries });
  return format;
}

/** Returns a schema of the texts that have no issue. */
function textWithout(issueOf: Format['issueOf']): z.ZodString {
  return z.string().check((context) => {
    const message = issueOf(context.value);
    if (message !== undefined) context.issues.push({ code: 'custom', input: context.value, message });
  });
}

/** Extends a format with `''` for none. */
function orEmpty<MutationName extends string>(
  format: ReturnType<typeof defineFormat<MutationName>>,
): Format<Exclude<MutationName, 'empty-string'>> {
  const [simplest, other] = format.examples;
  const mutations = Object.entries<Mutation>(format.mutations)
    .filter(([name]) => name !== 'empty-string')
    .map(([name, { reason, mutate }]): [string, Mutation] => [
      name,
      { reason, mutate: (valid) => mutate(valid === '' ? simplest : valid) },
    ]);
  const { narrowPattern } = format;
  return defineFormat({
    ...format,
    allowsEmpty: true,
    issueOf: (text) => (text === '' ? undefined : format.issueOf(text)),
    executableIssueOf: (text) => (text === '' ? undefined : format.executableIssueOf(text)),
    pattern: `^$|${format.pattern}`,
    narrowPattern: narrowPattern && ((examples) => narrowPattern(examples).replace('^(?:', '^(?:|')),
    canonical: (text) => (text === '' ? '' : format.canonical(text)),
    spellings: (text) => (text === '' ? [''] : format.spellings(text)),
    examples: ['', other],
    classes: { empty: (text) => text === '', ...format.classes },
    mutations: Object.fromEntries(mutations) as Readonly<
      Record<Exclude<MutationName, 'empty-string'>, Mutation>
    >,
  });
}

// Mutations of any text.

/** Creates a mutation from a list of invalid texts. */
function broken(reason: string, write: (text: string) => readonly string[]): Mutation {
  return { reason, mutate: (valid) => write(String(valid)) };
}

/** Creates a mutation that adds a prefix or suffix. */
function affixed(
  reason: string,
  ...affixes: readonly (readonly [before: string, after: string])[]
): Mutation {
  return broken(reason, (text) => affixes.map(([before, after]) => before + text + after));
}

const emptyText = broken('It is empty, but a value is required.', () => ['']);

const textMutations = {
  spaces: affixed(
    'It has leading or trailing white space, which is not part of a value.',
    [' ', ''],
    ['', ' '],
    ['\t', ''],
    ['', '\n'],
    ['\u00a0', ''],
  ),
  'nul-character': affixed(
    'It contains a NUL character, where some parsers end a string.',
    ['', '\0'],
    ['\0', ''],
  ),
  'lone-surrogate': affixed(
    'It contains a lone surrogate, which is not a character and cannot be encoded in UTF-8.',
    ['', '\ud800'],
    ['\udc00', ''],
  ),
};

function veryLong(write: (length: number) => string): Mutation {
  return {
    reason: 'It is thousands of characters long, but its format allows a few dozen at most.',
    mutate: () => ({ length: 19_001, at: (index) => write(1000 + index) }),
  };
}

/** Returns each count with its neighbours. */
export function withNeighbours(...counts: readonly number[]): number[] {
  return counts.flatMap((count) => [count - 1, count, count + 1]).filter((count) => count >= 0);
}

// Decimals.

const firstFullwidthDigit = 0xff10;

/** Limits of common integer widths; amounts and shards keys are tested at all of them. */
export const powersOfTwo = [53n, 63n, 64n, 255n, 256n].map((exponent) => 2n ** exponent);

const decimalMutations = {
  'empty-string': emptyText,
  ...textMutations,
  'very-long': veryLong((length) => '9'.repeat(length)),
  negative: affixed('It has a minus sign, but is unsigned.', ['-', '']),
  'plus-sign': affixed('It has a plus sign, which a canonical decimal does not allow.', ['+', '']),
  'leading-zeros': affixed(
    'It has leading zeros: another spelling of the same number, and octal for some parsers.',
    ['0', ''],
    ['000', ''],
  ),
  fraction: affixed('It has a fraction, but must be a whole number.', ['', '.0'], ['', '.5'], ['', '.']),
  exponent: affixed(
    'It has an exponent, which a canonical decimal does not allow.',
    ['', 'e0'],
    ['', 'e3'],
    ['', 'E+2'],
  ),
  'hex-for-decimal': broken('It is hexadecimal, but must be decimal.', (text) => [
    `0x${BigInt(text).toString(16)}`,
  ]),
  'digit-separators': affixed(
    'It has digit separators, which a canonical decimal does not allow.',
    ['', ',000'],
    ['', '_000'],
    ['', ' 000'],
  ),
  'other-digits': broken('It has digits of another script instead of 0 to 9.', (text) => [
    text.replace(/\d/g, (digit) => String.fromCharCode(firstFullwidthDigit + Number(digit))),
  ]),
  'not-a-number': broken('It is a word, not a number.', () => [
    'NaN',
    'Infinity',
    '1n',
    'null',
    'undefined',
    'one',
    '-',
  ]),
};

/**
 * Defines a canonical decimal of at most `bits` bits. `exponents` are the powers of two that bound the coverage
 * classes.
 */
function decimal(name: FormatName, bits: bigint, exponents: readonly bigint[]) {
  const max = 2n ** bits - 1n;
  const digits = max.toString().length;
  const classes = exponents.map((exponent, at) => {
    const power = 2n ** exponent;
    const range = `${at === 0 ? '1' : `2^${exponents[at - 1]}`}..2^${exponent}`;
    return [range, (text: string) => canonicalDecimal.test(text) && isLess(text, power.toString())] as const;
  });
  return defineFormat({
    name,
    pattern: `^(?:0|[1-9]\\d{0,${digits - 1}})$`,
    narrowPattern: () => `^(?:0|[1-9]\\d{0,${digits - 2}}|${max})$`,
    issueOf(text) {
      if (!canonicalDecimal.test(text))
        return 'must be a decimal integer without sign, spaces or leading zeros';
      if (text.length > digits || (text.length === digits && BigInt(text) > max))
        return `must be at most 2^${bits}-1`;
      return undefined;
    },
    examples: ['0', '1'],
    boundaries: [0n, ...powersOfTwo]
      .flatMap((power) => [power - 1n, power, power + 1n])
      .map((integer) => ({ value: `${integer}`, mutation: integer < 0n ? 'negative' : 'overflow' })),
    classes: { '0': (text) => text === '0', ...Object.fromEntries(classes) },
    mutations: {
      ...decimalMutations,
      'overflow-by-one': broken(`It is 2^${bits}, one more than the maximum of a uint${bits}.`, () => [
        `${max + 1n}`,
      ]),
    },
    simpler: smallerDecimals,
    sized: (length) => '9'.repeat(length),
  });
}

/** Compares canonical decimals without converting them. */
function isLess(one: string, other: string): boolean {
  return one.length === other.length ? one < other : one.length < other.length;
}

/** Returns 0, 1, and numbers with half as many bits and half as large. */
function smallerDecimals(text: string): string[] {
  if (!/^\d+$/.test(text)) return [];
  const number = BigInt(text);
  const halfOfBits = BigInt(Math.ceil(number.toString(2).length / 2));
  const numbers = [0n, 1n, number >> halfOfBits, number / 2n].filter((smaller) => smaller < number);
  return [...new Set(numbers)].map(String);
}

// Hex bytes.

const evenHex = /^0x(?:[0-9a-fA-F]{2})*$/;

/** Returns what {@link evenHex} matches. Its loop could exhaust the stack of regular expressions for texts of megabytes. */
function isEvenHex(text: string): boolean {
  return text.startsWith('0x') && text.length % 2 === 0 && !/[^0-9a-fA-F]/.test(text.slice(2));
}

/** Mutations of hex digits; `base` returns a text with at least one byte. */
function hexMutations(base: (text: string) => string) {
  return {
    'missing-prefix': broken('It does not start with 0x.', (text) => [base(text).slice(2)]),
    'uppercase-prefix': broken('It starts with 0X, but the prefix must be 0x.', (text) => [
      `0X${base(text).slice(2)}`,
    ]),
    'odd-hex': broken('It has an odd number of hex digits, so its last byte is incomplete.', (text) => [
      `${base(text)}0`,
      `${base(text)}f`,
    ]),
    'not-hex': broken('It contains letters that are not hex digits.', (text) => [
      `${base(text).slice(0, -2)}zz`,
    ]),
  };
}

function bytesIn(text: string): number {
  return (text.length - 2) / 2;
}

const hexBytes = defineFormat({
  name: 'hex-bytes',
  pattern: evenHex.source,
  issueOf: (text) => (isEvenHex(text) ? undefined : 'must be 0x and an even number of hex digits'),
  canonical: (text) => text.toLowerCase(),
  examples: ['0x', '0x00'],
  boundaries: [
    ...withNeighbours(0, 2, 64, 128, 512, 8192).map((digits) => ({
      value: `0x${'a'.repeat(digits)}`,
      mutation: 'odd-hex',
    })),
    { value: `0x${'AB'.repeat(40)}`, mutation: 'letter-case' },
    { value: `0x${'aB'.repeat(40)}`, mutation: 'letter-case' },
    // Leading and trailing zeros, which a number would lose.
    { value: `0x${'00'.repeat(33)}01${'00'.repeat(33)}`, mutation: 'leading-zeros' },
  ],
  classes: {
    '0x': (text) => bytesIn(text) <= 0,
    '1-31 bytes': (text) => bytesIn(text) < 32,
    '32 bytes': (text) => bytesIn(text) === 32,
    '33-1024 bytes': (text) => bytesIn(text) <= 1024,
    'over 1024 bytes': () => true,
  },
  mutations: {
    'empty-string': emptyText,
    ...textMutations,
    ...hexMutations((text) => (text.length > 2 ? text : '0x00')),
  },
  simpler(text) {
    if (!/^0x(?:..)+$/.test(text)) return [];
    return [...new Set(['0x', text.slice(0, 2 + 2 * Math.floor(text.length / 4 - 0.5))])];
  },
  sized: (length) => `0x${'0'.repeat(length)}`,
  isUnbounded: true,
});

// Addresses of the destination chain.

const alphaAddress = defineFormat({
  name: 'alpha-address',
  pattern: alphaAddressShape.source,
  narrowPattern: (examples) => listed('0x(?:[0-9a-f]{40}|[0-9A-F]{40})', examples),
  issueOf: alphaAddressIssue,
  // The checksum is not part of the bytes.
  executableIssueOf: (text) => (alphaAddressShape.test(text) ? undefined : alphaAddressIssue(text)),
  canonical: (text) => text.toLowerCase(),
  spellings(text) {
    if (!alphaAddressShape.test(text)) return [text];
    const lower = text.toLowerCase();
    return [lower, checksumAddress(lower), `0x${lower.slice(2).toUpperCase()}`];
  },
  examples: [`0x${'00'.repeat(20)}`, `0x${'11'.repeat(20)}`],
  boundaries: [
    { value: '', mutation: 'empty-string' },
    ...[0n, 1n, 2n ** 160n - 1n].map((integer) => ({
      value: `0x${integer.toString(16).padStart(40, '0')}`,
      mutation: 'extreme-address',
    })),
    ...[39, 41].map((digits) => ({ value: `0x${'a'.repeat(digits)}`, mutation: 'wrong-length' })),
    // The same address in uppercase and with its checksum.
    { value: `0x${'AB'.repeat(20)}`, mutation: 'letter-case' },
    { value: checksumAddress(`0x${'ab'.repeat(20)}`), mutation: 'letter-case' },
  ],
  classes: {
    zero: (text) => /^0x0+$/.test(text),
    'mixed case': (text) => /[a-f]/.test(text) && /[A-F]/.test(text),
    'one case': () => true,
  },
  mutations: {
    'empty-string': emptyText,
    ...textMutations,
    'very-long': veryLong((length) => `0x${'a'.repeat(length)}`),
    ...hexMutations((text) => text.toLowerCase()),
    'bad-checksum-case': broken(
      'It has mixed letter case, but one letter does not match the EIP-55 checksum.',
      wrongChecksums,
    ),
    'wrong-length': broken('It is not 20 bytes long, as an address must be.', (text) =>
      ['', '00', text.slice(2, -2), `${text.slice(2)}00`, text.slice(2).padStart(64, '0')].map(
        (digits) => `0x${digits}`,
      ),
    ),
    'wrong-chain': broken('It is a source-chain address, but must be a destination-chain address.', (text) =>
      betaSpellings({ workchain: 0, hash: text.slice(2).toLowerCase().padStart(64, '0') }),
    ),
  },
  sized: (length) => `0x${'a'.repeat(length)}`,
});

/** Returns the checksummed address with one letter in the wrong case, for each letter. */
function wrongChecksums(text: string): string[] {
  const lower = text.toLowerCase();
  const right = checksumAddress(/[a-f]/.test(lower.slice(2)) ? lower : `0x${'f'.repeat(40)}`);
  return [...right].flatMap((letter, at) => {
    if (at < 2 || !/[a-f]/i.test(letter)) return [];
    const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    return [right.slice(0, at) + other + right.slice(at + 1)];
  });
}

/** Returns a pattern that matches a shape and the given texts. */
function listed(shape: string, texts: readonly string[]): string {
  const others = texts.filter((text) => text !== '' && !new RegExp(`^(?:${shape})$`).test(text));
  return `^(?:${[shape, ...new Set(others)].join('|')})$`;
}

// Addresses of the source chain.

const zeroHash = '0'.repeat(64);
const rawForm = '(?:0|-1):[0-9a-fA-F]{64}';

function betaSpellings(address: Pick<BetaAddress, 'workchain' | 'hash'>): string[] {
  return [
    formatBetaAddress({ ...address, form: 'raw' }),
    `${address.workchain}:${address.hash.toUpperCase()}`,
    ...friendlyForms.map((form) => formatBetaAddress({ ...address, form })),
  ];
}

/** Parses an address, or returns a default, for mutations that need its parts. */
function decoded(text: string): BetaAddress {
  return parseBetaAddress(text) ?? { workchain: 0, hash: zeroHash, form: 'raw' };
}

/** The first base64 character of each friendly form, which encodes its tag. */
const firstLetters = {
  E: 'bounceable',
  U: 'non-bounceable',
  k: 'test-bounceable',
  '0': 'test-non-bounceable',
};

const friendlyExample = formatBetaAddress({ form: 'bounceable', workchain: 0, hash: 'a'.repeat(64) });

const betaAddress = defineFormat({
  name: 'beta-address',
  pattern: betaAddressShape.source,
  narrowPattern: (examples) => listed(rawForm, examples),
  issueOf: (text) =>
    isBetaAddress(text)
      ? undefined
      : 'must be a source-chain address: 48 characters of url-safe base64 with a valid checksum, or workchain:64 hex',
  // On the destination chain it is text, as method names are.
  executableIssueOf: () => undefined,
  canonical: rawBetaAddress,
  spellings(text) {
    const address = parseBetaAddress(text);
    return address === undefined ? [text] : betaSpellings(address);
  },
  examples: [`0:${zeroHash}`, `0:${'11'.repeat(32)}`],
  boundaries: [
    { value: '', mutation: 'empty-string' },
    ...[-2, -1, 0, 1].map((workchain) => ({
      value: `${workchain}:${zeroHash}`,
      mutation: 'unknown-workchain',
    })),
    { value: `0:${'f'.repeat(64)}`, mutation: 'extreme-address' },
    ...[63, 65].map((digits) => ({ value: `0:${'a'.repeat(digits)}`, mutation: 'wrong-length' })),
    { value: `0:${'AB'.repeat(32)}`, mutation: 'letter-case' },
    ...friendlyForms.flatMap((form) =>
      ([0, -1] as const).map((workchain) => ({
        value: formatBetaAddress({ form, workchain, hash: 'a'.repeat(64) }),
        mutation: 'friendly-form',
      })),
    ),
    ...[friendlyExample.slice(0, -1), `${friendlyExample}A`].map((value) => ({
      value,
      mutation: 'wrong-length',
    })),
  ],
  classes: {
    raw: (text) => text.includes(':'),
    ...Object.fromEntries(
      Object.entries(firstLetters).map(([letter, form]) => [form, (text: string) => text.startsWith(letter)]),
    ),
  },
  mutations: {
    'empty-string': emptyText,
    ...textMutations,
    'very-long': veryLong((length) => 'E'.repeat(length)),
    'not-hex': broken('It contains letters that are not hex digits.', (text) => [
      `${rawBetaAddress(text).slice(0, -2)}zz`,
    ]),
    'bad-crc': {
      reason: 'Its checksum is wrong (CRC-16 over tag, workchain and hash).',
      mutate: (valid) => ({
        length: friendlyForms.length * 0xffff,
        at(index) {
          const form = friendlyForms[index % friendlyForms.length] ?? 'bounceable';
          const bits = 1 + Math.floor(index / friendlyForms.length);
          return withFlippedChecksum(formatBetaAddress({ ...decoded(String(valid)), form }), bits);
        },
      }),
    },
    'standard-base64': broken('It is in standard base64 instead of url-safe base64.', (text) =>
      [decoded(text).hash, 'fbef'.repeat(16)]
        .flatMap((hash) => betaSpellings({ ...decoded(text), hash }).slice(2))
        .filter((friendly) => /[-_]/.test(friendly))
        .map((friendly) => friendly.replaceAll('-', '+').replaceAll('_', '/')),
    ),
    'unknown-workchain': broken('Its workchain is neither 0 nor -1.', (text) =>
      ['1', '-2', '255'].map((workchain) => `${workchain}:${decoded(text).hash}`),
    ),
    'wrong-length': broken('It does not have the length of an address.', (text) => [
      `${text}00`,
      rawBetaAddress(text).slice(0, -2),
    ]),
    'wrong-chain': broken(
      'It is a destination-chain address, but must be a source-chain address.',
      (text) => [`0x${decoded(text).hash.slice(-40)}`],
    ),
  },
  sized: (length) => `0:${'a'.repeat(length)}`,
});

/** Flips bits in the checksum of a friendly address. */
function withFlippedChecksum(friendly: string, bits: number): string {
  const bytes = Buffer.from(friendly, 'base64url');
  bytes.writeUInt16BE(bytes.readUInt16BE(34) ^ bits, 34);
  return bytes.toString('base64url');
}

// Method names and operation ids.

/** The parameters of every method, which its name may include. Source: practice. */
export const methodParameters = '(bytes,bytes)';
const methodNameShape = /^(?:[A-Za-z_$][A-Za-z0-9_$]*(?:\(bytes,bytes\))?)?$/;

const methodName = defineFormat({
  name: 'method-name',
  allowsEmpty: true,
  pattern: methodNameShape.source,
  issueOf: (text) =>
    methodNameShape.test(text) ? undefined : 'must be a method name, bare or with (bytes,bytes)',
  executableIssueOf: () => undefined,
  canonical: (text) => text.replace(methodParameters, ''),
  spellings(text) {
    const bare = text.replace(methodParameters, '');
    return bare === '' ? [''] : [bare, bare + methodParameters];
  },
  examples: ['a', 'b'],
  boundaries: withNeighbours(0, 64, 256).flatMap((length) =>
    ['', ...(length > 0 ? [methodParameters] : [])].map((ending) => ({
      value: 'a'.repeat(length) + ending,
      mutation: 'very-long',
    })),
  ),
  classes: {
    empty: (text) => text === '',
    'with (bytes,bytes)': (text) => text.endsWith(methodParameters),
    bare: () => true,
  },
  mutations: {
    ...textMutations,
    'bad-method-name': broken('It is not a method name, with or without (bytes,bytes).', () => [
      '1st',
      'swap()',
      'swap(bytes)',
      'swap(bytes, bytes)',
      'swap(bytes,bytes',
      'swap(bytes,bytes)(bytes,bytes)',
      '(bytes,bytes)',
      'add-liquidity',
      'a.b',
      'größe',
    ]),
  },
  sized: (length) => 'a'.repeat(length),
});

const operationIdShape = /^0x[0-9a-fA-F]{64}$/;

const operationId = defineFormat({
  name: 'operation-id',
  pattern: operationIdShape.source,
  issueOf: (text) => (operationIdShape.test(text) ? undefined : 'must be 0x and 64 hex digits'),
  canonical: (text) => text.toLowerCase(),
  examples: [`0x${'00'.repeat(32)}`, `0x${'11'.repeat(32)}`],
  classes: { any: () => true },
  mutations: {
    'empty-string': emptyText,
    ...textMutations,
    ...hexMutations((text) => text),
    'wrong-length': broken('It is not 32 bytes long.', (text) => [
      '0x',
      text.slice(0, -2),
      `${text}00`,
      text + '0'.repeat(4096),
    ]),
  },
  sized: (length) => `0x${'0'.repeat(length)}`,
});

/** The string formats of the interface. Widths, units and forms are practice. */
export const formats = {
  /** A uint64 as canonical decimal. */
  shardsKey: decimal('shards-key', 64n, [53n, 63n, 64n]),
  /** A uint256 as canonical decimal, of base units. */
  amount: decimal('amount', 256n, [53n, 64n, 255n, 256n]),
  /** `0x` and 40 hex digits, with an EIP-55 checksum if mixed case. */
  alphaAddress,
  /** An address of the destination chain, or `''` for none. */
  alphaAddressOrEmpty: orEmpty(alphaAddress),
  /** `workchain:64 hex`, or 48 characters of url-safe base64 with a checksum. */
  betaAddress,
  /** An address of a source-chain token, or `''` for the native coin. */
  betaToken: orEmpty(betaAddress),
  /** `0x` and an even number of hex digits. */
  hexBytes,
  /** Empty, bare, or with `(bytes,bytes)`. */
  methodName,
  /** `0x` and 64 hex digits. */
  operationId,
} as const;

/** The name of a mutation of a format. */
export type FormatMutation = {
  [Name in keyof typeof formats]: keyof (typeof formats)[Name]['mutations'];
}[keyof typeof formats];

/** The names of all mutations of formats, each once. */
export const formatMutations: readonly FormatMutation[] = [
  ...new Set(Object.values(formats).flatMap(({ mutations }) => Object.keys(mutations) as FormatMutation[])),
];

/** Whether the texts of requests must have their formats: the convention `requestValidation`. */
type RequestValidation = 'strict' | 'off';

const anyText = z.string();

/** Returns the schema of a format, or any text if requests are not validated. */
export function textSchema(format: Format, validation: RequestValidation): z.ZodString {
  return validation === 'strict' ? format.schema : anyText;
}

/** Returns the coverage class of a text; `other` if it is valid only without validation. */
export function classOf({ classes }: Format, text: string): string {
  return Object.keys(classes).find((name) => classes[name]?.(text)) ?? 'other';
}

/** Returns why an operation id is invalid (section 4.2; its form is practice); undefined if it is valid. */
export function operationIdIssue(
  text: string,
  { requestValidation }: { readonly requestValidation: RequestValidation },
): string | undefined {
  if (!text.isWellFormed()) return 'must have no lone surrogates, which UTF-8 cannot express';
  return textSchema(operationId, requestValidation).safeParse(text).error?.issues[0]?.message;
}
