import { z } from 'zod';
import { UsageError } from '../errors.js';
import { type Clock, isClock, longestTimerMs } from './clock.js';
import { closest } from './closest.js';
import { pathText, printText, printValue } from './print.js';

/*
 * An option set is a `z.strictObject` whose members have a schema of this file, a `.default()` where there is one, and
 * `.meta()` of an {@link OptionMeta}. Types are its `z.input` (what users give) and its `z.output` (with the defaults).
 *
 * Write the members as a constant of their own, with a doc comment each: declarations keep the comments of an object literal
 * that is a constant, and lose those of an argument. The tables in docs come from the same comments.
 *
 *     export const pageShape = {
 *       // a doc comment: How many rows a page has. Default: 20.
 *       rows: integer(1, 100).default(20),
 *     };
 *     const pageOptions = z.strictObject(pageShape);
 *     export interface PageOptions extends Readonly<z.input<z.ZodObject<typeof pageShape>>> {}
 */

/** What an option says beside its schema, as `.meta()` of it. */
export interface OptionMeta {
  /** The environment variable that gives it, and how its text is read; as it stands, where nothing says how. */
  readonly env?: string | undefined;
  /** The flag that gives it, as commander reads it: `--timeout <duration>`. */
  readonly flag?: string;
  /** The heading of the help that the flag stands under, where a command has several. */
  readonly heading?: string;
  /** What the help of the flag says of it. */
  readonly description?: string;
  /** Whether its value may hold credentials, so that no message prints it. */
  readonly secret?: boolean;
}

/** What is wrong with one option: where, and why. */
export interface OptionIssue {
  /** Of the option, from the set: `retries.limit`. */
  readonly path: string;
  /** Goes on after the path: `must be an integer from 0 to 100, got -1`. */
  readonly message: string;
}

/**
 * Returns options as their schema gives them, with its defaults. Undefined counts as absent.
 *
 * @param headline - The first line of the error: `The wait has bad options`.
 * @throws {UsageError} with each issue on a line: its path, what the option must be, and what came, or for an unknown
 * option the one that was probably meant.
 */
export function parseOptions<Schema extends z.ZodType>(
  headline: string,
  schema: Schema,
  given: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(given, { error: defaultMessage });
  if (parsed.success) return parsed.data;
  throw usageError(headline, boundedIssues(issuesOf(schema, given, parsed.error.issues), 'options'));
}

/**
 * Returns what is wrong with options, for a caller that knows better where they come from.
 *
 * @param under - The path of the options in what they are part of.
 */
export function optionIssues(schema: z.ZodType, given: unknown, under = ''): OptionIssue[] {
  const { error } = schema.safeParse(given, { error: defaultMessage });
  return error === undefined ? [] : boundedIssues(issuesOf(schema, given, error.issues, under), under);
}

/**
 * Throws if there are issues.
 *
 * @throws {UsageError} with each issue on a line.
 */
export function assertNoIssues(headline: string, issues: readonly OptionIssue[]): void {
  if (issues.length > 0) throw usageError(headline, issues);
}

/** Returns the error that names each issue. */
export function usageError(headline: string, issues: readonly OptionIssue[]): UsageError {
  return new UsageError(
    headline,
    issues.map(({ path, message }) => `${path} ${message}`),
  );
}

/** Returns what the schema of an option says of it. */
export function metaOf(schema: z.ZodType): OptionMeta {
  return (schema.meta() ?? {}) as OptionMeta;
}

/** Returns the schema of a value that is there: without what makes it optional or gives its default. */
export function baseSchema(schema: z.ZodType): z.ZodType {
  const { def } = schema as z.ZodType & { def: z.core.$ZodTypeDef };
  if (def.type === 'pipe') return baseSchema((def as z.core.$ZodPipeDef).in as z.ZodType);
  return 'innerType' in def ? baseSchema(def.innerType as z.ZodType) : schema;
}

/** A number within bounds. */
export function number(min: number, max: number = Number.MAX_SAFE_INTEGER): z.ZodNumber {
  return numberOf('number', min, max);
}

/** An integer within bounds. */
export function integer(min: number, max: number = Number.MAX_SAFE_INTEGER): z.ZodNumber {
  return numberOf('integer', min, max);
}

/** Milliseconds that a timer can be set for. */
export function durationMs(min = 0): z.ZodNumber {
  return number(min, longestTimerMs);
}

/** A text that is not blank. */
export function text(): z.ZodString {
  const message = 'must be a text that is not empty';
  return z.string(says(message)).regex(/\S/, message);
}

/** True or false. */
export function boolean(): z.ZodBoolean {
  return z.boolean(says('must be a boolean'));
}

/** One of some texts. */
export function choice<const Choice extends string>(...choices: readonly Choice[]) {
  const names = Object.fromEntries(choices.map((name) => [name, name])) as { [Name in Choice]: Name };
  return z.enum(names, says(`must be one of ${choices.join(', ')}`));
}

/** A list whose items are all of a schema; messages name the first bad items. */
export function list<Item extends z.ZodType>(item: Item): z.ZodReadonly<z.ZodArray<Item>> {
  return z.array(item, says('must be a list')).readonly();
}

/** A function of the user. */
export function callback<Callback>(): z.ZodCustom<Callback, Callback> {
  return valueWhere<Callback>((value) => typeof value === 'function', 'must be a function');
}

/** A signal that can end something. */
export function abortSignal(): z.ZodCustom<AbortSignal, AbortSignal> {
  return valueWhere<AbortSignal>((value) => value instanceof AbortSignal, 'must be an AbortSignal');
}

/** A clock that something waits by. */
export function clockOption(): z.ZodCustom<Clock, Clock> {
  return valueWhere<Clock>(isClock, 'must be a clock: now, setTimeout and clearTimeout');
}

/** Any value that is accepted as it is; `message` goes on after the path. */
export function valueWhere<Value>(
  accepts: (value: unknown) => boolean,
  message: string,
): z.ZodCustom<Value, Value> {
  return z.custom<Value>(accepts, says(message));
}

/** Any value of which `issueOf` says what is wrong with it; the message goes on after the path. */
export function checkedValue<Value>(
  issueOf: (value: unknown) => string | undefined,
): z.ZodCustom<Value, Value> {
  return z.custom<Value>((value) => issueOf(value) === undefined, {
    error: (issue) => (isMissing(issue) ? 'is missing' : issueOf(issue.input)),
  });
}

/** Reports what is wrong between several options, in `.superRefine` of their set. The message says what came, where it helps. */
export function reportIssue(context: z.RefinementCtx, path: PropertyKey[], message: string): void {
  context.addIssue({ code: 'custom', path, message, params: { isComplete: true } });
}

/** A message for all that can be wrong with a value, but that it is missing. */
function says(message: string): { error: (issue: RawIssue) => string } {
  return { error: (issue) => (isMissing(issue) ? 'is missing' : message) };
}

function isMissing({ input, path }: RawIssue): boolean {
  return input === undefined && path !== undefined && path.length > 0;
}

function numberOf(type: 'number' | 'integer', min: number, max: number): z.ZodNumber {
  const bounds = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  const message = `must be ${type === 'integer' ? 'an integer' : 'a number'} ${bounds}`;
  // What is out of bounds is not held against other options.
  const check = { error: message, abort: true };
  const bounded = z.number(says(message)).min(min, check).max(max, check);
  return type === 'integer' ? bounded.int(check) : bounded;
}

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

/** What is said where a schema has no message of its own. */
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
    const isPrinted = !isComplete && !isHidden && (got !== undefined || issue.path.length === 0);
    return [
      { path: whole || 'options', message: `${issue.message}${isPrinted ? `, got ${printValue(got)}` : ''}` },
    ];
  });
}

/** No more issues than a reader can use. */
function boundedIssues(issues: readonly OptionIssue[], whole: string): OptionIssue[] {
  const more = issues.length - maxIssues;
  if (more <= 0) return [...issues];
  return [...issues.slice(0, maxIssues), { path: whole || 'options', message: `has more issues: ${more}` }];
}

/** Several checks of a value may say the same. */
function withoutRepeated(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  return [...new Map(issues.map((issue) => [`${pathText(issue.path)} ${issue.message}`, issue])).values()];
}

const otherTypeCodes: ReadonlySet<string> = new Set([
  'invalid_type',
  'invalid_value',
  'invalid_union',
  'custom',
]);

/** The issues of the only schema of a union that has the type of the value. */
function issuesOfBranch({ errors }: z.core.$ZodIssueInvalidUnion): readonly z.core.$ZodIssue[] | undefined {
  const near = errors.filter(
    (issues) =>
      !issues.some(
        ({ code, path }) => code === 'invalid_union' || (path.length === 0 && otherTypeCodes.has(code)),
      ),
  );
  return near.length === 1 ? near[0] : undefined;
}

function unknownMembers(under: string, names: readonly string[], at: readonly z.ZodType[]): OptionIssue[] {
  const known = at.flatMap((schema) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []));
  const issues = names
    .slice(0, maxUnknownNames)
    .map((name) => ({ path: joined(under, printText(name)), message: unknownName(name, known) }));
  const more = names.length - maxUnknownNames;
  return more > 0
    ? [...issues, { path: under || 'options', message: `has more unknown members: ${more}` }]
    : issues;
}

function printable(key: PropertyKey): PropertyKey {
  return typeof key === 'string' ? printText(key) : key;
}

function joined(under: string, path: string): string {
  if (under === '' || path === '') return under + path;
  return path.startsWith('[') ? under + path : `${under}.${path}`;
}

/** Whether the schema at a path, or one that it is part of, says that values are secret. */
function isSecret(schema: z.ZodType, [key, ...rest]: readonly PropertyKey[]): boolean {
  if (isMarkedSecret(schema)) return true;
  if (key === undefined) return false;
  return alternatives(schema).some((part) => {
    const member = memberOf(part, key);
    return member !== undefined && isSecret(member, rest);
  });
}

function isMarkedSecret(schema: z.ZodType): boolean {
  if (metaOf(schema).secret) return true;
  const { def } = schema as z.ZodType & { def: z.core.$ZodTypeDef };
  return 'innerType' in def && isMarkedSecret(def.innerType as z.ZodType);
}

/** The schemas of the value at a path: several where one of them is a union. */
function schemasAt(schema: z.ZodType, [key, ...rest]: readonly PropertyKey[]): z.ZodType[] {
  if (key === undefined) return alternatives(schema);
  return alternatives(schema).flatMap((part) => {
    const member = memberOf(part, key);
    return member === undefined ? [] : schemasAt(member, rest);
  });
}

/** The schemas that a value may be of: each of a union. */
function alternatives(schema: z.ZodType): z.ZodType[] {
  const base = baseSchema(schema);
  return base instanceof z.ZodUnion
    ? base.options.flatMap((part) => alternatives(part as z.ZodType))
    : [base];
}

function memberOf(schema: z.ZodType, key: PropertyKey): z.ZodType | undefined {
  if (schema instanceof z.ZodObject) return (schema.shape as Record<PropertyKey, z.ZodType>)[key];
  if (schema instanceof z.ZodArray) return schema.element as z.ZodType;
  if (schema instanceof z.ZodRecord) return schema.valueType as z.ZodType;
  return undefined;
}

/** Says of a name that it is no option, and which one was probably meant. */
function unknownName(name: string, known: readonly string[]): string {
  const meant = closest(name, known);
  return `is not an option${meant === undefined ? `; the options are ${known.join(', ')}` : `; did you mean ${meant}?`}`;
}
