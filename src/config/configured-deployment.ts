import type { SimulationRequest } from '../contract/simulation-request.js';
import type { Deployment } from '../deployment/deployment.js';
import { isRunReplayed } from '../deployment/deployment-in-use.js';
import type { Endpoint } from '../endpoint/endpoint.js';
import { UsageError } from '../errors.js';
import { printText } from '../internal/print.js';
import type { LoadedConfig } from './config.js';
import { defineResolved } from './define-resolved.js';
import type { Source } from './option-layers.js';
import { type DeploymentSurroundings, resolveOptions } from './resolve-options.js';

/** The deployment that is meant, with what is known of it. */
export interface ConfiguredDeployment {
  /** Its name in the configuration, or that of the deployment which the environment defines. */
  readonly name: string;
  /** Whether tests are to start it; then there is no `deployment` before they did. */
  readonly isLocal: boolean;
  readonly deployment?: Deployment | undefined;
  /** A call that is known to be valid there. */
  readonly request?: SimulationRequest | undefined;
  /** Operations that it knows. */
  readonly operationIds: readonly string[];
  /** Custom endpoints that it has. */
  readonly endpoints: readonly Endpoint[];
  /** Where each option comes from, by its path: `conventions.stages`. */
  readonly sources: Readonly<Record<string, Source>>;
}

/**
 * Gives the deployment that is meant: the one that `deployment` or `CROSSCHECK_DEPLOYMENT` names, else the one at
 * `CROSSCHECK_SIMULATOR_URL` and `CROSSCHECK_OBSERVER_URL`, else the one that the configuration chooses, else its only one.
 * Gives undefined when none is. Variables count before the configuration, for each option by itself. Sends nothing.
 *
 * @param loaded - What `loadConfig` gave.
 * @throws {UsageError} when none of the name is known, several could be meant, an option is bad, or the variable with
 * its credentials is not set.
 * @example
 * import { configuredDeployment, createClient, loadConfig } from 'crosscheck';
 *
 * const staging = configuredDeployment(await loadConfig(), { deployment: 'staging' });
 * if (staging?.deployment) await createClient(staging.deployment).simulate(staging.request ?? {});
 */
export function configuredDeployment(
  loaded: LoadedConfig | undefined,
  surroundings: DeploymentSurroundings = {},
): ConfiguredDeployment | undefined {
  const resolved = resolveOptions(loaded, surroundings);
  if (resolved === undefined) return undefined;
  const { chosen, isLocal, configured, sources, missingCredentials } = resolved;
  // What answers from a recording asks for none.
  const { isReplayed = isRunReplayed() } = surroundings;
  if (missingCredentials !== undefined && !isLocal && !isReplayed)
    throw new UsageError(
      `${printText(chosen?.name ?? '')} needs credentials and got none: set ${missingCredentials} to the whole Authorization header`,
    );
  const deployment = isLocal ? undefined : defineResolved(resolved);
  return {
    name: chosen?.name ?? deployment?.name ?? 'local',
    isLocal,
    deployment,
    request: configured.request,
    operationIds: configured.operationIds ?? [],
    endpoints: configured.endpoints ?? [],
    sources,
  };
}
