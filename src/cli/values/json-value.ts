import { parse } from 'lossless-json';
import { parseLosslessJson } from '../../contract/json.js';
import { parseStrictJson, RepeatedMemberError } from '../../internal/strict-json.js';
import { BadValue } from './value-reader.js';

/**
 * Reads JSON. Rejects integers that JavaScript would round, because they can be written as texts, and repeated members, of
 * which only the last would count.
 */
export function jsonValue(text: string): unknown {
  try {
    parseStrictJson(text);
    return parse(text, undefined, { parseNumber });
  } catch (error) {
    if (error instanceof BadValue) throw error;
    throw new BadValue(
      error instanceof RepeatedMemberError ? `must have ${error.path} once` : 'must be JSON',
    );
  }
}

function parseNumber(digits: string): number {
  const exact = parseLosslessJson(digits);
  if (typeof exact === 'number' && !Number.isInteger(exact) && !Number.isNaN(exact)) return exact;
  if (typeof exact === 'bigint' && Number.isSafeInteger(Number(exact))) return Number(exact);
  throw new BadValue('must have integers beyond 2^53 as JSON strings, because JSON numbers are rounded');
}
