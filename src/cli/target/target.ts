import type { Command } from 'commander';
import type { ChainNames } from '../../contract/chains.js';
import type { Deployment } from '../../deployment/deployment.js';
import { deploymentFromEnv } from '../../deployment/deployment-from-env.js';
import { UsageError } from '../../errors/usage-error.js';
import {
  type ConnectedLocalDeployment,
  connectLocalDeployment,
} from '../../local/control/connect-local-deployment.js';
import type { CliContext } from '../cli-context.js';
import { givenOptions } from '../flag.js';
import { targetFlags } from './target-flags.js';

/** What a command talks to. */
export interface Target {
  readonly deployment: Deployment;
  /** The same as what drives it, when it is a local deployment. */
  readonly local?: ConnectedLocalDeployment | undefined;
}

interface TargetOptions {
  readonly simulatorUrl?: string;
  readonly observerUrl?: string;
  readonly controlUrl?: string;
  readonly chains?: ChainNames;
  readonly name?: string;
}

/**
 * Gives the deployment that flags and environment name; a flag counts before the variable of the same name.
 *
 * @throws {UsageError} when there is none, or it is not named well.
 * @throws {LocalDeploymentError} when no local deployment answers at the control URL.
 */
export async function targetOf(command: Command, { env }: CliContext): Promise<Target> {
  const options: TargetOptions = givenOptions(command, targetFlags);
  if (options.controlUrl !== undefined) return await localTarget(options);
  const { simulatorUrl, observerUrl, chains, name } = options;
  const deployment = deploymentFromEnv({
    ...env,
    ...(simulatorUrl && { CROSSCHECK_SIMULATOR_URL: simulatorUrl }),
    ...(observerUrl && { CROSSCHECK_OBSERVER_URL: observerUrl }),
    ...(chains && { CROSSCHECK_CHAINS: `${chains.alpha},${chains.beta}` }),
    ...(name && { CROSSCHECK_NAME: name }),
  });
  if (deployment !== undefined) return { deployment };
  throw new UsageError(
    'There is no deployment to talk to: give --simulator-url and --observer-url, or CROSSCHECK_SIMULATOR_URL and CROSSCHECK_OBSERVER_URL, or --control-url of one that crosscheck serve runs',
  );
}

async function localTarget({ controlUrl = '', name, ...others }: TargetOptions): Promise<Target> {
  const [other] = Object.keys(others);
  if (other !== undefined)
    throw new UsageError(
      `--control-url says already where and what the deployment is: leave out ${targetFlags[other as keyof typeof others].usage}`,
    );
  const local = await connectLocalDeployment(controlUrl);
  return { deployment: name === undefined ? local.deployment : { ...local.deployment, name }, local };
}
