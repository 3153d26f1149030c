import { parse } from 'lossless-json';
import { printText } from '../../internal/print.js';
import { BadValue } from './value-reader.js';

/**
 * Reads JSON, or says that it is none. Integers that JavaScript would round are refused, because they can be written
 * as texts, and so are two members of one name with different values, of which the last would win.
 */
export function jsonValue(text: string): unknown {
  try {
    return parse(text, undefined, { parseNumber, onDuplicateKey });
  } catch (error) {
    if (error instanceof BadValue) throw error;
    throw new BadValue('must be JSON');
  }
}

function parseNumber(digits: string): number {
  const value = Number(digits);
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return value;
  throw new BadValue('must have integers beyond 2^53 as JSON strings, or they would be rounded');
}

function onDuplicateKey({ key }: { readonly key: string }): never {
  throw new BadValue(`must have ${printText(key)} once`);
}
