import type * as AbiParameters from 'ox/AbiParameters';
import { alphaAddressFault } from '../../../contract/alpha-address.js';

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
  if (typeof value === 'bigint') return value;
  if (Number.isSafeInteger(value)) return BigInt(value as number);
  if (typeof value === 'string' && /^(?:-?\d+|0x[\da-f]+)$/i.test(value)) return BigInt(value);
  throw new Error(`${path} must be an integer (${type}): a bigint, a safe number or a text`);
}

function faultOf(type: string, value: unknown): string | undefined {
  if (type === 'bool') return typeof value === 'boolean' ? undefined : 'must be a boolean';
  if (typeof value !== 'string') return `must be a text (${type})`;
  if (type === 'address') return alphaAddressFault(value);
  const isHex = /^0x(?:[\da-f]{2})*$/i.test(value);
  return type.startsWith('bytes') && !isHex
    ? `must be 0x and an even number of hex digits (${type})`
    : undefined;
}
