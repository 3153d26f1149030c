import { AsyncLocalStorage } from 'node:async_hooks';
import type { Conventions } from '../contract/conventions.js';
import { amountOf } from '../contract/integer-range.js';
import { formatOf, type ResponseField, type ResponseFields } from '../contract/responses.js';
import { hashBytes } from '../contract/transaction-hash.js';
import type { Deployment } from '../deployment/deployment.js';
import type { Exchange } from '../deployment/exchange.js';
import { InconclusiveError, UsageError } from '../errors.js';
import { meantName } from '../internal/closest.js';
import { isObject, isPlainObject } from '../internal/objects.js';
import { type OptionIssue, usageError } from '../internal/options.js';
import { counted, formatText } from '../internal/print.js';
import { labelled } from '../internal/terminal.js';
import { booleanOf } from '../internal/user-callback.js';
import { type EqualityTester, equalityTesters, isHex } from './equality.js';
import type { Verdict } from './matcher.js';
import { describeShape } from './subject.js';

/** An asymmetric matcher of a test runner, such as `expect.any(String)`. */
export interface AsymmetricPattern {
  asymmetricMatch(received: unknown, testers?: EqualityTester[]): boolean;
}

/**
 * The expected shape of a part of an answer. Members that are not named may be anything, an integer may be written as a
 * bigint, a number or a decimal text, and an asymmetric matcher may stand anywhere.
 */
export type Pattern<T> =
  | AsymmetricPattern
  | (T extends bigint
      ? bigint | number | string
      : T extends string
        ? string | bigint | number
        : T extends readonly (infer Item)[]
          ? readonly Pattern<Item>[]
          : T extends object
            ? { readonly [Name in keyof T as NamedMember<Name>]?: Pattern<T[Name]> | undefined }
            : T);

/** Keeps only declared members, so that the compiler rejects misspelt ones. */
type NamedMember<Name> = string extends Name ? never : Name;

/** One difference between a response and a pattern. `undefined` means absent. */
export interface Difference {
  /** `outMessages[0].payload`; empty for the whole value. */
  readonly path: string;
  readonly expected: unknown;
  readonly received: unknown;
  /** Whether the received value has an unreadable form, so that it neither matches nor differs. */
  readonly isUnreadable?: true;
}

/** The conventions by which members are compared. Default: hex digits are equal in any letter case. */
type ComparedBy = Pick<Conventions, 'operationIdCase'>;

/**
 * Returns the differences between a value and a pattern (see `Pattern`), in the order of the pattern. Lists must have
 * the same length; a member that is `undefined` in the pattern must be absent; null and absent differ.
 */
export function differences(
  received: unknown,
  expected: unknown,
  conventions?: ComparedBy,
  path = '',
): Difference[] {
  if (isMembersPattern(expected) && isObject(received)) {
    return Object.entries(expected).flatMap(([name, member]) =>
      differences(
        Object.hasOwn(received, name) ? (received as Record<string, unknown>)[name] : undefined,
        member,
        conventions,
        path === '' ? name : `${path}.${name}`,
      ),
    );
  }
  if (Array.isArray(expected) && Array.isArray(received) && expected.length === received.length) {
    return expected.flatMap((item, index) =>
      differences(received[index], item, conventions, `${path}[${index}]`),
    );
  }
  if (isOtherId(received, expected, path, conventions)) return [{ path, expected, received }];
  switch (compareHash(received, expected, path) ?? compare(received, expected)) {
    case 'fits':
      return [];
    case 'unreadable':
      return [{ path, expected, received, isUnreadable: true }];
    default:
      return [{ path, expected, received }];
  }
}

/** Returns whether two operation ids differ in letter case where that matters (the convention `operationIdCase`). */
function isOtherId(received: unknown, expected: unknown, path: string, conventions?: ComparedBy): boolean {
  const isExact = conventions?.operationIdCase === 'exact' && /(?:^|\.)operationId$/.test(path);
  return isExact && isHex(received) && isHex(expected) && received !== expected;
}

/** Compares a hash by its bytes, whatever its form; undefined for other values, and for an expected text without a form. */
function compareHash(received: unknown, expected: unknown, path: string): Fit | undefined {
  if (!/(?:^|\.)hash$/.test(path) || typeof received !== 'string' || typeof expected !== 'string')
    return undefined;
  const wanted = hashBytes(expected);
  if (wanted === undefined) return undefined;
  const bytes = hashBytes(received);
  if (bytes === undefined) return 'unreadable';
  return bytes === wanted ? 'fits' : 'differs';
}

/**
 * Returns whether the differences are only absent or unreadable members, so that a match is undecided. Null counts as
 * absent if the pattern has members there. A null list counts as empty, which is decisive.
 */
export function isUndecided(differing: readonly Difference[]): boolean {
  return differing.length > 0 && differing.every((one) => one.isUnreadable === true || isAbsent(one));
}

/** Why a match is undecided, and what to do. */
export interface Undecided {
  /** `the answer has no fee` */
  readonly reason: string;
  readonly advice?: string;
}

/** Returns why it is undecided whether a value matches; undefined if it is decided. */
export function undecidedBy(differing: readonly Difference[], who: string): Undecided | undefined {
  if (!isUndecided(differing)) return undefined;
  const names = (of: readonly Difference[]): string => of.map(({ path }) => path || 'the whole').join(', ');
  const unreadable = differing.filter((one) => one.isUnreadable);
  const absent = differing.filter((one) => !one.isUnreadable);
  const reasons = [
    ...(absent.length > 0 ? [`${who} has no ${names(absent)}`] : []),
    ...(unreadable.length > 0 ? [`${names(unreadable)} of ${who} cannot be read as what is expected`] : []),
  ];
  return {
    reason: reasons.join(', and '),
    ...(absent.length > 0 && { advice: 'use undefined in the pattern to require that a member is absent' }),
  };
}

function isAbsent({ expected, received }: Difference): boolean {
  if (expected === undefined) return false;
  return received === undefined || (received === null && isMembersPattern(expected));
}

/** The value with the fewest differences from a pattern. */
export interface ClosestValue {
  readonly index: number;
  /** Its differences; empty if it matches. */
  readonly differences: readonly Difference[];
}

/** The values that a matcher compares with a pattern. */
interface Comparison<Value> {
  readonly matcher: string;
  readonly pattern: unknown;
  readonly values: readonly Value[];
  /** The name of the list that the values are in. Default: there is one value, the answer. */
  readonly list?: string;
  /** The members that the interface has there (section 2). Default: values without a format. */
  readonly fields?: ResponseFields;
  /** Where the values come from. */
  readonly source: {
    readonly deployment?: Pick<Deployment, 'conventions'> | undefined;
    readonly exchange?: Redacts;
  };
  /** How many values must match. Default: at least one. */
  readonly times?: number | undefined;
  /** Compares a value. Default: {@link differences}. */
  readonly compare?: (value: Value) => readonly Difference[];
  /** Returns why it is undecided whether a value matches. Default: {@link undecidedBy}. */
  readonly undecided?: (differing: readonly Difference[], at: string, value: Value) => Undecided | undefined;
  /** Why there may be more values. */
  readonly incomplete?: Undecided | undefined;
  /** Returns the fact of the first line, given how the closest value differs, and how many match. Default: the former. */
  readonly fact?: (difference: string, matching: number) => string;
  /** Returns the message below the first line. */
  readonly lines: (closest: ClosestValue | undefined) => readonly string[];
}

/**
 * Judges whether values match a pattern.
 *
 * @throws {InconclusiveError} if other values could be such that the assertion ends otherwise: what differs is unknown.
 * @throws {UsageError} like {@link assertPossible}.
 */
export function patternVerdict<Value>(comparison: Comparison<Value>): Verdict {
  const { matcher, pattern, values, list, source, times, incomplete, undecided = undecidedBy } = comparison;
  const { compare = (value) => differences(value, pattern, source.deployment?.conventions) } = comparison;
  const compared = values.map(compare);
  assertPossible(comparison, compared);
  const nameOf = (index: number): string => (list === undefined ? 'the answer' : `${list}[${index}]`);
  const [closest] = compared
    .map((differing, index) => ({ index, differences: differing }))
    .sort((one, other) => one.differences.length - other.differences.length);
  const lines = (): readonly string[] => comparison.lines(closest);
  const matching = compared.filter((differing) => differing.length === 0).length;
  // One that matches is enough, and too many stay too many.
  if (matching <= (times ?? 0)) {
    const [unknown = incomplete] = values.flatMap(
      (value, index) => undecided(compared[index] ?? [], nameOf(index), value) ?? [],
    );
    if (unknown !== undefined)
      throw new InconclusiveError({
        summary: `${matcher} cannot be judged: ${unknown.reason}`,
        details: [...lines(), ...(unknown.advice === undefined ? [] : [{ advice: unknown.advice }])],
      });
  }
  const difference = (): string => {
    if (closest === undefined) return `${list} has no items`;
    const { index, differences: differing } = closest;
    if (differing.length === 0) return `${nameOf(index)} matches`;
    const others = values.length > 1 ? `none of ${values.length} matches; ` : '';
    return others + differenceText(differing, source.exchange, list && nameOf(index));
  };
  return {
    pass: times === undefined ? matching > 0 : matching === times,
    call: times === undefined ? 'pattern' : 'pattern, { times }',
    fact: () => comparison.fact?.(difference(), matching) ?? difference(),
    lines,
  };
}

/** Returns whether a value is an asymmetric matcher. */
export function isAsymmetric(value: unknown): value is AsymmetricPattern {
  return typeof (value as Partial<AsymmetricPattern> | null | undefined)?.asymmetricMatch === 'function';
}

/** Returns whether an asymmetric matcher is negated, like those of `expect.not`. */
export function isInverse(matcher: AsymmetricPattern): boolean {
  return (matcher as { inverse?: unknown }).inverse === true;
}

/** Error texts that have nothing in common: what matches all of them matches whatever a service says. */
const unlikeTexts = [
  'execution reverted: too late',
  'out of gas',
  'Transfer amount exceeds balance',
  'Panic(17)',
  '0x08c379a0',
  'locked!',
  'solde dépassé',
  '<b>Bad Gateway</b>',
];

/**
 * Returns whether every text, or every value, fits a pattern, so that it asserts nothing: a blank text, `/.*\/`, `/\w/`,
 * `expect.anything()`, an asymmetric matcher of these.
 */
export function fitsEverything(pattern: unknown): boolean {
  if (typeof pattern === 'string') return pattern.trim() === '';
  if (pattern instanceof RegExp) return unlikeTexts.every((text) => text.search(pattern) !== -1);
  return isAsymmetric(pattern) && (['Any', 'Anything'].includes(String(pattern)) || hasEmptySample(pattern));
}

/** Returns whether an asymmetric matcher of Jest or Vitest looks for nothing: `expect.arrayContaining([])`. */
function hasEmptySample(matcher: AsymmetricPattern): boolean {
  const { sample } = matcher as { readonly sample?: unknown };
  if (/^String(?:Containing|Matching)$/.test(String(matcher))) return fitsEverything(sample);
  return /^(?:Object|Array)Containing$/.test(String(matcher)) && Object.keys(sample as object).length === 0;
}

/** Returns whether a pattern is an object with members, rather than an asymmetric matcher. */
export function isMembersPattern(value: unknown): value is Record<string, unknown> {
  return isPlainObject(value) && !isAsymmetric(value);
}

/** The result of a comparison. `unreadable`: the value can be neither confirmed nor ruled out. */
type Fit = 'fits' | 'differs' | 'unreadable';

/** Returns whether a received value equals the expected one in any of its forms, or matches an asymmetric matcher. */
export function fitsValue(received: unknown, expected: unknown): boolean {
  return compare(received, expected) === 'fits';
}

function compare(received: unknown, expected: unknown): Fit {
  if (isAsymmetric(expected)) return compareAsymmetric(received, expected);
  const isInteger = typeof expected === 'bigint' || Number.isSafeInteger(expected);
  const exact = isInteger ? BigInt(expected as number | bigint) : expected;
  if (Object.is(received, expected) || received === exact) return 'fits';
  if (equalityTesters.some((isEqual) => isEqual(received, exact))) return 'fits';
  // A text that is not a decimal integer may still be the expected integer in another notation.
  return isInteger && typeof received === 'string' && amountOf(received) === undefined
    ? 'unreadable'
    : 'differs';
}

/**
 * The current comparison. Asymmetric matchers can only return a boolean, also when nested, so ours report unreadable
 * values here.
 */
const comparisons = new AsyncLocalStorage<{ isUnreadable: boolean }>();

function compareAsymmetric(received: unknown, matcher: AsymmetricPattern): Fit {
  // `expect.not.stringContaining(…)` accepts everything but a matching text; an absent member is not evidence.
  if (received === undefined && isInverse(matcher)) return 'differs';
  const comparison = { isUnreadable: false };
  const fits = comparisons.run(comparison, () =>
    booleanOf('An asymmetric matcher', () => matcher.asymmetricMatch(received, equalityTesters)),
  );
  if (fits) return 'fits';
  return comparison.isUnreadable ? 'unreadable' : 'differs';
}

/** Reports that an asymmetric matcher can neither confirm nor rule out the value of the current comparison. */
export function reportUnreadable(): void {
  const comparison = comparisons.getStore();
  if (comparison) comparison.isUnreadable = true;
}

/**
 * Validates a pattern. A pattern without members would match everything, and one that nothing can match would make
 * every negated assertion pass.
 *
 * @param fields - The members that the interface has there (section 2).
 * @throws {UsageError} if it is not a valid pattern.
 */
export function checkedPattern<T>(matcher: string, pattern: T, fields: ResponseFields): T {
  if (
    !isObject(pattern) ||
    fitsEverything(pattern) ||
    (!isAsymmetric(pattern) && Object.keys(pattern).length === 0)
  ) {
    throw new UsageError(`${matcher} takes an object with the members to look for`, [
      labelled('Received', describeShape(pattern)),
    ]);
  }
  const issues = patternIssues(pattern, wholeOf(fields), '');
  if (issues.length > 0) throw usageError(`${matcher} has an invalid pattern`, issues);
  return pattern;
}

/** Returns the field whose members a pattern is about. */
export function wholeOf(members: ResponseFields): ResponseField {
  return { members, meaning: '' };
}

/**
 * Returns the parts of a pattern that no response can match, and those that every one does: values that JSON cannot have, a list
 * instead of an object, a misspelt member; `expect.arrayContaining([])`. Does not look inside asymmetric matchers. Accepts unknown members that resemble no known one,
 * because a service may send additional members.
 */
export function patternIssues(
  pattern: unknown,
  field: ResponseField | undefined,
  path: string,
): OptionIssue[] {
  const issues: OptionIssue[] = [];
  walkPattern({ path, value: pattern, field }, (part) => {
    const message = partIssue(part);
    if (message !== undefined) issues.push({ path: part.path || 'the pattern', message });
    return message === undefined;
  });
  return issues;
}

/** A value in a pattern, and what the interface has there. */
interface PatternPart {
  readonly path: string;
  readonly value: unknown;
  readonly field: ResponseField | undefined;
  /** The name of a member, and the object that it is in. Absent for an item and for the whole. */
  readonly member?: { readonly name: string; readonly of: ResponseField | undefined };
}

/** Visits the parts of a pattern, not those inside asymmetric matchers, nor those of a part for which `visit` returns false. */
function walkPattern(part: PatternPart, visit: (part: PatternPart) => boolean): void {
  if (!visit(part)) return;
  const { path, value, field } = part;
  if (Array.isArray(value)) {
    const item = field && 'items' in field ? wholeOf(field.items) : undefined;
    for (const [index, one] of value.entries())
      walkPattern({ path: `${path}[${index}]`, value: one, field: item }, visit);
  } else if (isMembersPattern(value))
    for (const [name, one] of Object.entries(value)) {
      const at = path === '' ? name : `${path}.${name}`;
      walkPattern({ path: at, value: one, field: memberOf(field, name), member: { name, of: field } }, visit);
    }
}

function partIssue({ value, field, member }: PatternPart): string | undefined {
  const misspelt = member && misspeltIssue(member.name, member.of);
  if (misspelt !== undefined || value === undefined) return misspelt;
  if (!isAsymmetric(value))
    return foreignValue(value) ?? roundedNumber(value, field) ?? wrongKind(value, field);
  return hasEmptySample(value)
    ? `is ${formatPattern(value)}, which everything fits; write expect.anything() if that is meant`
    : undefined;
}

/**
 * Throws if a pattern that no value matches names a value that no answer can have by the formats of its members. Such a
 * pattern would make every negated assertion pass. Accepts what the answer itself has, and does not look inside asymmetric
 * matchers.
 *
 * @throws {UsageError} that names each such value.
 */
function assertPossible<Value>(
  { matcher, pattern, fields = {}, source }: Comparison<Value>,
  compared: readonly (readonly Difference[])[],
): void {
  if (source.deployment?.conventions.responseFormats === 'off') return;
  if (compared.some((differing) => differing.length === 0)) return;
  const issues: OptionIssue[] = [];
  walkPattern({ path: '', value: pattern, field: wholeOf(fields) }, ({ path, value, field }) => {
    const issue = formatIssue(field, value);
    const isDifferent = compared.every((differing) => differing.some((one) => isAtOrBelow(path, one.path)));
    const convention = 'if the service writes it so, set the convention responseFormats to off';
    if (issue !== undefined && isDifferent)
      issues.push({
        path,
        message: `is ${formatText(JSON.stringify(`${value}`), 100)}; expected it ${issue} (${convention})`,
      });
    return true;
  });
  if (issues.length > 0) throw usageError(`${matcher} has an invalid pattern`, issues);
}

/**
 * Returns why a text or an integer does not have the format of its member. An empty text stands for none. Letter case of hex
 * is not compared, so a checksum does not matter.
 */
function formatIssue(field: ResponseField | undefined, value: unknown): string | undefined {
  if (field === undefined || !['string', 'number', 'bigint'].includes(typeof value)) return undefined;
  const text = String(value);
  const format = text === '' ? undefined : formatOf(field);
  return format?.issueOf?.(isHex(text) ? text.toLowerCase() : text);
}

function isAtOrBelow(path: string, top: string): boolean {
  return top === '' || path === top || path.startsWith(`${top}.`) || path.startsWith(`${top}[`);
}

/** Returns a member of an object of the interface. */
function memberOf(field: ResponseField | undefined, name: string): ResponseField | undefined {
  return field && 'members' in field && Object.hasOwn(field.members, name) ? field.members[name] : undefined;
}

function misspeltIssue(name: string, of: ResponseField | undefined): string | undefined {
  if (of === undefined || !('members' in of) || Object.hasOwn(of.members, name)) return undefined;
  const meant = meantName(name, Object.keys(of.members));
  if (meant === undefined) return undefined;
  const other = `if the service has both, look for it with expect.objectContaining({ ${name}: … })`;
  return `is not a member of the interface; did you mean ${meant}? (${other})`;
}

/** Returns why no response can contain a value. */
function foreignValue(value: unknown): string | undefined {
  if (value === null) return undefined;
  if (value instanceof RegExp)
    return `is a RegExp, which no value equals; write expect.stringMatching(${value})`;
  const isForeign =
    typeof value === 'function' ||
    typeof value === 'symbol' ||
    (typeof value === 'object' && !Array.isArray(value) && !isPlainObject(value));
  if (!isForeign) return undefined;
  const what = typeof value === 'object' ? `an instance of ${value?.constructor?.name}` : `a ${typeof value}`;
  return `is ${what}, which no answer can contain; write a plain value or an asymmetric matcher`;
}

/** Returns why a number cannot be compared with exact integers. */
function roundedNumber(value: unknown, field: ResponseField | undefined): string | undefined {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return undefined;
  if (!Number.isFinite(value)) return `is ${value}, which no answer can contain`;
  if (Number.isInteger(value))
    return `is ${value}, a number beyond 2^53, which may be rounded; write it as a bigint or as a text`;
  return field === undefined ? undefined : `is ${value}, but the numbers of the interface are integers`;
}

/** Returns that a member is of another kind. Objects and lists may be null, and an integer may be in a string. */
function wrongKind(pattern: unknown, field: ResponseField | undefined): string | undefined {
  if (field === undefined) return undefined;
  const primitive = formatOf(field)?.kind;
  const expected = primitive ?? ('items' in field ? 'a list' : 'an object');
  const given = kindOf(pattern);
  const isInText = expected === 'an integer' && given === 'a string';
  const isDigits = expected === 'a string' && given === 'an integer';
  const isNone = primitive === undefined && given === 'null';
  if (given === expected || isInText || isDigits || isNone) return undefined;
  return `is ${expected} in every answer that has it, not ${given}`;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'boolean') return 'a boolean';
  return typeof value === 'string' ? 'a string' : 'an integer';
}

/** Masks secrets: an exchange. */
export type Redacts = Pick<Exchange, 'redact'>;

/**
 * Formats an expected or received value on one line: integers as digits, texts in quotes, asymmetric matchers by the
 * runner's name, undefined as `absent`. Masks the secrets of the exchange.
 */
export function formatPattern(value: unknown, exchange?: Redacts, length?: number): string {
  const text = patternText(value);
  // Mask before truncating: half a secret would not be recognised.
  return formatText(exchange?.redact(text) ?? text, length);
}

function patternText(value: unknown): string {
  if (value === undefined) return 'absent';
  if (typeof value === 'string') return JSON.stringify(value);
  if (isAsymmetric(value)) return asymmetricText(value);
  if (Array.isArray(value)) return `[${value.map(patternText).join(', ')}]`;
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return String(value);
  const members = Object.entries(value).map(([name, member]) => `${name}: ${patternText(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** Names an asymmetric matcher like Jest and Vitest do; some have a value in `sample` that the name omits. */
function asymmetricText(value: AsymmetricPattern): string {
  const named = value as { toAsymmetricMatcher?: () => string; sample?: unknown };
  if (named.toAsymmetricMatcher) return named.toAsymmetricMatcher();
  return named.sample === undefined ? String(value) : `${value}<${patternText(named.sample)}>`;
}

/** Formats the first difference, and how many more there are: `estimatedGas is 21000, expected 5`. */
export function differenceText([first, ...more]: readonly Difference[], exchange?: Redacts, at = ''): string {
  if (first === undefined) return `${at || 'the value'} matches`;
  const { path, expected, received } = first;
  const where = [at, path].filter(Boolean).join('.') || 'the whole';
  const others = more.length === 0 ? '' : ` (and ${counted(more.length, 'more difference')})`;
  return `${where} is ${formatPattern(received, exchange, 80)}, expected ${formatPattern(expected, exchange, 80)}${others}`;
}

const maxDifferences = 10;

/** Formats each difference: path, expected, received. */
export function differenceLines(differing: readonly Difference[], exchange?: Redacts): string[] {
  const lines = differing
    .slice(0, maxDifferences)
    .flatMap(({ path, expected, received }) => [
      `- ${path || 'the whole'}`,
      `    expected: ${formatPattern(expected, exchange)}`,
      `    received: ${formatPattern(received, exchange)}`,
    ]);
  const more = differing.length - maxDifferences;
  return more > 0 ? [...lines, `- and ${more} more`] : lines;
}
