import { z } from 'zod';
import { UsageError } from '../errors.js';
import { type Clock, isClock, longestTimerMs } from './clock.js';
import { suggestion } from './closest.js';
import { isObject, isPlainObject } from './objects.js';
import { optionName } from './option-names.js';
import { formatText, formatValue, pathText } from './print.js';
import { definitionOf, schemasAlong, schemasAt, unwrapped } from './schema-introspection.js';

/*
 * An option set is a `z.strictObject` whose members use the schemas of this file, with `.default()` and `.meta()` (an {@link OptionMeta}) as needed. Its types are `z.input` (what users pass) and `z.output` (with defaults).
 *
 * What zod cannot express, such as `checkedValue`, has the JSON schema of its values in `.meta()` too, if a configuration in JSON can have it: `.meta({ type: 'string' })`.
 *
 * Declare the members as a separate constant with doc comments: declaration files keep the comments of a constant and lose those of an argument. The option tables in docs use the same comments.
 *
 *     export const pageShape = {
 *       // a doc comment: How many rows a page has. Default: 20.
 *       rows: integer(1, 100).default(20),
 *     };
 *     const pageOptions = z.strictObject(pageShape);
 *     export interface PageOptions extends Readonly<z.input<z.ZodObject<typeof pageShape>>> {}
 */

/** The metadata of an option, passed to `.meta()`. */
interface OptionMeta {
  /** The environment variable that sets it. */
  readonly env?: string | undefined;
  /** The flag that sets it, in commander syntax: `--timeout <duration>`. */
  readonly flag?: string;
  /** The heading of the help that the flag stands under, where a command has several. */
  readonly heading?: string;
  /** The help text of the flag. */
  readonly description?: string;
  /** The default in the help text, if the schema does not have it. */
  readonly defaultText?: string;
  /** The fixed values of its flag, for the completion of shells. Default: those of an enum, also as items of a list. */
  readonly values?: readonly string[];
  /** The help text of a second flag, `--no-…`, that sets the option to false. */
  readonly without?: string;
  /** Whether the value may contain credentials and must not be printed. */
  readonly secret?: boolean;
}

/** A validation issue of one option. */
export interface OptionIssue {
  /** The path of the option: `retries.limit`. */
  readonly path: string;
  /** Follows the path: `must be an integer from 0 to 100, got -1`. */
  readonly message: string;
  /** The message without the received value. Absent if it has none. */
  readonly rule?: string;
}

/**
 * Validates options and fills in the defaults. Undefined counts as absent.
 *
 * @param headline - The first line of the error: `The wait has invalid options`.
 * @throws {UsageError} with one line per issue: path, what is expected and what was received, or a suggestion for an
 * unknown option.
 */
export function parseOptions<Schema extends z.ZodType>(
  headline: string,
  schema: Schema,
  given: unknown,
): z.output<Schema> {
  assertNoIssues(headline, instanceIssues(schema, given));
  const parsed = schema.safeParse(given, { error: defaultMessage });
  if (parsed.success) return parsed.data;
  throw usageError(headline, boundedIssues(issuesOf(schema, given, parsed.error.issues), 'options'));
}

/** Returns an issue for each RegExp, Map or other instance that would count as an object without members. */
function instanceIssues(
  schema: z.ZodType,
  value: unknown,
  under = '',
  path: readonly PropertyKey[] = [],
): OptionIssue[] {
  if (!isObject(value)) return [];
  const types = schemasAt(schema, path).map((one) => definitionOf(one).type);
  if (!types.includes('object') || types.includes('custom')) return [];
  if (isPlainObject(value))
    return Object.entries(value).flatMap(([name, member]) =>
      instanceIssues(schema, member, under, [...path, name]),
    );
  const message = `must be a plain object, got an instance of ${value.constructor?.name || 'a class'}`;
  return [{ path: joined(under, pathText(path)) || 'options', message }];
}

/**
 * Returns the issues of options, for callers that format their own error.
 *
 * @param under - A path to prepend to each issue.
 */
export function optionIssues(schema: z.ZodType, given: unknown, under = ''): OptionIssue[] {
  const instances = instanceIssues(schema, given, under);
  if (instances.length > 0) return instances;
  const { error } = schema.safeParse(given, { error: defaultMessage });
  return error === undefined ? [] : boundedIssues(issuesOf(schema, given, error.issues, under), under);
}

/**
 * Throws if there are issues.
 *
 * @throws {UsageError} with one line per issue.
 */
export function assertNoIssues(headline: string, issues: readonly OptionIssue[]): void {
  if (issues.length > 0) throw usageError(headline, issues);
}

/** Creates the error of invalid options. A single issue is part of its first line; several are listed below it. */
export function usageError(headline: string, issues: readonly OptionIssue[]): UsageError {
  const lines = issues.map(({ path, message }) => `${optionName(path)} ${message}`);
  return lines.length === 1 ? new UsageError(`${headline}: ${lines[0]}`) : new UsageError(headline, lines);
}

/** Returns the metadata of an option's schema. */
export function metaOf(schema: z.ZodType): OptionMeta {
  return (schema.meta() ?? {}) as OptionMeta;
}

/** An option of a set, or a group of options. */
interface PlacedOption {
  /** `retries.limit` */
  readonly path: string;
  readonly schema: z.ZodType;
  readonly isGroup: boolean;
}

/** Lists the options of a set, each group before its members. */
export function optionsIn(shape: Readonly<Record<string, z.ZodType>>, under = ''): PlacedOption[] {
  return Object.entries(shape).flatMap(([name, schema]) => {
    const path = joined(under, name);
    const base = unwrapped(schema);
    // The last member of a union is the most detailed: a number of retries is shorthand for a policy.
    const group = base instanceof z.ZodUnion ? base.options.at(-1) : base;
    const isGroup = group instanceof z.ZodObject;
    return [{ path, schema, isGroup }, ...(isGroup ? optionsIn(group.shape, path) : [])];
  });
}

/**
 * An object without unknown members. Declaration files keep the doc comments of its members, which they lose with zod's own
 * function.
 */
export function strictObject<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape, z.core.$strict> {
  return z.strictObject(shape) as z.ZodObject<z.ZodRawShape, z.core.$strict> as z.ZodObject<
    Shape,
    z.core.$strict
  >;
}

/** The same, but unknown members are ignored. */
export function object<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape, z.core.$strip> {
  return z.object(shape) as z.ZodObject<z.ZodRawShape, z.core.$strip> as z.ZodObject<Shape, z.core.$strip>;
}

/** An object without unknown members, whose output has only what its input has. */
export function withoutDefaults(shape: z.ZodRawShape): z.ZodObject {
  return z.strictObject(
    Object.fromEntries(
      Object.entries(shape).map(([name, schema]) => [
        name,
        schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault
          ? (schema.unwrap() as z.ZodType).optional()
          : schema,
      ]),
    ),
  );
}

/** A number within bounds. */
export function number(min: number, max: number = Number.MAX_SAFE_INTEGER): z.ZodNumber {
  return numberOf('number', min, max);
}

/** An integer within bounds. */
export function integer(min: number, max: number = Number.MAX_SAFE_INTEGER): z.ZodNumber {
  return numberOf('integer', min, max);
}

/** A duration in milliseconds that a timer supports. */
export function durationMs(min = 0): z.ZodNumber {
  return number(min, longestTimerMs);
}

/** A text that is not blank. */
export function text(): z.ZodString {
  const message = 'must be a non-empty string';
  return z.string(messageUnlessMissing(message)).regex(/\S/, message);
}

/** True or false. */
export function boolean(): z.ZodBoolean {
  return z.boolean(messageUnlessMissing('must be true or false'));
}

/** One of several texts. */
export function choice<const Choice extends string>(...choices: readonly Choice[]) {
  const names = Object.fromEntries(choices.map((name) => [name, name])) as { [Name in Choice]: Name };
  return z.enum(names, messageUnlessMissing(`must be one of ${choices.join(', ')}`));
}

/** A list of items of one schema; messages name the first invalid items. */
export function list<Item extends z.ZodType>(item: Item): z.ZodReadonly<z.ZodArray<Item>> {
  return z.array(item, messageUnlessMissing('must be a list')).readonly();
}

/** A user's function. */
export function callback<Callback>(): z.ZodCustom<Callback, Callback> {
  return valueWhere<Callback>((value) => typeof value === 'function', 'must be a function');
}

/** An object whose members something else validates. */
export function anyObject<Value extends object>(message = 'must be an object'): z.ZodCustom<Value, Value> {
  return valueWhere<Value>(isObject, message).meta({ type: 'object' });
}

export function abortSignal(): z.ZodCustom<AbortSignal, AbortSignal> {
  return valueWhere<AbortSignal>((value) => value instanceof AbortSignal, 'must be an AbortSignal');
}

export function clockOption(): z.ZodCustom<Clock, Clock> {
  return checkedValue<Clock>((value) =>
    isClock(value) ? clockIssue(value) : 'must be a clock: now, setTimeout and clearTimeout',
  );
}

/** Returns why a clock cannot be used. */
export function clockIssue(clock: Clock): string | undefined {
  return Number.isFinite(clock.now())
    ? undefined
    : 'must be a clock whose now() returns a number of milliseconds';
}

/** A value that a predicate accepts; `message` follows the path. */
export function valueWhere<Value>(
  accepts: (value: unknown) => boolean,
  message: string,
): z.ZodCustom<Value, Value> {
  return z.custom<Value>(accepts, messageUnlessMissing(message));
}

/** A value validated by `issueOf`, whose message follows the path. */
export function checkedValue<Value>(
  issueOf: (value: unknown) => string | undefined,
): z.ZodCustom<Value, Value> {
  return z.custom<Value>((value) => issueOf(value) === undefined, {
    error: (issue) => (isMissing(issue) ? 'is missing' : issueOf(issue.input)),
  });
}

/**
 * Reports an issue between several options, in `.superRefine` of their set. The message should include the received
 * value if that helps.
 */
export function reportIssue(context: z.RefinementCtx, path: PropertyKey[], message: string): void {
  context.addIssue({ code: 'custom', path, message, params: { isComplete: true } });
}

/** Uses one message for every issue except a missing value. */
function messageUnlessMissing(message: string): { error: (issue: RawIssue) => string } {
  return { error: (issue) => (isMissing(issue) ? 'is missing' : message) };
}

function isMissing({ input, path }: RawIssue): boolean {
  return input === undefined && path !== undefined && path.length > 0;
}

function numberOf(type: 'number' | 'integer', min: number, max: number): z.ZodNumber {
  const bounds = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  const message = `must be ${type === 'integer' ? 'an integer' : 'a number'} ${bounds}`;
  // Abort: values out of bounds are not compared with other options.
  const check = { error: message, abort: true };
  const bounded = z.number(messageUnlessMissing(message)).min(min, check).max(max, check);
  return type === 'integer' ? bounded.int(check) : bounded;
}

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

/** The message for schemas without their own. */
function defaultMessage(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_value':
      return isMissing(issue) ? 'is missing' : `must be one of ${issue.values.join(', ')}`;
    case 'invalid_type':
      if (isMissing(issue)) return 'is missing';
      return issue.expected === 'object' ? 'must be an object' : `must be of type ${issue.expected}`;
    case 'too_small':
      return isNumeric(issue) ? `must be at least ${issue.minimum}` : undefined;
    case 'too_big':
      return isNumeric(issue) ? `must be at most ${issue.maximum}` : undefined;
    case 'invalid_union':
      return isMissing(issue) ? 'is missing' : 'must be of another type';
    default:
      return undefined;
  }
}

function isNumeric({ origin }: { readonly origin: string }): boolean {
  return ['number', 'int', 'bigint'].includes(origin);
}

const maxUnknownNames = 10;
const maxIssues = 30;

function issuesOf(
  schema: z.ZodType,
  given: unknown,
  issues: readonly z.core.$ZodIssue[],
  under = '',
  isPartOfSecret = false,
): OptionIssue[] {
  return withoutRepeated(issues).flatMap((issue) => {
    const whole = joined(under, pathText(issue.path.map(printable)));
    const at = schemasAt(schema, issue.path);
    if (issue.code === 'unrecognized_keys') return unknownMembers(whole, issue.keys, at);
    const got = issue.path.reduce<unknown>(
      (value, key) => (value as Record<PropertyKey, unknown>)?.[key],
      given,
    );
    const isHidden = isPartOfSecret || isSecret(schema, issue.path);
    if (issue.code === 'invalid_union') {
      const meant = issuesOfBranch(issue);
      const options = meant === undefined ? [] : issuesOf(z.union(at), got, meant, whole, isHidden);
      if (options.length > 0) return options;
    }
    const isComplete = issue.code === 'custom' && issue.params?.isComplete === true;
    const isQuestion = issue.message.endsWith('?');
    const isPrinted =
      !isComplete && !isQuestion && !isHidden && (got !== undefined || issue.path.length === 0);
    return [
      {
        path: whole || 'options',
        message: isPrinted ? `${issue.message}, got ${formatValue(got)}` : issue.message,
        ...(isPrinted ? { rule: issue.message } : {}),
      },
    ];
  });
}

/** Limits the number of issues. */
function boundedIssues(issues: readonly OptionIssue[], whole: string): OptionIssue[] {
  const more = issues.length - maxIssues;
  if (more <= 0) return [...issues];
  return [...issues.slice(0, maxIssues), { path: whole || 'options', message: `has more issues: ${more}` }];
}

/** Removes duplicates: several checks of one value may report the same issue. */
function withoutRepeated(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  return [...new Map(issues.map((issue) => [`${pathText(issue.path)} ${issue.message}`, issue])).values()];
}

const otherTypeCodes: ReadonlySet<string> = new Set([
  'invalid_type',
  'invalid_value',
  'invalid_union',
  'custom',
]);

/** Returns the issues of the only union member that matches the type of the value. */
function issuesOfBranch({ errors }: z.core.$ZodIssueInvalidUnion): readonly z.core.$ZodIssue[] | undefined {
  const near = errors.filter(
    (issues) =>
      !issues.some(
        ({ code, path }) => code === 'invalid_union' || (path.length === 0 && otherTypeCodes.has(code)),
      ),
  );
  return near.length === 1 ? near[0] : undefined;
}

function unknownMembers(
  under: string,
  names: readonly string[],
  at: readonly z.core.$ZodType[],
): OptionIssue[] {
  const known = at.flatMap((schema) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []));
  const issues = names
    .slice(0, maxUnknownNames)
    .map((name) => ({ path: joined(under, formatText(name)), message: unknownName(name, known) }));
  const more = names.length - maxUnknownNames;
  return more > 0
    ? [...issues, { path: under || 'options', message: `has more unknown members: ${more}` }]
    : issues;
}

function printable(key: PropertyKey): PropertyKey {
  return typeof key === 'string' ? formatText(key) : key;
}

function joined(under: string, path: string): string {
  if (under === '' || path === '') return under + path;
  return path.startsWith('[') ? under + path : `${under}.${path}`;
}

/** Returns whether a schema at a path, or one that contains it, is marked secret. */
function isSecret(schema: z.core.$ZodType, path: readonly PropertyKey[]): boolean {
  return schemasAlong(schema, path).some((one) => metaOf(one.schema as z.ZodType).secret);
}

/** Returns the message for an unknown option, with a suggestion. */
function unknownName(name: string, known: readonly string[]): string {
  return `is not an option${suggestion(name, known, `; the options are ${known.join(', ')}`)}`;
}
