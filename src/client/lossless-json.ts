import { parse } from 'lossless-json';
import { hasPlainIntegers } from '../internal/strict-json.js';

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
