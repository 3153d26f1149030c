import { isPlainObject } from '../internal/objects.js';
import { printText, printValue } from '../internal/print.js';

/**
 * Says what a value is, for a matcher that takes something else: a primitive as it is, of all else the class and the
 * names of its members, never their values: an answer may hold a secret that the service echoed.
 */
export function shapeText(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object') return `${printValue(value)} (${typeof value})`;
  if (Array.isArray(value)) return listText(value);
  if (!isPlainObject(value)) return `an instance of ${className(value)}`;
  const names = Object.keys(value);
  if (names.length === 0) return '{}';
  return printText(`an object with the member${names.length === 1 ? '' : 's'} ${names.join(', ')}`);
}

function listText(items: readonly unknown[]): string {
  if (items.length === 0) return '[]';
  const kinds = new Set(items.map(kindOf));
  return printText(`a list of ${items.length}: ${[...kinds].join(', ')}`);
}

function kindOf(item: unknown): string {
  if (item === null) return 'null';
  return typeof item === 'object' ? className(item) : typeof item;
}

function className(value: object): string {
  const { name } = (value.constructor as { name?: unknown } | undefined) ?? {};
  return typeof name === 'string' && name !== '' ? name : 'Object';
}
