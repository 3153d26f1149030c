import { BadValue } from './value-reader.js';

/**
 * Reads JSON, or says that it is none. Integers that JavaScript would round are refused, because they can be written
 * as texts.
 */
export function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text, refuseRounded);
  } catch (error) {
    if (error instanceof BadValue) throw error;
    throw new BadValue('must be JSON');
  }
}

function refuseRounded(_: string, value: unknown): unknown {
  if (typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value)) return value;
  throw new BadValue('must have integers beyond 2^53 as JSON strings, or they would be rounded');
}
