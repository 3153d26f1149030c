import { basename } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import { deploymentNames, type LoadedConfig } from '../configuration/config.js';
import {
  defineResolved,
  plainOptionPaths,
  type ResolvedOptions,
  resolveOptions,
  type Source,
  valueAt,
} from '../configuration/resolve.js';
import type { Dialect } from '../contract/dialect.js';
import { type Deployment, deploymentIssues } from '../deployment/deployment.js';
import {
  controlUrlVariable,
  type Environment,
  optionsFromEnv,
  variableOf,
} from '../deployment/environment.js';
import { campaignDefaults, defaultCorpus } from '../fuzz/model/campaign-options.js';
import { isObject } from '../internal/objects.js';
import { assertNoIssues } from '../internal/options.js';
import { formatText, formatValue } from '../internal/print.js';
import { redactedText, redactRequestHeaders } from '../internal/redaction.js';
import { textTable } from '../internal/terminal.js';
import { waitSettings, waitShape } from '../polling/wait-options.js';
import { smokeSettings } from '../smoke/smoke-options.js';
import type { CommandContext } from './command/cli-context.js';
import { addFlags, flagSet, givenOptions } from './command/flags.js';
import { jsonFlag } from './command/output.js';
import { selectionOf, targetFlags } from './command/target.js';

const examples = `
Flags take precedence over environment variables, those over the configuration file, and that over defaults. Header values
are masked.

Exit codes:
  0  printed
  2  the configuration, the environment or a flag is invalid; the message says where

Examples:
  $ crosscheck config
  $ crosscheck config --deployment staging
  $ CROSSCHECK_ATTEMPT_TIMEOUT_MS=20000 crosscheck config --json`;

const jsonFlags = jsonFlag('print one line of JSON');
// --control-url would send a request.
const { controlUrl, ...selectionShape } = targetFlags.shape;
const selectionFlags = flagSet('Deployment', selectionShape, targetFlags.readers);

/** Makes a command `crosscheck config`. */
export function configureConfig(command: Command, context: CommandContext): void {
  command
    .description('Print the settings of a deployment, and where each value comes from. Sends no requests.')
    .addHelpText('after', examples);
  addFlags(command, jsonFlags, selectionFlags);
  command.action(() => runConfig(command, context));
}

/**
 * Prints the options in force and the source of each value. Sends nothing. Missing credentials are listed and not an
 * error.
 *
 * @throws {UsageError} if configuration, environment or flags are invalid.
 */
async function runConfig(command: Command, { env, stdout }: CommandContext): Promise<void> {
  const { deployment, control, flags, loaded } = await selectionOf(command, { env });
  const resolved = resolveOptions(loaded, { deployment, env, flags }, false);
  if (resolved === undefined || resolved.isLocal) assertValidVariables(env);
  const options = [
    ...(resolved === undefined ? [] : deploymentOptions(resolved)),
    ...effectiveSettings(loaded),
  ];
  const name = options.find((option) => option.name === 'name')?.value;
  const config = {
    file: loaded?.file ?? null,
    deployments: loaded === undefined ? [] : deploymentNames(loaded.config),
    deployment: resolved === undefined ? null : (resolved.chosen?.name ?? String(name)),
    isLocal: resolved?.isLocal ?? false,
    controlUrl: control === undefined ? null : new URL(control.url).origin,
    options,
  };
  stdout.write(givenOptions(command, jsonFlags).json ? configJson(config) : configText(config));
}

/** Validates the variables that no deployment uses. Those of a deployment are validated with its other options. */
function assertValidVariables(env: Environment): void {
  const url = 'http://127.0.0.1';
  // selectionOf() has already loaded the module that CROSSCHECK_EXTEND names.
  const options = { simulatorUrl: url, observerUrl: url, ...optionsFromEnv(env), extend: undefined };
  assertNoIssues(
    'The environment has invalid variables',
    deploymentIssues(options).map(({ path, message }) => ({ path: variableOf(path), message })),
  );
}

/** An option with its value, secrets masked, and the source of the value. */
interface EffectiveOption {
  readonly name: string;
  readonly value: unknown;
  readonly source: Source;
}

/** Returns an option of a deployment; of its extension, the names of the members. */
function optionOf(deployment: Deployment, path: string): unknown {
  if (path !== 'extend') return valueAt(deployment, path);
  const declared = Object.entries(deployment.conventions.extend).map(([object, shape]) => [
    object,
    Object.keys(shape ?? {}),
  ]);
  return declared.length === 0 ? null : Object.fromEntries(declared);
}

/** Lists the options of the deployment, and what is configured for it. */
function deploymentOptions(resolved: ResolvedOptions): EffectiveOption[] {
  const { isLocal, sources, configured } = resolved;
  if (isLocal) return [];
  const deployment = defineResolved(resolved);
  const sourced = (name: string, value: unknown): EffectiveOption => ({
    name,
    value,
    source: sources[name] ?? 'default',
  });
  const [plain, conventions] = [false, true].map((isConvention) =>
    plainOptionPaths
      .filter((path) => path.startsWith('conventions.') === isConvention)
      .map((path) => sourced(path, shownValue(path, optionOf(deployment, path), deployment.dialect))),
  ) as [EffectiveOption[], EffectiveOption[]];
  return [
    ...plain,
    ...headerOptions(resolved),
    ...conventions,
    sourced('request', configured.request ?? null),
    sourced('operationIds', configured.operationIds ?? []),
    sourced(
      'endpoints',
      (configured.endpoints ?? []).map(({ name }) => name),
    ),
  ];
}

/** Dispatchers are not shown, because they may hold credentials of a proxy. */
function shownValue(path: string, value: unknown, { toWireName, toWirePath }: Dialect): unknown {
  if (/^conventions\.(?:stages|blockchainTypes)$/.test(path)) return (value as string[]).map(toWireName);
  if (path === 'conventions.includedStage') return toWireName(value as string);
  if (path === 'conventions.requiredRequestFields') return (value as string[]).map(toWirePath);
  return path === 'dispatcher' && value !== undefined ? '(a dispatcher)' : (value ?? null);
}

function headerOptions({ options, sources, missingCredentials }: ResolvedOptions): EffectiveOption[] {
  const { headers = {} } = options;
  const known = typeof headers === 'function' ? {} : redactRequestHeaders(headers);
  const shown = new Map(
    Object.entries(known).map(([name, value]) => [`headers.${name.toLowerCase()}`, value]),
  );
  return Object.entries(sources)
    .filter(([path]) => /^headers(?:\.|$)/.test(path))
    .map(([name, source]) => {
      if (name === 'headers') return { name, value: headers, source };
      return {
        name,
        value: source === missingCredentials ? null : (shown.get(name) ?? redactedText),
        source,
      };
    });
}

// The deployment lists what is configured for it; a whole campaign has no shard.
const { operationIds, shard, ...fuzzDefaults } = campaignDefaults;

/** Lists the options of smoke runs, campaigns and waits that are in force without flags. */
function effectiveSettings(loaded: LoadedConfig | undefined): EffectiveOption[] {
  const { smoke, fuzz, wait } = loaded?.config ?? {};
  const file = loaded?.file === undefined ? 'configuration' : basename(loaded.file);
  return [
    ...together('smoke', smoke, smokeSettings.parse({}), file),
    ...together('fuzz', fuzz, { ...fuzzDefaults, corpus: defaultCorpus }, file),
    ...together('wait', wait, waitDefaults(), file),
  ];
}

function together(
  under: string,
  given: object | undefined,
  defaults: object,
  file: string,
): EffectiveOption[] {
  const [known, filled] = [leaves(given ?? {}, under), leaves(defaults, under)];
  const names = [...new Set([...filled.keys(), ...known.keys()])];
  return names.map((name) =>
    known.has(name)
      ? { name, value: known.get(name), source: file }
      : { name, value: filled.get(name), source: 'default' },
  );
}

/** Returns the members of an object by their paths, including those of its groups. Undefined members are absent. */
function leaves(group: object, under: string): Map<string, unknown> {
  const found = Object.entries(group).flatMap(([name, value]): [string, unknown][] => {
    if (value === undefined) return [];
    const path = `${under}.${name}`;
    return isObject(value) ? [...leaves(value, path)] : [[path, value]];
  });
  return new Map(found);
}

function waitDefaults(): object {
  const { onPoll, signal, clock, ...listed } = waitShape;
  const { timeoutMs } = waitSettings({});
  return { timeoutMs, ...z.strictObject(listed).parse({}), intervals: 'exponential()' };
}

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
  /** The origin of CROSSCHECK_CONTROL_URL, whose local deployment tests and commands use instead; null if it is not set. */
  readonly controlUrl: string | null;
  readonly options: readonly EffectiveOption[];
}

/** Formats the options in force for people: one line per option with its source and value, which may be long. */
function configText(config: ConfigInForce): string {
  const { file, deployments, deployment, isLocal, controlUrl, options } = config;
  const names = [...new Set([...deployments, ...(deployment === null ? [] : [deployment])])];
  const rows = options.map(({ name, value, source }) => [formatText(name), source, valueText(value)]);
  return [
    `Configuration: ${file ?? 'none; crosscheck init writes one'}`,
    'Deployments:',
    ...names.map((name) => `  ${name === deployment ? '*' : ' '} ${formatText(name)}`),
    ...(deployment === null ? [`  None is selected: ${whatToSet(deployments)}.`] : []),
    ...(controlUrl === null
      ? []
      : [`  ${controlUrlVariable} is set: tests and commands use the local deployment at ${controlUrl}.`]),
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
function configJson(config: ConfigInForce): string {
  return `${JSON.stringify(config, (_, value: unknown) => (typeof value === 'function' ? aFunction : value))}\n`;
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '(none)';
  if (typeof value === 'function') return aFunction;
  return typeof value === 'string' ? formatText(value) : formatValue(value);
}
