import type * as AbiParameters from 'ox/AbiParameters';
import { alphaAddressIssue } from '../../../contract/addresses.js';

/**
 * Makes a value as JSON can have it one that can be encoded: integers may be bigints, numbers or texts, tuples lists
 * or objects.
 *
 * @param path - How the value is called in an error.
 * @throws Error with a sentence about the first part that does not fit its type.
 */
export function abiValue(parameter: AbiParameters.Parameter, value: unknown, path: string): unknown {
  const { type } = parameter;
  const [, base, length] = /^(.*)\[(\d*)\]$/.exec(type) ?? [];
  if (base !== undefined) {
    const items = listOf(value, path, length === '' ? undefined : Number(length));
    return items.map((item, index) => abiValue({ ...parameter, type: base }, item, `${path}[${index}]`));
  }
  if (type === 'tuple') return tupleValue(parameter, value, path);
  if (/^u?int/.test(type)) return integer(value, path, type);
  const fault = faultOf(type, value);
  if (fault !== undefined) throw new Error(`${path} ${fault}`);
  return value;
}

function tupleValue(parameter: AbiParameters.Parameter, value: unknown, path: string): unknown {
  const { components = [] } = parameter as { components?: readonly AbiParameters.Parameter[] };
  const members = Array.isArray(value)
    ? listOf(value, path, components.length)
    : components.map(({ name = '' }) => (value as Record<string, unknown> | null)?.[name]);
  const values = components.map((component, index) => {
    const { name = `${index}` } = component;
    return [name, abiValue(component, members[index], `${path}.${name}`)] as const;
  });
  return components.every(({ name }) => name) ? Object.fromEntries(values) : values.map(([, item]) => item);
}

function listOf(value: unknown, path: string, length: number | undefined): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error(`${path} must be a list`);
  if (length !== undefined && value.length !== length)
    throw new Error(`${path} must have ${length} items, not ${value.length}`);
  return value;
}

function integer(value: unknown, path: string, type: string): bigint {
  const isText = typeof value === 'string' && /^(?:-?\d+|0x[\da-f]+)$/i.test(value);
  if (typeof value !== 'bigint' && !Number.isSafeInteger(value) && !isText)
    throw new Error(`${path} must be an integer (${type}): a bigint, a safe number or a text`);
  const number = BigInt(value as bigint | number | string);
  const bits = BigInt(/\d+$/.exec(type)?.[0] ?? 256);
  const isUnsigned = type.startsWith('u');
  const end = 1n << (isUnsigned ? bits : bits - 1n);
  const isWithin = number < end && number >= (isUnsigned ? 0n : -end);
  if (!isWithin) throw new Error(`${path} must be within the range of ${type}`);
  return number;
}

function faultOf(type: string, value: unknown): string | undefined {
  if (type === 'bool') return typeof value === 'boolean' ? undefined : 'must be a boolean';
  if (typeof value !== 'string') return `must be a text (${type})`;
  if (type === 'address') return alphaAddressIssue(value);
  if (!type.startsWith('bytes')) return undefined;
  const digits = Number(type.slice('bytes'.length)) * 2;
  const isHex = /^0x(?:[\da-f]{2})*$/i.test(value);
  if (digits === 0) return isHex ? undefined : `must be 0x and an even number of hex digits (${type})`;
  return isHex && value.length === 2 + digits ? undefined : `must be 0x and ${digits} hex digits (${type})`;
}
