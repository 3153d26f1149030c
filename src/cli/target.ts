import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import type { FuzzConfig, LoadedConfig, SmokeConfig, WaitConfig } from '../configuration/config.js';
import { loadConfig, loadExtension, shownFile } from '../configuration/load-config.js';
import { configuredDeployment, type FlagOptions, type Source } from '../configuration/resolve.js';
import type { Extension } from '../contract/extension.js';
import type { LooseSimulationRequest } from '../contract/simulation-request.js';
import { type Deployment, deploymentOptions } from '../deployment/deployment.js';
import { type Environment, variableText } from '../deployment/environment.js';
import type { Endpoint } from '../endpoint/endpoint.js';
import { UsageError } from '../errors.js';
import { withOptionNames } from '../internal/option-names.js';
import { list, text, valueWhere } from '../internal/options.js';
import { shellWord } from '../internal/terminal.js';
import {
  type ConnectedLocalDeployment,
  connectedDeployment,
  localDescription,
} from '../local/control/control-handle.js';
import type { LocalDescription } from '../local/model/local-description.js';
import type { CliContext } from './cli-context.js';
import { BadValue, type FlagSet, flagNames, flagSet, givenOptions, moduleFlag } from './flags.js';

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
      (url) => typeof url === 'string' && /^https?:\/\//i.test(url) && URL.canParse(url),
      'must be an http or https URL, such as http://127.0.0.1:8082',
    ).meta({
      flag: '--control-url <url>',
      description:
        'control URL of a local deployment, instead of both URLs: fuzz calls its contracts, fuzz and smoke poll its operations; sends no credentials',
      secret: true,
    }),
    chains,
    extend: moduleFlag(extend),
    name,
  },
  { chains: readChains },
);

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
export async function targetOf(command: Command, { env, job }: CliContext): Promise<Target> {
  assertNoTestVariables(env);
  if (givenOptions(command, targetFlags).controlUrl !== undefined) assertNoOtherTarget(command);
  const { deployment, controlUrl, flags, loaded } = await selectionOf(command, env);
  const settings = settingsOf(loaded);
  const { replay } = givenOptions(command, recordingFlags);
  if (controlUrl !== undefined && replay !== undefined)
    throw new UsageError(
      '--replay sends nothing, but --control-url sends a request to a local deployment: name the deployment with --simulator-url and --name, or with --deployment',
    );
  if (controlUrl !== undefined) {
    // A deployment may change between the starts of jobs, whose cases must be those of one campaign.
    const description = job?.settings.local ?? (await localDescription(controlUrl));
    const extend = flags.extend ?? loaded?.extension?.extend;
    return { ...settings, ...localTarget(controlUrl, flags.name, description, extend) };
  }
  const isReplayed = replay !== undefined;
  const configured = withOptionNames(flagNames(targetFlags), () =>
    configuredDeployment(loaded, { deployment, flags, env, isReplayed }),
  );
  if (configured === undefined)
    throw new UsageError(
      'No deployment is configured: pass --simulator-url and --observer-url, set CROSSCHECK_SIMULATOR_URL and CROSSCHECK_OBSERVER_URL, pass the --control-url of crosscheck serve, or define one in crosscheck.config.ts',
    );
  const { name, isLocal, ...known } = configured;
  if (known.deployment === undefined)
    throw new UsageError(
      `${name} is a local deployment, which this command does not start: run crosscheck serve and pass its control URL as --control-url, or select another deployment with --deployment`,
    );
  const place = endpointsPlace(name, loaded?.file);
  return { ...settings, ...known, deployment: known.deployment, endpointsPlace: place };
}

/** The flags that select a deployment, with the configuration and the extension that they name. */
interface Selection {
  readonly deployment: string | undefined;
  readonly controlUrl: string | undefined;
  readonly flags: FlagOptions;
  readonly loaded: LoadedConfig | undefined;
}

/** Reads the flags that select a deployment, and loads what they name. */
export async function selectionOf(command: Command, env: Environment): Promise<Selection> {
  const { configFile, deployment, controlUrl, extend: module, ...flags } = givenOptions(command, targetFlags);
  const loaded = await loadConfig({ env, file: configFile });
  const extend = module === undefined ? undefined : (await loadExtension(module, { env })).extend;
  return { deployment, controlUrl, flags: { ...flags, ...(extend && { extend }) }, loaded };
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

function assertNoOtherTarget(command: Command): void {
  const { name, controlUrl, configFile, extend, ...others } = givenOptions(command, targetFlags);
  const other = targetFlags.flags.find(({ path }) => path in others);
  if (other !== undefined)
    throw new UsageError(`--control-url already determines the deployment: leave out ${other.usage}`);
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
    ...{ deployment, local, description, operationIds: [], endpoints: [], sources: {} },
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
  const [alpha, beta, ...more] = text.split(',');
  if (beta !== undefined && more.length === 0) return { alpha, beta };
  throw new BadValue('must be two lower-case names, such as evm,tvm');
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
    const { openReplay, replayedDeployment } = await import('../recording/replay-exchanges.js');
    const source = await openReplay(replay, `record again, with --record ${replay}`);
    return await run({ ...target, deployment: replayedDeployment(target.deployment, async () => source) });
  }
  if (record === undefined) return await run(target);
  const { probeCassette } = await import('../recording/cassette.js');
  await probeCassette(record);
  const { recordExchanges } = await import('../recording/record-exchanges.js');
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
  return Object.entries(flags)
    .flatMap(([name, value]) => (value === undefined ? [] : [name, shellWord(value)]))
    .join(' ');
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
