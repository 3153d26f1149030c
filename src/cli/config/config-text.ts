import { formatText, formatValue } from '../../internal/print.js';
import { textTable } from '../text-table.js';
import type { EffectiveOption } from './effective-option.js';

// Its name would be one that a bundler gave.
const aFunction = '(a function)';

/** What `crosscheck config` tells. */
interface ConfigInForce {
  /** The configuration; null when there is none. */
  readonly file: string | null;
  /** Names of those beside it. */
  readonly unread: readonly string[];
  /** The deployments that may be named. */
  readonly deployments: readonly string[];
  /** The one that is meant; null when none is. */
  readonly deployment: string | null;
  /** Whether it is one that tests start. */
  readonly isLocal: boolean;
  readonly options: readonly EffectiveOption[];
}

/** Writes what is in force for people: a line an option, with where it comes from and its value, which may be long. */
export function configText(told: ConfigInForce): string {
  const { file, unread, deployments, deployment, isLocal, options } = told;
  const names = [...new Set([...deployments, ...(deployment === null ? [] : [deployment])])];
  const rows = options.map(({ name, value, source }) => [formatText(name), source, valueText(value)]);
  return [
    `Configuration: ${file ?? 'none; crosscheck init writes one'}`,
    ...unread.map((name) => `  ${name} beside it is not read.`),
    'Deployments:',
    ...names.map((name) => `  ${name === deployment ? '*' : ' '} ${formatText(name)}`),
    ...(deployment === null ? [`  None is meant: ${whatToGive(deployments)}.`] : []),
    ...(isLocal ? ['  It is local: tests start it, and in a shell crosscheck serve does.'] : []),
    '',
    textTable([['OPTION', 'FROM', 'VALUE'], ...rows]),
  ].join('\n');
}

function whatToGive({ length }: readonly string[]): string {
  return length > 1
    ? 'give --deployment or CROSSCHECK_DEPLOYMENT'
    : 'name one, or give CROSSCHECK_SIMULATOR_URL';
}

/** Writes what is in force as one line of JSON. */
export function configJson(told: ConfigInForce): string {
  return `${JSON.stringify(told, (_, value: unknown) => (typeof value === 'function' ? aFunction : value))}\n`;
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '(none)';
  if (typeof value === 'function') return aFunction;
  return typeof value === 'string' ? formatText(value) : formatValue(value);
}
