import type { MemberNames } from '../contract/responses.js';
import { isPlainObject } from '../internal/objects.js';
import type { OptionFault } from '../internal/options.js';
import { meantName } from './meant-name.js';
import { isAsymmetric } from './pattern.js';

/**
 * Lists what in a pattern no answer can fit, so that a negated assertion would always pass: values that are not of
 * JSON, a list in the place of an object, a misspelt member. What is inside asymmetric matchers is theirs to know.
 * Members whose names are near to none may be there: a service may send more than the interface names (practice).
 */
export function patternFaults(pattern: unknown, names: MemberNames | undefined, path: string): OptionFault[] {
  if (pattern === undefined || pattern === null || isAsymmetric(pattern)) return [];
  const message = foreignValue(pattern) ?? roundedNumber(pattern, names) ?? wrongKind(pattern, names);
  if (message !== undefined) return [{ path: path || 'the pattern', message }];
  if (Array.isArray(pattern)) {
    const itemNames = isListOf(names) ? names[0] : undefined;
    return pattern.flatMap((item, index) => patternFaults(item, itemNames, `${path}[${index}]`));
  }
  if (!isPlainObject(pattern)) return [];
  return Object.entries(pattern).flatMap(([name, member]) =>
    memberFaults(name, member, names, path === '' ? name : `${path}.${name}`),
  );
}

function memberFaults(
  name: string,
  member: unknown,
  names: MemberNames | undefined,
  path: string,
): OptionFault[] {
  if (typeof names !== 'object' || isListOf(names)) return patternFaults(member, undefined, path);
  if (Object.hasOwn(names, name)) return patternFaults(member, names[name], path);
  const meant = meantName(name, Object.keys(names));
  if (meant === undefined) return patternFaults(member, undefined, path);
  const other = `if the service has both, look for it with expect.objectContaining({ ${name}: … })`;
  return [{ path, message: `is no member that the interface names; did you mean ${meant}? (${other})` }];
}

/** Says why a value can be in no answer. */
function foreignValue(value: unknown): string | undefined {
  if (value instanceof RegExp)
    return `is a RegExp, which no value equals; write expect.stringMatching(${value})`;
  const isForeign =
    typeof value === 'function' ||
    typeof value === 'symbol' ||
    (typeof value === 'object' && !Array.isArray(value) && !isPlainObject(value));
  if (!isForeign) return undefined;
  const what = typeof value === 'object' ? `an instance of ${value?.constructor?.name}` : `a ${typeof value}`;
  return `is ${what}, which no answer holds; write a plain value or an asymmetric matcher`;
}

/** Says why a number cannot be compared with the exact integers of an answer. */
function roundedNumber(value: unknown, names: MemberNames | undefined): string | undefined {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return undefined;
  if (!Number.isFinite(value)) return `is ${value}, which no answer holds`;
  if (Number.isInteger(value))
    return `is ${value}, a number beyond 2^53, which may be rounded; write it as a bigint or as a text`;
  return names === undefined ? undefined : `is ${value}, but the numbers of the interface are integers`;
}

function wrongKind(pattern: unknown, names: MemberNames | undefined): string | undefined {
  if (names === undefined || kindOf(pattern) === kindOf(names)) return undefined;
  return `is ${kindOf(names)} in every answer that has it, not ${kindOf(pattern)}`;
}

function kindOf(patternOrNames: unknown): string {
  if (Array.isArray(patternOrNames)) return 'a list';
  return typeof patternOrNames === 'object' ? 'an object' : 'a single value';
}

function isListOf(names: MemberNames | undefined): names is readonly [MemberNames] {
  return Array.isArray(names);
}
