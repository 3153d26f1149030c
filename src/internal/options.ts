import { UsageError } from '../errors.js';
import { closest } from './closest.js';
import { printText, printValue } from './print.js';

/** Says what is wrong with an option's value, or gives undefined if nothing is. */
export interface OptionRule {
  (value: unknown): string | undefined;
  /** Values may hold credentials, so none of them is printed. */
  readonly concealed?: boolean;
}

/** A rule whose faults do not print the value. */
export function concealed(rule: OptionRule): OptionRule {
  return Object.assign((value: unknown) => rule(value), { concealed: true });
}

/** What is wrong with a set of options: where, and why. */
export interface OptionFault {
  readonly path: string;
  readonly message: string;
}

/** A number within bounds; `Infinity` only where it is the upper bound. */
export function numberFrom(min: number, max: number = Number.MAX_SAFE_INTEGER): OptionRule {
  return (value) =>
    typeof value === 'number' && value >= min && value <= max
      ? undefined
      : `must be a number ${max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`}`;
}

/** An integer within bounds. */
export function integerFrom(min: number, max: number = Number.MAX_SAFE_INTEGER): OptionRule {
  return (value) => (Number.isSafeInteger(value) ? numberFrom(min, max)(value) : 'must be an integer');
}

/** The least and the most that a number may be. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** An integer within bounds that have a name. */
export function integerWithin({ min, max }: Bounds): OptionRule {
  return integerFrom(min, max);
}

/** One of some texts. */
export function oneOf(...choices: readonly string[]): OptionRule {
  return (value) => (choices.includes(value as string) ? undefined : `must be one of ${choices.join(', ')}`);
}

/** A value of a JavaScript type. */
export function typed(type: 'boolean' | 'function' | 'string' | 'object'): OptionRule {
  const article = type === 'object' ? 'an' : 'a';
  return (value) =>
    typeof value === type && value !== null && !Array.isArray(value)
      ? undefined
      : `must be ${article} ${type}`;
}

/** A text of at least one character. */
export const nonEmptyText: OptionRule = (value) =>
  typeof value === 'string' && value.trim() !== '' ? undefined : 'must be a text that is not empty';

/** A list of which every item obeys a rule. */
export function listOf(rule: OptionRule): OptionRule {
  return (value) => {
    if (!Array.isArray(value)) return 'must be a list';
    const index = value.findIndex((item) => rule(item) !== undefined);
    return index === -1 ? undefined : `has a bad item [${index}], which ${rule(value[index])}`;
  };
}

const mostUnknownNames = 10;

/**
 * Holds options against their rules and gives the faults found, each with its path. Members that have no rule are
 * faults too, with the name that was probably meant; of many of them the first ten are named, and the others counted.
 * Undefined counts as absent.
 */
export function optionFaults(
  options: object,
  rules: Readonly<Record<string, OptionRule>>,
  under = '',
): OptionFault[] {
  const whole = under || 'options';
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    return [{ path: whole, message: `must be an object, got ${printValue(options)}` }];
  let unknownNames = 0;
  const faults = Object.entries(options).flatMap(([name, value]) => {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined && ++unknownNames > mostUnknownNames) return [];
    const path = under === '' ? printText(name) : `${under}.${printText(name)}`;
    if (rule === undefined) return [{ path, message: unknownName(name, Object.keys(rules)) }];
    const fault = value === undefined ? undefined : rule(value);
    if (fault === undefined) return [];
    return [{ path, message: rule.concealed ? fault : `${fault}, got ${printValue(value)}` }];
  });
  const more = unknownNames - mostUnknownNames;
  return more > 0 ? [...faults, { path: whole, message: `has more unknown members: ${more}` }] : faults;
}

/** Says of a name that it is no option, and which one was probably meant. */
export function unknownName(name: string, known: readonly string[]): string {
  const meant = closest(name, known);
  return `is not an option${meant === undefined ? `; the options are ${known.join(', ')}` : `; did you mean ${meant}?`}`;
}

/** Throws a {@link UsageError} that names each fault, if there is any. */
export function refuseFaults(summary: string, faults: readonly OptionFault[]): void {
  if (faults.length === 0) return;
  throw new UsageError(
    summary,
    faults.map(({ path, message }) => `${path} ${message}`),
  );
}
