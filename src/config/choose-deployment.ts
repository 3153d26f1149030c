import type { Environment } from '../deployment/deployment-from-env.js';
import { UsageError } from '../errors.js';
import { closest } from '../internal/closest.js';
import { printText } from '../internal/print.js';
import type { CrosscheckConfig, DeploymentEntry, LoadedConfig } from './config.js';

/** What says which deployment is meant. */
export interface DeploymentChoice {
  /** As a flag names it; counts before the environment. */
  readonly deployment?: string | undefined;
  readonly env: Environment;
  /** Whether flags or environment give a base URL. */
  readonly hasUrl: boolean;
  /** Whether it is a fault when nobody chose one of several. Default: true. */
  readonly isNeeded?: boolean | undefined;
}

/** The deployment that is meant, and what the configuration says of it. */
export interface ChosenDeployment {
  readonly name: string;
  readonly entry: DeploymentEntry;
}

/**
 * Chooses a deployment of a configuration: the one that is named, else none where a base URL is given, which is a
 * deployment of its own, else the one that the configuration chooses, else its only one.
 *
 * @throws {UsageError} when none of the name is known, or there are several, one is needed and nobody chose.
 */
export function chooseDeployment(
  loaded: LoadedConfig | undefined,
  { deployment, env, hasUrl, isNeeded = true }: DeploymentChoice,
): ChosenDeployment | undefined {
  const named = deployment ?? (env.CROSSCHECK_DEPLOYMENT || undefined);
  const config = loaded?.config ?? {};
  if (named !== undefined) {
    const entry = entryOf(config, named);
    if (entry !== undefined) return { name: named, entry };
    const by = deployment === undefined ? 'CROSSCHECK_DEPLOYMENT' : '--deployment';
    if (loaded === undefined)
      throw new UsageError(
        `${by} is ${printText(named)}, which no configuration knows: there is no crosscheck.config.ts, .js or .json here or above`,
      );
    throw new UsageError(`${by} ${unknownDeployment(named, config)}`);
  }
  if (hasUrl) return undefined;
  const listed = Object.keys(config.deployments ?? {});
  const chosen = config.deployment ?? (listed.length === 1 ? listed[0] : undefined);
  const entry = chosen === undefined ? undefined : entryOf(config, chosen);
  if (chosen !== undefined && entry !== undefined) return { name: chosen, entry };
  if (listed.length === 0 || !isNeeded) return undefined;
  throw new UsageError('The configuration has several deployments, and nobody says which one is meant', [
    `What to do: give --deployment, CROSSCHECK_DEPLOYMENT or the member deployment of the configuration, one of ${listed.map((name) => printText(name)).join(', ')}`,
  ]);
}

/** The deployments that may be named: those of the configuration, and `local`. */
export function deploymentNames({ deployments = {} }: CrosscheckConfig): string[] {
  return [...new Set([...Object.keys(deployments), 'local'])];
}

/** Says of a name that no deployment has it, and which one was probably meant. */
export function unknownDeployment(name: string, config: CrosscheckConfig): string {
  const known = deploymentNames(config);
  const meant = closest(name, known);
  const hint = meant === undefined ? '' : `; did you mean ${printText(meant)}?`;
  return `must be one of ${known.map((other) => printText(other)).join(', ')}, got ${printText(name)}${hint}`;
}

function entryOf({ deployments = {} }: CrosscheckConfig, name: string): DeploymentEntry | undefined {
  if (Object.hasOwn(deployments, name)) return deployments[name];
  return name === 'local' ? 'local' : undefined;
}
