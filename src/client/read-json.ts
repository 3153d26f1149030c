import { isUtf8 } from 'node:buffer';
import { parse } from 'lossless-json';
import { camelCaseMembers, disagreeingMembers } from '../contract/responses.js';
import { printText } from '../internal/print.js';
import { hasPlainIntegers, RepeatedMemberError } from '../internal/strict-json.js';
import { bodyErrorFor } from './http-errors.js';
import type { Sent } from './retry.js';
import type { CollectedResponse } from './transport.js';

/** How the names of members are read. */
export interface MemberReading {
  /** Whether the body is that of a built-in endpoint, whose member names are known (sections 2.2 and 2.3). */
  readonly isOfInterface: boolean;
  /** Whether names in snake_case are turned into camelCase: the convention of the deployment. Default: `false`. */
  readonly acceptSnakeCase?: boolean | undefined;
}

/**
 * Reads the body of an answer as JSON, integers exact; with camelCase names where snake_case is accepted.
 *
 * @throws {HttpBodyError} when it is encoded, not UTF-8, not JSON (empty, HTML, cut off), or has a member twice.
 */
export function readJson({ response, text, endpoint, exchange }: Sent, reading: MemberReading): unknown {
  const body = jsonBody(response, text, reading);
  if ('fault' in body) throw bodyErrorFor(body, endpoint.who, exchange);
  return body.value;
}

/** A body as JSON, or why it is none that can be trusted, in a few words that quote no value of it. */
export type JsonBody =
  | { readonly value: unknown }
  | {
      readonly fault: string;
      /** Whether it is JSON that says two things at once. */
      readonly isAmbiguous?: boolean | undefined;
    };

/** Reads the body of an answer as {@link readJson} does. */
export function jsonBody(
  response: CollectedResponse,
  text: string,
  { isOfInterface, acceptSnakeCase = false }: MemberReading,
): JsonBody {
  const fault = encodingFault(response, text);
  if (fault !== undefined) return { fault };
  try {
    const json = parseLosslessJson(text);
    const pair = isOfInterface ? disagreeingMembers(json) : undefined;
    if (pair !== undefined)
      return {
        fault: `the body has two spellings of one member that disagree: ${printText(pair.join(' and '))}`,
        isAmbiguous: true,
      };
    return { value: acceptSnakeCase ? camelCaseMembers(json) : json };
  } catch (error) {
    if (error instanceof RepeatedMemberError)
      return { fault: `the body has a member more than once: ${error.path}`, isAmbiguous: true };
    return { fault: parsingFault(error as Error, text) };
  }
}

function encodingFault({ headers, body }: CollectedResponse, text: string): string | undefined {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    return `the body has the content encoding ${encoding}, which was not asked for`;
  return isUtf8Text(text, body) ? undefined : 'the body is not UTF-8';
}

/** Tells whether the bytes that a text was read from are UTF-8. */
export function isUtf8Text(text: string, bytes: Buffer): boolean {
  // What is not UTF-8 reads as U+FFFD: only a text that has one needs a second look.
  return !text.includes('\uFFFD') || isUtf8(bytes);
}

function parsingFault(error: Error, text: string): string {
  if (text === '') return 'the body is empty';
  if (text.startsWith('\uFEFF')) return 'the body starts with a byte order mark, which JSON does not allow';
  if (/^\s*</.test(text)) return 'the body is HTML or XML, not JSON';
  if (error instanceof RangeError) return 'the body is nested too deeply';
  if (/end of JSON|Unterminated/.test(error.message)) return 'the body ends in the middle of its JSON';
  // The engine quotes a piece of the text, which may be a piece of a secret: too little of it to be masked.
  return `the body is not JSON: ${error.message.replace(/, (?:\.{3})?".*$/s, '')}`;
}

/**
 * Parses JSON without rounding:
 *
 * - Every number whose value is an integer becomes a bigint, in any legal spelling: `7`, `1.0`, `-0` and `1e3`. With a
 *   fraction or an exponent it does so up to 2^53; beyond that only software that has rounded writes one, so it stays a number.
 * - Every other number becomes a number, or `NaN` where a number would turn it into an integer or into infinity:
 *   `1.9999999999999999999999`, `1e-400`, `1e400`. No schema takes one of those.
 *
 * @throws {RepeatedMemberError} when an object has a member twice, in any spelling, whatever their values.
 * @throws {SyntaxError} when the text is not JSON.
 */
export function parseLosslessJson(text: string): unknown {
  const root = { value: JSON.parse(text) as unknown };
  if (!hasPlainIntegers(text)) return parse(text, undefined, { parseNumber: exactNumber });
  // The engine's own parser is several times faster, and right for a text of small integers.
  toBigints(root);
  return root.value;
}

/** Turns the integers among an object's members into bigints, in place. */
function toBigints(object: object): void {
  const members = object as Record<string, unknown>;
  for (const name of Object.keys(members)) {
    const member = members[name];
    if (typeof member === 'number') set(members, name, BigInt(member));
    else if (typeof member === 'object' && member !== null) toBigints(member);
  }
}

/** An assignment to `__proto__` would change the prototype. */
function set(members: Record<string, unknown>, name: string, value: bigint): void {
  if (name === '__proto__')
    Object.defineProperty(members, name, { value, configurable: true, enumerable: true, writable: true });
  else members[name] = value;
}

function exactNumber(digits: string): bigint | number {
  if (/^-?\d+$/.test(digits)) return BigInt(digits);
  const number = Number(digits);
  if (!Number.isFinite(number)) return Number.NaN;
  if (!Number.isInteger(number)) return number;
  if (!isInteger(digits)) return Number.NaN;
  return Number.isSafeInteger(number) ? BigInt(number) : number;
}

/** Tells whether the exact value of a number in any spelling is an integer: no digit but zeros stays behind its point. */
function isInteger(digits: string): boolean {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(digits) ?? [];
  const significant = (whole + fraction).replace(/0+$/, '');
  const zeros = whole.length + fraction.length - significant.length;
  return /^0*$/.test(significant) || Number(exponent) - fraction.length + zeros >= 0;
}
