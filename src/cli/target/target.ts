import type { Command } from 'commander';
import type { LooseSimulationRequest } from '../../contract/simulation-request.js';
import type { FuzzConfig, LoadedConfig, SmokeConfig, WaitConfig } from '../../deployment/config.js';
import type { Deployment } from '../../deployment/deployment.js';
import { type Environment, variableText } from '../../deployment/environment.js';
import { loadConfig, shownFile } from '../../deployment/load-config.js';
import { configuredDeployment, type Source } from '../../deployment/resolve.js';
import type { Endpoint } from '../../endpoint/endpoint.js';
import { UsageError } from '../../errors.js';
import {
  type ConnectedLocalDeployment,
  connectLocalDeployment,
} from '../../local/control/connect-local-deployment.js';
import type { CliContext } from '../cli-context.js';
import { givenOptions } from '../flag.js';
import { fuzzConfigHere } from './fuzz-config-here.js';
import { recordingFlags } from './recording-flags.js';
import { targetFlags } from './target-flags.js';
import type { TargetOptions } from './target-options.js';

/** The deployment of a command, and what is configured for it. */
export interface Target {
  readonly deployment: Deployment;
  /** The control of the deployment, if it is a local one. */
  readonly local?: ConnectedLocalDeployment | undefined;
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
export async function targetOf(command: Command, { env }: CliContext): Promise<Target> {
  assertNoTestVariables(env);
  const { configFile, deployment, controlUrl, ...flags }: TargetOptions = givenOptions(command, targetFlags);
  if (controlUrl !== undefined) assertNoOtherTarget({ deployment, ...flags });
  const loaded = await loadConfig({ env, file: configFile });
  const settings = settingsOf(loaded);
  const { replay } = givenOptions(command, recordingFlags);
  if (controlUrl !== undefined && replay !== undefined)
    throw new UsageError(
      '--replay sends nothing, but --control-url sends a request to a local deployment: name the deployment with --simulator-url and --name, or with --deployment',
    );
  if (controlUrl !== undefined) return { ...settings, ...(await localTarget(controlUrl, flags.name)) };
  const isReplayed = replay !== undefined;
  const configured = configuredDeployment(loaded, { deployment, flags, env, isReplayed });
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
  return { smoke, fuzz: fuzz && fuzzConfigHere(fuzz, loaded?.file), wait };
}

function assertNoOtherTarget({ name, ...others }: TargetOptions): void {
  const other = Object.entries(others).find(([, value]) => value !== undefined)?.[0];
  if (other !== undefined)
    throw new UsageError(
      `--control-url already determines the deployment: leave out ${targetFlags[other]?.usage}`,
    );
}

async function localTarget(controlUrl: string, name: string | undefined): Promise<Target> {
  const local = await connectLocalDeployment(controlUrl);
  const deployment = name === undefined ? local.deployment : { ...local.deployment, name };
  return {
    ...{ deployment, local, operationIds: [], endpoints: [], sources: {} },
    endpointsPlace: `${endpointsPlace(undefined, undefined)}, and that deployment with --deployment in the place of --control-url`,
  };
}

/** Returns where a user names the custom endpoints of a deployment: `deployments.staging.endpoints in crosscheck.config.ts`. */
function endpointsPlace(name: string | undefined, file: string | undefined): string {
  const where = file === undefined ? 'a crosscheck.config.ts' : shownFile(file, process.cwd());
  return `deployments.${name ?? '<name>'}.endpoints in ${where}`;
}
