import fc, { type Arbitrary } from 'fast-check';
import * as AbiParameters from 'ox/AbiParameters';
import { constantsOr, shrunkLike } from '../values/combinators.js';
import {
  anyCharacter,
  awkwardCharacters,
  fixedHex,
  hexBytes,
  powersAndNeighbours,
  unsignedInteger,
} from '../values/values.js';
import { type AbiType, abiTypeText } from './abi.js';

/** A value of an ABI type: integers as bigints, addresses and bytes as lower-case hex, tuples as lists. */
export type AbiValue = bigint | boolean | string | readonly AbiValue[];

/**
 * Returns an arbitrary of the encoded arguments of a function, generated type by type, with the boundaries of each. They
 * shrink inside the typed arguments. `known` are addresses to prefer.
 */
export function encodedArguments(types: readonly AbiType[], known: readonly string[]): Arbitrary<string> {
  const { encode, decode } = argumentCodec(types);
  return argumentValues(types, known).map(encode, (text) => [...decode(text as string)]);
}

/** Returns an arbitrary of the typed arguments of a function. */
export function argumentValues(
  types: readonly AbiType[],
  known: readonly string[] = [],
): Arbitrary<AbiValue[]> {
  return fc.tuple(...types.map((type) => valuesOf(type, known)));
}

/** Nested lists are shorter, so that deep types do not fill the request. */
function valuesOf(type: AbiType, known: readonly string[], depth = 0): Arbitrary<AbiValue> {
  switch (type.kind) {
    case 'integer':
      return type.isSigned ? signedIntegers(type.bits) : unsignedIntegers(type.bits);
    case 'address':
      return addresses(known);
    case 'bool':
      return fc.boolean();
    case 'string':
      return texts;
    case 'bytes':
      return bytes(type.length);
    case 'list':
      return lists(valuesOf(type.item, known, depth + 1), type.length, depth);
    case 'tuple':
      return fc.tuple(...type.members.map((member) => valuesOf(member, known, depth)));
  }
}

function unsignedIntegers(bits: number): Arbitrary<bigint> {
  const exponents = [7, 8, 15, 16, 31, 32, 53, 63, 64, 127, 128, 255].filter((exponent) => exponent < bits);
  return unsignedInteger(bits, powersAndNeighbours(exponents));
}

/** Derived from unsigned integers of one bit less, so that 0, −1, the minimum and the maximum are boundaries. */
function signedIntegers(bits: number): Arbitrary<bigint> {
  const max = 2n ** BigInt(bits - 1) - 1n;
  const generated = fc
    .tuple(fc.boolean(), unsignedIntegers(bits - 1))
    .map(([isNegative, magnitude]) => (isNegative ? -1n - magnitude : magnitude));
  return shrunkLike(generated, fc.bigInt({ min: -1n - max, max }));
}

/**
 * Lowercase addresses, as decoded: three of four are known or zero, the rest random. They shrink to the first known
 * one.
 */
function addresses(known: readonly string[]): Arbitrary<string> {
  const zero = `0x${'00'.repeat(20)}`;
  const constants = [...new Set([...known.map((address) => address.toLowerCase()), zero])];
  const anyAddress = fixedHex(20).map(
    (digits) => `0x${digits}`,
    (text) => {
      if (typeof text !== 'string' || !/^0x[0-9a-f]{40}$/.test(text)) throw new TypeError('not an address');
      return text.slice(2);
    },
  );
  return shrunkLike(
    fc.oneof(
      { arbitrary: fc.constantFrom(...constants), weight: 3 },
      { arbitrary: anyAddress.filter((address) => !constants.includes(address)), weight: 1 },
    ),
    constantsOr(constants, anyAddress, 1),
  );
}

/**
 * Texts that are empty, plain, of characters of several bytes, and around the 32 bytes of a word, where encodings break.
 * None begins with a byte order mark, which ox drops when it decodes.
 */
const texts: Arbitrary<string> = shrunkLike(
  fc.oneof(
    fc.constant(''),
    fc.integer({ min: 31, max: 33 }).map((length) => 'a'.repeat(length)),
    { arbitrary: textOf(awkwardCharacters), weight: 4 },
  ),
  fc.string({ unit: anyCharacter }),
);

function textOf(characters: readonly string[]): Arbitrary<string> {
  return fc.array(fc.constantFrom(...characters), { minLength: 1, maxLength: 12 }).map((all) => all.join(''));
}

function bytes(length: number | undefined): Arbitrary<string> {
  if (length !== undefined) return hexBytes({ minLength: length, maxLength: length });
  return shrunkLike(hexBytes({ maxLength: 96 }), hexBytes({ maxLength: 2 ** 20 }));
}

function lists(item: Arbitrary<AbiValue>, length: number | undefined, depth: number): Arbitrary<AbiValue[]> {
  const listOf = (count: number) => fc.array(item, { minLength: count, maxLength: count });
  if (length !== undefined) return listOf(length);
  return shrunkLike(fc.oneof(...[0, 1, 2, ...(depth === 0 ? [3, 8] : [])].map(listOf)), fc.array(item));
}

/** Encodes and decodes the arguments of one function. */
interface ArgumentCodec {
  readonly encode: (values: readonly AbiValue[]) => string;
  /** Throws a TypeError unless the values encode to the same bytes. */
  readonly decode: (text: string) => readonly AbiValue[];
}

interface Parameter {
  readonly type: string;
  readonly components?: readonly Parameter[];
}

/** Returns the codec of `arguments`: the ABI encoding of the tuple of a function's arguments. Source: practice. */
export function argumentCodec(types: readonly AbiType[]): ArgumentCodec {
  const parameters = types.map(parameterOf);
  const encode = (values: readonly AbiValue[]): string => AbiParameters.encode(parameters, [...values]);
  return {
    encode,
    decode: (text) => {
      const decoded = AbiParameters.decode(parameters, text as `0x${string}`, { checksumAddress: false });
      const values = types.map((type, index) => valueFrom(type, (decoded as readonly unknown[])[index]));
      if (encode(values) !== text.toLowerCase()) throw new TypeError('not the encoding of these arguments');
      return values;
    },
  };
}

/** Omits names, because ox would drop one of two tuple members with the same name. */
function parameterOf(type: AbiType): Parameter {
  if (type.kind === 'tuple') return { type: 'tuple', components: type.members.map(parameterOf) };
  if (type.kind !== 'list') return { type: abiTypeText(type) };
  const item = parameterOf(type.item);
  return { ...item, type: `${item.type}[${type.length ?? ''}]` };
}

/** ox returns integers of up to 48 bits as numbers. */
function valueFrom(type: AbiType, decoded: unknown): AbiValue {
  if (type.kind === 'integer') return BigInt(decoded as bigint | number);
  if (type.kind === 'list') return (decoded as unknown[]).map((item) => valueFrom(type.item, item));
  if (type.kind === 'tuple')
    return type.members.map((member, index) => valueFrom(member, (decoded as unknown[])[index]));
  return decoded as AbiValue;
}
