import { formatText, formatValue } from '../../internal/print.js';
import { textTable } from '../../internal/terminal.js';
import type { EffectiveOption } from './effective-option.js';

// The name of a function could come from a bundler.
const aFunction = '(a function)';

/** The output of `crosscheck config`. */
interface ConfigInForce {
  /** The configuration file; null if there is none. */
  readonly file: string | null;
  /** The names of the deployments. */
  readonly deployments: readonly string[];
  /** The selected deployment; null if there is none. */
  readonly deployment: string | null;
  /** Whether tests start it. */
  readonly isLocal: boolean;
  readonly options: readonly EffectiveOption[];
}

/** Formats the options in force for people: one line per option with its source and value, which may be long. */
export function configText(told: ConfigInForce): string {
  const { file, deployments, deployment, isLocal, options } = told;
  const names = [...new Set([...deployments, ...(deployment === null ? [] : [deployment])])];
  const rows = options.map(({ name, value, source }) => [formatText(name), source, valueText(value)]);
  return [
    `Configuration: ${file ?? 'none; crosscheck init writes one'}`,
    'Deployments:',
    ...names.map((name) => `  ${name === deployment ? '*' : ' '} ${formatText(name)}`),
    ...(deployment === null ? [`  None is selected: ${whatToSet(deployments)}.`] : []),
    ...(isLocal
      ? ['  It is local: tests start it by themselves; for commands, start it with crosscheck serve.']
      : []),
    '',
    textTable([['OPTION', 'FROM', 'VALUE'], ...rows]),
  ].join('\n');
}

function whatToSet({ length }: readonly string[]): string {
  return length > 1
    ? 'set --deployment or CROSSCHECK_DEPLOYMENT'
    : 'name one, or set CROSSCHECK_SIMULATOR_URL';
}

/** Formats the options in force as one line of JSON. */
export function configJson(told: ConfigInForce): string {
  return `${JSON.stringify(told, (_, value: unknown) => (typeof value === 'function' ? aFunction : value))}\n`;
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '(none)';
  if (typeof value === 'function') return aFunction;
  return typeof value === 'string' ? formatText(value) : formatValue(value);
}
