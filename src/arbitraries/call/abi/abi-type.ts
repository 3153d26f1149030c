import { UsageError } from '../../../errors.js';
import { printValue } from '../../../internal/print.js';

/** A type of the contract ABI of which values can be generated. */
export type AbiType =
  | { readonly kind: 'address' | 'bool' | 'string' }
  | { readonly kind: 'integer'; readonly bits: number; readonly isSigned: boolean }
  /** Without a length: dynamic `bytes`. */
  | { readonly kind: 'bytes'; readonly length?: number }
  /** Without a length: a dynamic array. */
  | { readonly kind: 'list'; readonly item: AbiType; readonly length?: number }
  | { readonly kind: 'tuple'; readonly members: readonly AbiType[] };

/** A parameter of a function, as a JSON ABI has it. */
export interface AbiInput {
  readonly type: string;
  readonly name?: string | undefined;
  readonly components?: readonly AbiInput[] | undefined;
}

/** Thousands of values in one call are no test of anything, and `uint256[4294967295]` would never be made. */
const mostValues = 1024;
const arraySuffix = /^(.*)\[(\d*)\]$/;
const integerType = /^(u?)int(\d*)$/;
const bytesType = /^bytes(\d*)$/;

/**
 * Reads the type of a parameter.
 *
 * @throws {UsageError} naming the path, when no values of the type can be generated.
 */
export function readAbiType(input: AbiInput, path: string): AbiType {
  const type = readType(input, path);
  const values = valuesIn(type);
  if (values > mostValues) refuse(path, `holds ${values} values; at most ${mostValues} are generated`);
  return type;
}

/** Writes a type as it stands in a canonical signature: `(address,uint256[2])[]`. */
export function abiTypeText(type: AbiType): string {
  switch (type.kind) {
    case 'integer':
      return `${type.isSigned ? '' : 'u'}int${type.bits}`;
    case 'bytes':
      return `bytes${type.length ?? ''}`;
    case 'list':
      return `${abiTypeText(type.item)}[${type.length ?? ''}]`;
    case 'tuple':
      return `(${type.members.map(abiTypeText).join(',')})`;
    default:
      return type.kind;
  }
}

function readType(input: AbiInput, path: string): AbiType {
  const type: unknown = input?.type;
  if (typeof type !== 'string')
    return refuse(path, `must be a parameter with a type, got ${printValue(input)}`);
  const [, inner, size] = arraySuffix.exec(type) ?? [];
  if (inner !== undefined) {
    const item = readType({ ...input, type: inner }, path);
    if (size === '') return { kind: 'list', item };
    const length = Number(size);
    if (length === 0) refuse(path, `has the type ${type}: a list that is always empty`);
    return { kind: 'list', item, length };
  }
  if (type === 'tuple') return readTuple(input, path);
  if (type === 'address' || type === 'bool' || type === 'string') return { kind: type };
  return (
    readSized(type) ?? refuse(path, `has the type ${printValue(type)}, of which no values can be generated`)
  );
}

function readTuple({ components }: AbiInput, path: string): AbiType {
  if (!Array.isArray(components) || components.length === 0)
    return refuse(path, 'is a tuple, and so must have components');
  const members = components.map((component, index) => readType(component, `${path}.components[${index}]`));
  return { kind: 'tuple', members };
}

/** Without digits an integer has 256 bits. */
function readSized(type: string): AbiType | undefined {
  const [, unsigned, digits] = integerType.exec(type) ?? [];
  if (digits !== undefined) {
    const bits = digits === '' ? 256 : Number(digits);
    const isWidth = bits >= 8 && bits <= 256 && bits % 8 === 0;
    return isWidth ? { kind: 'integer', bits, isSigned: unsigned === '' } : undefined;
  }
  const [, size] = bytesType.exec(type) ?? [];
  if (size === undefined) return undefined;
  if (size === '') return { kind: 'bytes' };
  const length = Number(size);
  return length >= 1 && length <= 32 ? { kind: 'bytes', length } : undefined;
}

function valuesIn(type: AbiType): number {
  if (type.kind === 'list') return (type.length ?? 1) * valuesIn(type.item);
  if (type.kind === 'tuple') return type.members.reduce((sum, member) => sum + valuesIn(member), 0);
  return 1;
}

function refuse(path: string, message: string): never {
  throw new UsageError('callTo was given bad options', [`${path} ${message}`]);
}
