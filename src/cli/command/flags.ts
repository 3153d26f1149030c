import { type Command, Option } from 'commander';
import { z } from 'zod';
import { setAt } from '../../deployment/environment.js';
import { UsageError } from '../../errors.js';
import { longestTimerMs } from '../../internal/clock.js';
import { suggestion } from '../../internal/closest.js';
import { metaOf, optionIssues, optionsIn, text } from '../../internal/options.js';
import { formatValue } from '../../internal/print.js';
import { unwrapped } from '../../internal/schema-introspection.js';

/** The members of an option set. */
type Shape = Readonly<Record<string, z.ZodType>>;

/** The options of a shape that flags set. */
export type GivenOptions<S extends Shape> = Partial<z.input<z.ZodObject<S>>>;

/** The flags of an option set, one for each option whose `.meta()` has a flag. */
export interface FlagSet<S extends Shape = Shape> {
  readonly flags: readonly Flag[];
  readonly shape: S;
  readonly readers: Readers;
}

/** Readers of options whose schema does not determine how to read a text, by their paths. */
type Readers = Readonly<Record<string, Reader>>;

interface Flag {
  /** The path of the option: `conventions.stages`. */
  readonly path: string;
  /** As in the help: `--epoch-duration <duration>`. */
  readonly usage: string;
  readonly description: string;
  readonly heading: string | undefined;
  /** The description of a second flag, with `no-` before its name, that sets the option to false. */
  readonly without: string | undefined;
  /** The schema of the option, or of an item if the flag is repeated. */
  readonly schema: z.core.$ZodType;
  /** Its fixed values, for the completion of shells. The schema validates values. */
  readonly values: readonly string[];
  readonly isSecret: boolean;
  readonly isRepeatable: boolean;
  readonly read: Reader;
}

/**
 * Converts the text of a flag. A text that it cannot convert is returned, so that the schema of the option rejects it, or is a
 * {@link BadValue} if the schema is not a string schema.
 */
interface Reader {
  (text: string): unknown;
  /** Whether one text holds a whole list. */
  readonly isList?: boolean;
}

/** A text that a reader cannot convert. The message follows the name of the flag: `must be JSON`. */
export class BadValue extends UsageError {}

/**
 * Returns the flags of an option set. The help text of each ends with the default that its schema or its metadata has.
 *
 * @param heading - The heading in the help for options without their own.
 */
export function flagSet<const S extends Shape>(
  heading: string | undefined,
  shape: S,
  readers: Readers = {},
): FlagSet<S> {
  return { shape, readers, flags: flagsOf(heading, shape, readers) };
}

function flagsOf(heading: string | undefined, shape: Shape, readers: Readers): Flag[] {
  return optionsIn(shape).flatMap(({ path, schema }): Flag[] => {
    const meta = metaOf(schema);
    if (meta.flag === undefined) return [];
    const base = unwrapped(schema);
    const item = base instanceof z.ZodArray ? unwrapped(base.element) : base;
    const read = readers[path] ?? readerOf(path, item);
    const isRepeatable = base instanceof z.ZodArray && !read.isList;
    return [
      {
        path,
        usage: meta.flag,
        description: withDefault(path, schema),
        heading: meta.heading ?? heading,
        without: meta.without,
        schema: isRepeatable ? (base.element as z.core.$ZodType) : schema,
        values: meta.values ?? (item instanceof z.ZodEnum ? item.options.map(String) : []),
        isSecret: meta.secret ?? false,
        isRepeatable,
        read,
      },
    ];
  });
}

/** Adds flags to a command. */
export function addFlags(command: Command, ...sets: readonly FlagSet[]): void {
  for (const flag of sets.flatMap(({ flags }) => flags)) {
    const option = optionOf(flag, flag.usage, flag.description);
    if (flag.values.length > 0) option.argChoices = [...flag.values];
    if (option.required) option.argParser((text: string, earlier: unknown) => readFlag(flag, text, earlier));
    command.addOption(option);
    if (flag.without !== undefined)
      command.addOption(optionOf(flag, longName(flag).replace(/^--/, '--no-'), flag.without));
  }
}

function optionOf({ heading }: Flag, usage: string, description: string): Option {
  const option = new Option(usage, description);
  return heading === undefined ? option : option.helpGroup(`${heading}:`);
}

/** Returns the options that the flags of a command line set, with their groups. */
export function givenOptions<S extends Shape>(command: Command, { flags }: FlagSet<S>): GivenOptions<S> {
  const options: Record<string, unknown> = {};
  for (const { path, usage } of flags) {
    const name = new Option(usage).attributeName();
    if (command.getOptionValueSource(name) !== 'cli') continue;
    setAt(options, path, command.getOptionValue(name));
  }
  return options as GivenOptions<S>;
}

/** Returns what messages of a command call an option: the flag that sets it. Flags of lists have no index: `--fault: ms`. */
export function flagNames(...sets: readonly FlagSet[]): (path: string) => string {
  const names = new Map(sets.flatMap(({ flags }) => flags.map((flag) => [flag.path, longName(flag)])));
  return (path) => {
    const [, option = '', item, member] = /^(\w+(?:\.\w+)?)(\[\d+\])?\.?(.*)$/.exec(path) ?? [];
    const [group = '', ...members] = option.split('.');
    const name = names.get(option) ?? [names.get(group) ?? group, ...members].join('.');
    return !names.has(option) && !names.has(group)
      ? path
      : `${name}${member ? `${item ? ': ' : '.'}${member}` : ''}`;
  };
}

/** Returns the last of two long names, like commander. */
function longName({ usage }: Pick<Flag, 'usage'>): string {
  return new Option(usage).long ?? usage;
}

function readFlag(flag: Flag, text: string, earlier: unknown): unknown {
  const name = longName(flag);
  if (text.startsWith('--')) throw new UsageError(`${name} needs a value, got the flag ${formatValue(text)}`);
  const value = checkedValue(flag, name, text);
  return flag.isRepeatable ? [...((earlier as unknown[] | undefined) ?? []), value] : value;
}

function checkedValue({ schema, read, isSecret }: Flag, name: string, text: string): unknown {
  const got = isSecret ? '' : `, got ${formatValue(text)}`;
  let value: unknown;
  try {
    value = read(text);
  } catch (error) {
    throw error instanceof BadValue ? new UsageError(`${name} ${error.message}${got}`) : error;
  }
  const [issue] = optionIssues(schema as z.ZodType, value, name);
  if (issue === undefined) return value;
  const base = unwrapped(schema as z.ZodType);
  if (read === duration) {
    const [from, to] =
      base instanceof z.ZodNumber
        ? [base.minValue ?? 0, base.maxValue ?? longestTimerMs]
        : [0, longestTimerMs];
    throw new UsageError(`${name} must be a duration from ${from} to ${to} ms, such as 500, 30s or 2m${got}`);
  }
  if (base instanceof z.ZodEnum) {
    const names = base.options.map(String);
    throw new UsageError(`${name} must be one of ${names.join(', ')}${got}${suggestion(text, names)}`);
  }
  // The path and the value of a member mean nothing to the reader of a flag, unless it is JSON.
  const { path, message, rule } = issue;
  if (typeof value !== 'object' || text.startsWith('{')) throw new UsageError(`${path} ${message}`);
  throw new UsageError(`${name} ${rule === undefined ? message : rule + got}`);
}

function readerOf(path: string, schema: z.core.$ZodType): Reader {
  if (!(schema instanceof z.ZodNumber)) return (text) => text;
  return path.endsWith('Ms') ? duration : number;
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Returns the schema of a flag that names the module of an option, which is not secret. */
export function moduleFlag(option: z.ZodType): z.ZodString {
  return text().meta({ ...option.meta(), secret: undefined });
}

/** Reads a duration, in milliseconds or with a unit: `500`, `500ms`, `1.5s`, `10m`, `1h`. */
export const duration: Reader = (text) => {
  const [, count, unit = 'ms'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? [];
  return count === undefined ? text : Math.round(Number(count) * (unitMs[unit] as number));
};

/** Reads a number in decimal digits. Leaves integers that would be rounded. */
export const number: Reader = (text) => {
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) return text;
  return text.includes('.') || Number.isSafeInteger(Number(text)) ? Number(text) : text;
};

/** Reads texts that are separated by commas. */
export const texts: Reader = Object.assign((text: string) => text.split(',').map((item) => item.trim()), {
  isList: true,
});

function withDefault(path: string, schema: z.ZodType): string {
  const { description = '', defaultText } = metaOf(schema);
  const value = defaultText ?? (schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined);
  if (typeof value !== 'number' && typeof value !== 'string') return description;
  return `${description} (default: ${typeof value === 'number' && path.endsWith('Ms') ? durationText(value) : value})`;
}

function durationText(ms: number): string {
  return ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`;
}
