import { type Command, Option } from 'commander';
import { UsageError } from '../errors.js';
import { formatValue } from '../internal/print.js';
import { BadValue, type ValueReader } from './values/value-reader.js';

/** A flag with a value. */
export interface Flag {
  /** As in the help: `--epoch-duration <duration>`. */
  readonly usage: string;
  readonly about: string;
  /** The heading in the help, if the command has several. */
  readonly heading?: string | undefined;
  readonly read: ValueReader<unknown>;
  /** Whether it may be repeated; its value is then a list. */
  readonly isRepeatable?: boolean;
  /** Whether it may hold credentials; an invalid value is then not printed. */
  readonly isConcealed?: boolean;
}

/** Flags by the option that each one sets, with dots for members: `conventions.stages`. */
export type Flags = Readonly<Record<string, Flag>>;

/** Adds flags to a command, under headings of its help. */
export function addFlags(command: Command, heading: string, flags: Flags): void {
  for (const flag of Object.values(flags)) {
    const option = new Option(flag.usage, flag.about).helpGroup(heading);
    // Only for the completion of shells. The reader validates values.
    if (flag.read.choices !== undefined) option.argChoices = [...flag.read.choices];
    command.addOption(option.argParser((text, earlier) => readValue(flag, text, earlier)));
  }
}

/** Returns the options that the flags of a command line set, as an object with groups. */
export function givenOptions(command: Command, flags: Flags): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  for (const [path, flag] of Object.entries(flags)) {
    const value = command.getOptionValue(new Option(flag.usage).attributeName());
    if (value === undefined) continue;
    const [group, member] = path.split('.') as [string, string?];
    options[group] = member === undefined ? value : { ...(options[group] as object), [member]: value };
  }
  return options;
}

/**
 * Replaces the names of options with those of their flags: at the start of an issue, `quorum must be …`, and wherever a name
 * cannot be an ordinary word, `rpcUrl`, `budgets.simulateP50Ms`.
 */
export function withFlagNames(message: string, flags: Flags): string {
  const names = new Map(Object.entries(flags).map(([path, flag]) => [path, longName(flag)]));
  const nameOf = (path: string): string => {
    const [group = '', member] = path.split('.');
    const ofGroup = names.get(group);
    return names.get(path) ?? (ofGroup && member ? `${ofGroup}.${member}` : ofGroup) ?? path;
  };
  return message
    .replace(/(?<=^|invalid options: )([a-zA-Z]+(?:\.[a-zA-Z]+)?)(\[\d+\]\.?)?/gm, (given, path, at) => {
      const name = nameOf(path);
      // A repeated flag is typed without a number.
      return name === path ? given : `${name}${at?.endsWith('.') ? ': ' : ''}`;
    })
    .replace(/(?<![\w."-])[a-z]+(?:[A-Z]\w*|\.[a-z]\w+)(?![\w"-])/g, (word) => names.get(word) ?? word);
}

/** Returns an error of misuse with the names of flags, and any other error unchanged. */
export function withFlagsInMessage(error: unknown, flags: Flags): unknown {
  if (!(error instanceof UsageError)) return error;
  const [summary = '', ...details] = withFlagNames(error.message, flags).split('\n').filter(Boolean);
  return new UsageError(summary, details, error);
}

function readValue(flag: Flag, text: string, earlier: unknown): unknown {
  const name = longName(flag);
  if (text.startsWith('--')) throw new UsageError(`${name} needs a value, got the flag ${formatValue(text)}`);
  const value = readFlag(flag, name, text);
  return flag.isRepeatable ? [...((earlier as unknown[] | undefined) ?? []), value] : value;
}

function readFlag({ read, isConcealed }: Flag, name: string, text: string): unknown {
  try {
    return read(text);
  } catch (error) {
    if (!(error instanceof BadValue)) throw error;
    throw new UsageError(`${name} ${error.message}${isConcealed ? '' : `, got ${formatValue(text)}`}`);
  }
}

/** Returns the last of two long names, like commander. */
function longName({ usage }: Flag): string {
  return new Option(usage).long ?? usage;
}
