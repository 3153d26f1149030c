import { parse } from 'lossless-json';
import type { Conventions } from '../../contract/conventions.js';
import { formatText } from '../../internal/print.js';
import { Rejection } from './rejection.js';

/**
 * Parses the JSON of a request. Of two members of one name the last would win silently: they are rejected, unless
 * their values are the same or the convention `duplicateRequestMembers` allows them.
 *
 * @throws Rejection 400, when it is not JSON or nested too deep.
 */
export function parseJson(
  text: string,
  maxDepth: number,
  duplicateMembers: Conventions['duplicateRequestMembers'] = 'reject',
): unknown {
  if (isDeeperThan(maxDepth, text))
    throw new Rejection(400, `the body is nested deeper than ${maxDepth} levels`);
  try {
    const onDuplicateKey = duplicateMembers === 'allow' ? lastWins : undefined;
    return parse(text, undefined, { parseNumber, ...(onDuplicateKey && { onDuplicateKey }) });
  } catch (error) {
    throw new Rejection(400, `the body is not JSON: ${formatText((error as Error).message)}`);
  }
}

/** Integers that a double cannot hold become bigints. */
function parseNumber(digits: string): number | bigint {
  const number = Number(digits);
  return /^-?\d+$/.test(digits) && !Number.isSafeInteger(number) ? BigInt(digits) : number;
}

function lastWins({ newValue }: { readonly newValue: unknown }): unknown {
  return newValue;
}

/** Looked at before parsing, because the parser goes down with the text until the stack is full. */
function isDeeperThan(maxDepth: number, text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (isInString) {
      if (character === '\\') index++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    if (depth > maxDepth) return true;
  }
  return false;
}
