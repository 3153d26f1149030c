import * as AbiFunction from 'ox/AbiFunction';
import { UsageError } from '../../errors.js';
import { suggestion } from '../../internal/closest.js';
import { optionName } from '../../internal/option-names.js';
import { formatText, formatValue } from '../../internal/print.js';

/** A callable function: its bare name and the types of its arguments. */
export interface CallFunction {
  readonly name: string;
  /** Name and types, in the canonical form: `swap(address,uint256)`. */
  readonly signature: string;
  readonly types: readonly AbiType[];
}

/** An ABI type for which values can be generated. */
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

/** A JSON ABI, as compilers write it. Only its functions are looked at. */
export type CallAbi = readonly {
  readonly type: string;
  readonly name?: string | undefined;
  readonly inputs?: readonly AbiInput[] | undefined;
}[];

/**
 * Returns the function of a human-readable signature: `swap(address tokenOut, uint256 minimumOutput)`, with or without
 * `function` before it and modifiers behind it.
 *
 * @throws {UsageError} with the parser's reason.
 */
export function readSignature(signature: string): CallFunction {
  const text = signature
    .replace(/\s+/g, ' ')
    .replace(/ ?([(),;]) ?/g, '$1')
    .replace(/\)(?=\w)/g, ') ')
    .replace(/;$/, '')
    .trim();
  const { name, inputs } = parse(text.startsWith('function ') ? text : `function ${text}`, signature);
  return callFunction(name, inputs, optionName('signature'));
}

function parse(text: string, given: string): AbiFunction.AbiFunction {
  try {
    return AbiFunction.from(text as never);
  } catch (error) {
    const reason = formatText(String((error as Error).message).replace(/\s*\n\s*/g, ' '));
    const example = 'swap(address tokenOut, uint256 minimumOutput)';
    return reject(
      `${optionName('signature')} must be such as ${example}, got ${formatValue(given)}: ${reason}`,
      error,
    );
  }
}

/** A function of a JSON ABI, and where it stands. */
interface NamedItem {
  readonly name: string;
  readonly inputs: readonly AbiInput[];
  readonly path: string;
}

const identifier = /^[A-Za-z_$][\w$]*$/;

/**
 * Returns the functions of a JSON ABI: those that are named, by name or by signature such as `swap(address,uint256)`,
 * or all.
 *
 * @throws {UsageError} for an invalid ABI, an unknown function, or a name that several functions have.
 */
export function readAbi(abi: CallAbi, chosen?: readonly string[]): CallFunction[] {
  const items = functionItems(abi);
  if (items.length === 0) reject('abi has no function');
  if (chosen === undefined) return withoutOverloads(items).map(functionOf);
  return [...new Set(chosen)].map((wanted) => choose(items, wanted));
}

function functionItems(abi: CallAbi): NamedItem[] {
  return abi.flatMap((item, index) => {
    const path = `abi[${index}]`;
    if (typeof item !== 'object' || item === null)
      return reject(`${path} must be an item of a JSON ABI, got ${formatValue(item)}`);
    if (item.type !== 'function') return [];
    const { name, inputs = [] } = item;
    if (typeof name !== 'string' || !identifier.test(name))
      return reject(`${path}.name must be the name of a function, got ${formatValue(name)}`);
    if (!Array.isArray(inputs)) return reject(`${path}.inputs must be a list, got ${formatValue(inputs)}`);
    return [{ name, inputs, path }];
  });
}

function choose(items: readonly NamedItem[], wanted: string): CallFunction {
  const unknown = (text: string, hint: string): never =>
    reject(`functions names ${text}, which is not in abi${hint}`);
  if (identifier.test(wanted)) {
    const named = items.filter(({ name }) => name === wanted);
    if (named.length === 0) unknown(wanted, hintOf(wanted, items));
    return functionOf(withoutOverloads(named)[0] as NamedItem);
  }
  const name = /^[^(]*/.exec(wanted)?.[0] ?? '';
  const overloads = items.filter((item) => item.name === name).map(functionOf);
  const found = overloads.find(({ signature }) => signature === wanted.replace(/\s/g, ''));
  if (found) return found;
  const meant = overloads.map(({ signature }) => signature).join(', ');
  return unknown(formatValue(wanted), meant === '' ? hintOf(name, items) : `; there is ${meant}`);
}

/** Requests contain only the name, so overloaded functions are ambiguous. */
function withoutOverloads(items: readonly NamedItem[]): readonly NamedItem[] {
  const overloaded = items.find(({ name }, index) => items.findIndex((item) => item.name === name) !== index);
  if (overloaded === undefined) return items;
  const { name } = overloaded;
  const signatures = items.filter((item) => item.name === name).map((item) => functionOf(item).signature);
  return reject(
    `abi has more than one function ${name}: ${signatures.join(', ')}; name one by its signature in functions`,
  );
}

function functionOf({ name, inputs, path }: NamedItem): CallFunction {
  return callFunction(name, inputs, `${path} (${name})`);
}

function hintOf(wanted: string, items: readonly NamedItem[]): string {
  const names = [...new Set(items.map(({ name }) => name))];
  return suggestion(wanted, names, `; its functions are ${names.join(', ')}`);
}

/** @param path - Where name and parameters come from. */
function callFunction(name: string, inputs: readonly AbiInput[], path: string): CallFunction {
  const types = inputs.map((input, index) => readAbiType(input, `${path}.inputs[${index}]`));
  return { name, types, signature: `${name}(${types.map(abiTypeText).join(',')})` };
}

/** Returns a type as written in a canonical signature: `(address,uint256[2])[]`. */
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

/** More values per call test nothing, and `uint256[4294967295]` could not be generated. */
const maxValues = 1024;
const arraySuffix = /^(.*)\[(\d*)\]$/;
const integerType = /^(u?)int(\d*)$/;
const bytesType = /^bytes(\d*)$/;

function readAbiType(input: AbiInput, path: string): AbiType {
  const type = readType(input, path);
  const values = valuesIn(type);
  if (values > maxValues) reject(`${path} holds ${values} values; at most ${maxValues} are generated`);
  return type;
}

function readType(input: AbiInput, path: string): AbiType {
  const type: unknown = input?.type;
  if (typeof type !== 'string')
    return reject(`${path} must be a parameter with a type, got ${formatValue(input)}`);
  const [, inner, size] = arraySuffix.exec(type) ?? [];
  if (inner !== undefined) {
    const item = readType({ ...input, type: inner }, path);
    if (size === '') return { kind: 'list', item };
    const length = Number(size);
    if (length === 0) reject(`${path} has the type ${type}: a list that is always empty`);
    return { kind: 'list', item, length };
  }
  if (type === 'tuple') return readTuple(input, path);
  if (type === 'address' || type === 'bool' || type === 'string') return { kind: type };
  return (
    readSized(type) ??
    reject(`${path} has the type ${formatValue(type)}, of which no values can be generated`)
  );
}

function readTuple({ components }: AbiInput, path: string): AbiType {
  if (!Array.isArray(components) || components.length === 0)
    return reject(`${path} is a tuple, and so must have components`);
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

function reject(detail: string, cause?: unknown): never {
  throw new UsageError(`${optionName('callTo')} has invalid options`, [detail], cause);
}
