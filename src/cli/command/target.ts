import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import type {
  FuzzConfig,
  LoadedConfig,
  LoadedExtension,
  SmokeConfig,
  WaitConfig,
} from '../../configuration/config.js';
import { loadConfig, loadExtension, shownFile } from '../../configuration/load-config.js';
import {
  assertJoins,
  configuredDeployment,
  type FlagOptions,
  isLocalEntry,
  type Source,
} from '../../configuration/resolve.js';
import { chainNameForm } from '../../contract/dialect.js';
import type { Extension } from '../../contract/extension.js';
import type { LooseSimulationRequest } from '../../contract/simulation-request.js';
import { type Deployment, deploymentOptions } from '../../deployment/deployment.js';
import {
  assertDescribes,
  chainsFromEnv,
  controlUrlFromEnv,
  controlUrlVariable,
  type Environment,
  isControlUrl,
  variableText,
} from '../../deployment/environment.js';
import type { Endpoint } from '../../endpoint/endpoint.js';
import { LocalDeploymentError, UsageError } from '../../errors.js';
import { withOptionNames } from '../../internal/option-names.js';
import { boolean, list, text, valueWhere } from '../../internal/options.js';
import { shellWord } from '../../internal/terminal.js';
import {
  type ConnectedLocalDeployment,
  connectedDeployment,
  localDescription,
} from '../../local/control/control-handle.js';
import type { LocalDescription } from '../../local/model/local-description.js';
import type { CliContext, CommandContext } from './cli-context.js';
import { BadValue, type FlagSet, flagNames, flagSet, givenOptions, moduleFlag, texts } from './flags.js';
import { startLocal } from './start-local.js';

const { simulatorUrl, observerUrl, chains, name, extend } = deploymentOptions.shape;

/** The flags that select the deployment of a command. They take precedence over the environment and the configuration. */
export const targetFlags = flagSet(
  'Deployment',
  {
    deployment: text().meta({
      flag: '--deployment <name>',
      description:
        'a deployment of the configuration file (default: CROSSCHECK_DEPLOYMENT, or the one that the file selects)',
    }),
    configFile: text().meta({
      flag: '--config-file <file>',
      description:
        'the configuration file (default: CROSSCHECK_CONFIG, or crosscheck.config.ts, .js or .json in this folder or a parent)',
    }),
    simulatorUrl,
    observerUrl,
    controlUrl: valueWhere<string>(
      (url) => typeof url === 'string' && isControlUrl(url),
      'must be an http or https URL, such as http://127.0.0.1:8082',
    ).meta({
      flag: '--control-url <url>',
      description:
        'control URL of a local deployment, instead of both URLs: fuzz calls its contracts, fuzz and smoke poll its operations; sends no credentials (default: CROSSCHECK_CONTROL_URL)',
      secret: true,
    }),
    chains,
    extend: moduleFlag(extend),
    name,
  },
  { chains: readChains },
);

/** The flag of commands that can start a local deployment. */
export const localFlags = flagSet('Deployment', {
  local: boolean().meta({
    flag: '--local',
    description:
      'start a local deployment for this run, and stop it at the end; if CROSSCHECK_CONTROL_URL names one, use that',
  }),
});

/** The flags of a recording of the exchanges of a command. */
export const recordingFlags = flagSet('Recording', {
  record: text().meta({
    flag: '--record <file>',
    description: 'write every exchange to a file for --replay, without secrets',
  }),
  replay: text().meta({
    flag: '--replay <file>',
    description: 'answer every request from a recording, and send nothing',
  }),
});

/** The flags for the calls of a campaign. Without a target, calls go to arbitrary addresses, which seldom have a contract. */
export const callFlags = flagSet(
  'Calls',
  {
    target: text().meta({ flag: '--target <address>', description: 'the contract to call' }),
    signature: text().meta({
      flag: '--signature <text>',
      description:
        'the function to call, without its header argument: swap(address,uint256) (default: any name and arguments)',
    }),
    tokens: list(z.string()).meta({
      flag: '--token <address>',
      description: 'a token to send, or native for the native coin (default: any)',
    }),
    accounts: list(text()).meta({
      flag: '--account <address>',
      description: 'a source-chain account to call from (default: any)',
    }),
  },
  { tokens: (token) => (token === 'native' ? '' : token) },
);

/** The deployment of a command, and what is configured for it. */
export interface Target {
  readonly deployment: Deployment;
  /** The control of the deployment, if it is a local one. */
  readonly local?: ConnectedLocalDeployment | undefined;
  /** What that deployment has. */
  readonly description?: LocalDescription | undefined;
  /** Where that deployment is controlled. */
  readonly controlUrl?: string | undefined;
  /** A valid call of the deployment. */
  readonly request?: LooseSimulationRequest | undefined;
  /** The configured operations. `local` returns those of a local deployment. */
  readonly operationIds: readonly string[];
  /** The custom endpoints, created with `defineEndpoint`. */
  readonly endpoints: readonly Endpoint[];
  /** Where custom endpoints are configured, for messages. */
  readonly endpointsPlace: string;
  /** The smoke options of the configuration. */
  readonly smoke?: SmokeConfig | undefined;
  /** The campaign options of the configuration. Flags take precedence. */
  readonly fuzz?: FuzzConfig | undefined;
  /** The wait options of the configuration. Flags take precedence. */
  readonly wait?: WaitConfig | undefined;
  /** The source of each option of the deployment, by its path. */
  readonly sources: Readonly<Record<string, Source>>;
}

/**
 * Returns the deployment of flags, environment and configuration. Flags take precedence over variables, and variables over
 * the configuration.
 *
 * @throws {UsageError} if there is none, its name or configuration is invalid, or its credentials are missing.
 * @throws {LocalDeploymentError} if no local deployment answers at the control URL.
 */
export async function targetOf(command: Command, context: CliContext): Promise<Target> {
  assertNoTestVariables(context.env);
  return selectedTarget(command, context, await selectionOf(command, context));
}

async function selectedTarget(
  command: Command,
  { env, job }: CliContext,
  { deployment, control, flags, loaded }: Selection,
): Promise<Target> {
  const settings = settingsOf(loaded);
  const { replay } = givenOptions(command, recordingFlags);
  if (control !== undefined && replay !== undefined)
    throw new UsageError(
      `--replay sends nothing, but ${control.from} sends a request to a local deployment: ${control.from === controlUrlVariable ? 'unset it, and ' : ''}name the deployment with --simulator-url and --name, or with --deployment`,
    );
  if (control !== undefined) {
    const { url, from } = control;
    // A deployment may change between the starts of jobs, whose cases must be those of one campaign.
    const description =
      job?.settings.local ?? (await localDescription(url, from === controlUrlVariable ? from : undefined));
    if (from === controlUrlVariable) assertDescribes(env, description);
    const extend = flags.extend ?? loaded?.extension?.extend;
    return { ...settings, ...localTarget(url, flags.name, description, extend) };
  }
  const isReplayed = replay !== undefined;
  const configured = withOptionNames(flagNames(targetFlags), () =>
    configuredDeployment(loaded, { deployment, flags, env, isReplayed }),
  );
  if (configured === undefined)
    throw new UsageError(
      'No deployment is configured: pass --simulator-url and --observer-url, set CROSSCHECK_SIMULATOR_URL and CROSSCHECK_OBSERVER_URL, pass the --control-url of crosscheck serve, or define one in crosscheck.config.ts; smoke, fuzz and replay start one with --local',
    );
  const { name, isLocal, ...known } = configured;
  if (known.deployment === undefined)
    throw new UsageError(
      `${name} is a local deployment, which this command does not start: run crosscheck serve and pass its control URL as --control-url, or select another deployment with --deployment; smoke, fuzz and replay start one with --local`,
    );
  const place = endpointsPlace(name, loaded?.file);
  return { ...settings, ...known, deployment: known.deployment, endpointsPlace: place };
}

/**
 * Runs a part of a command with its target. With `--local`, the target is a local deployment that is started for it, and
 * stopped when it ends, also if it fails or the command is stopped.
 *
 * @param signal - Aborts when the command is stopped.
 * @throws {UsageError} if a flag names another deployment.
 * @throws {LocalDeploymentError} if the deployment cannot start, or the command is stopped before it has.
 */
export async function withTarget<T>(
  command: Command,
  context: CommandContext,
  signal: AbortSignal,
  run: (target: Target) => Promise<T>,
): Promise<T> {
  const { local: isLocal } = givenOptions(command, localFlags);
  if (!isLocal) return run(await targetOf(command, context));
  assertNoTestVariables(context.env);
  assertNoOtherTarget('--local', command, ['chains']);
  if (givenOptions(command, recordingFlags).replay !== undefined)
    throw new UsageError('--replay sends nothing: leave out --local');
  const selection = await selectionOf(command, context);
  if (selection.control !== undefined) return run(await selectedTarget(command, context, selection));
  const { extension, loaded, flags } = selection;
  const local = await startLocal(
    { ...(extension ?? loaded?.extension), chains: flags.chains ?? chainsFromEnv(context.env) },
    { stderr: context.stderr, signal, optionName: flagNames(targetFlags) },
  );
  if (local === undefined)
    throw new LocalDeploymentError('DEPLOYMENT_STOPPED', {
      summary: 'The command was stopped while its local deployment started',
    });
  try {
    const control = { url: local.controlUrl, from: '--local' };
    return await run(await selectedTarget(command, context, { ...selection, control }));
  } finally {
    await local.stop();
  }
}

/** The flags that select a deployment, with the configuration and the extension that they name. */
interface Selection {
  readonly deployment: string | undefined;
  /** The control URL of a local deployment, and the flag or variable that set it. */
  readonly control: { readonly url: string; readonly from: string } | undefined;
  /** The extension that `--extend` names. */
  readonly extension: LoadedExtension | undefined;
  readonly flags: FlagOptions;
  readonly loaded: LoadedConfig | undefined;
}

/** Reads the flags that select a deployment, and loads what they name. */
export async function selectionOf(
  command: Command,
  { env, job }: Pick<CliContext, 'env' | 'job'>,
): Promise<Selection> {
  const { configFile, deployment, controlUrl, extend: module, ...flags } = givenOptions(command, targetFlags);
  if (controlUrl !== undefined) assertNoOtherTarget('--control-url', command, ['controlUrl']);
  const loaded = await loadConfig({ env, file: configFile });
  const extension = module === undefined ? undefined : await loadExtension(module, { env });
  const extend = extension?.extend;
  const ofJob = job?.settings.controlUrl;
  return {
    deployment,
    control:
      controlUrl !== undefined || ofJob !== undefined
        ? { url: (controlUrl ?? ofJob) as string, from: '--control-url' }
        : controlOfEnv(command, env, loaded),
    extension,
    flags: { ...flags, ...(extend && { extend }) },
    loaded,
  };
}

/** Returns the control URL of the environment, unless a flag, which takes precedence, names another deployment. */
function controlOfEnv(
  command: Command,
  env: Environment,
  loaded: LoadedConfig | undefined,
): Selection['control'] {
  const url = controlUrlFromEnv(env);
  if (url === undefined) return undefined;
  const { deployment, simulatorUrl, observerUrl, chains } = givenOptions(command, targetFlags);
  if (simulatorUrl !== undefined || observerUrl !== undefined) return undefined;
  if (deployment !== undefined && !isLocalEntry(loaded?.config, deployment)) return undefined;
  assertJoins(env, loaded?.config);
  if (chains !== undefined)
    throw new UsageError(`${controlUrlVariable} already determines the deployment: leave out --chains`);
  return { url, from: controlUrlVariable };
}

/** A user who sets these variables expects that nothing is sent, or that a recording is written. */
function assertNoTestVariables(env: Environment): void {
  const name = ['CROSSCHECK_RECORD', 'CROSSCHECK_REPLAY'].find((variable) => variableText(env, variable));
  if (name !== undefined)
    throw new UsageError(
      `${name} is for tests in Vitest and has no effect in a shell: unset it; crosscheck simulate, wait and smoke have --record <file> and --replay <file>`,
    );
}

function settingsOf(loaded: LoadedConfig | undefined): Pick<Target, 'smoke' | 'fuzz' | 'wait'> {
  const { smoke, fuzz, wait } = loaded?.config ?? {};
  return { smoke, fuzz: fuzz && relativeToHere(fuzz, loaded?.file), wait };
}

/** @param allowed - The options that may go with the flag, besides those that describe any deployment. */
function assertNoOtherTarget(flag: string, command: Command, allowed: readonly string[]): void {
  const { name, configFile, extend, ...others } = givenOptions(command, targetFlags);
  const other = targetFlags.flags.find(({ path }) => path in others && !allowed.includes(path));
  if (other !== undefined)
    throw new UsageError(`${flag} already determines the deployment: leave out ${other.usage}`);
}

function localTarget(
  controlUrl: string,
  name: string | undefined,
  description: LocalDescription,
  extend: Extension | undefined,
): Target {
  const local = connectedDeployment(controlUrl, description, extend);
  const deployment = name === undefined ? local.deployment : { ...local.deployment, name };
  return {
    ...{ deployment, local, description, controlUrl, operationIds: [], endpoints: [], sources: {} },
    endpointsPlace: `${endpointsPlace(undefined, undefined)}, and that deployment with --deployment in the place of --control-url`,
  };
}

/** Returns where a user names the custom endpoints of a deployment: `deployments.staging.endpoints in crosscheck.config.ts`. */
function endpointsPlace(name: string | undefined, file: string | undefined): string {
  const where = file === undefined ? 'a crosscheck.config.ts' : shownFile(file, process.cwd());
  return `deployments.${name ?? '<name>'}.endpoints in ${where}`;
}

/** Returns campaign options with paths relative to the working directory. In a configuration they are relative to its folder. */
function relativeToHere(fuzz: FuzzConfig, file: string | undefined): FuzzConfig {
  if (file === undefined) return fuzz;
  const here = (['corpus', 'baseline', 'report'] as const).flatMap((name) => {
    const path = fuzz[name];
    return typeof path === 'string' ? [[name, shownFile(resolve(dirname(file), path), process.cwd())]] : [];
  });
  return { ...fuzz, ...Object.fromEntries(here) };
}

/** Reads the names of the two chains, destination first: `evm,tvm`. */
export function readChains(text: string): unknown {
  const names = texts(text) as string[];
  const [alpha, beta] = names;
  if (names.length === 2 && names.every((name) => chainNameForm.test(name))) return { alpha, beta };
  throw new BadValue('must be two lower-case names of letters and digits, such as evm,tvm');
}

/**
 * Runs a part of a command with its target. With `--record`, the exchanges are written to a file when the part ends, even if
 * it fails. With `--replay`, the answers come from such a file.
 *
 * @throws {UsageError} if both flags are set, or a file is invalid or cannot be written; also what `run` throws.
 */
export async function withRecording<T>(
  command: Command,
  target: Target,
  run: (target: Target) => Promise<T>,
): Promise<T> {
  const { record, replay } = givenOptions(command, recordingFlags);
  if (record !== undefined && replay !== undefined)
    throw new UsageError('--record and --replay exclude each other: pass one of them');
  if (replay !== undefined) {
    const { openReplay, replayedDeployment } = await import('../../recording/replay-exchanges.js');
    const source = await openReplay(replay, `record again, with --record ${replay}`);
    return await run({ ...target, deployment: replayedDeployment(target.deployment, async () => source) });
  }
  if (record === undefined) return await run(target);
  const { probeCassette } = await import('../../recording/cassette.js');
  await probeCassette(record);
  const { recordExchanges } = await import('../../recording/record-exchanges.js');
  const recording = recordExchanges(target.deployment, { file: record });
  const result = await run({ ...target, deployment: recording.deployment }).catch(async (error: Error) => {
    await recording.save().catch((unsaved: Error) => {
      error.message += `\n\n${unsaved.message}`;
    });
    throw error;
  });
  await recording.save();
  return result;
}

/**
 * Returns the flags, for a shell, that select the deployment of a command line in another command; empty if the command line
 * has none of them. Contains no credentials, because the URLs of a deployment have none.
 */
export function deploymentFlags(command: Command, { deployment }: Pick<Target, 'deployment'>): string {
  const { alpha, beta } = deployment.chains;
  const given = givenOptions(command, targetFlags);
  const hasUrl = given.simulatorUrl !== undefined || given.observerUrl !== undefined;
  const flags = {
    '--deployment': given.deployment,
    '--config-file': given.configFile,
    '--control-url': given.controlUrl && new URL(given.controlUrl).origin,
    '--simulator-url': hasUrl ? deployment.simulatorUrl : undefined,
    '--observer-url': hasUrl ? deployment.observerUrl : undefined,
    '--chains': given.chains && `${alpha},${beta}`,
    '--extend': given.extend,
  };
  const local = givenOptions(command, localFlags).local ? ['--local'] : [];
  return [
    ...local,
    ...Object.entries(flags).flatMap(([name, value]) =>
      value === undefined ? [] : [name, shellWord(value)],
    ),
  ].join(' ');
}

/** Returns what messages of a command call an option: the flag that sets it, and of endpoints where they are configured. */
export function optionNames(
  { endpointsPlace }: Target,
  ...sets: readonly FlagSet[]
): (path: string) => string {
  const nameOf = flagNames(...sets);
  return (path) => (path === 'endpoints' ? endpointsPlace : nameOf(path));
}

/** The maximum number of operations of a local deployment to poll. */
const maxOperations = 20;

/** Returns the operations to poll: the newest ones of a local deployment, otherwise the configured ones. */
export async function pollableOperations({ local, operationIds }: Target): Promise<readonly string[]> {
  if (local === undefined) return operationIds;
  const operations = await local.operations({ limit: maxOperations });
  return operations.map(({ operationId }) => operationId);
}
