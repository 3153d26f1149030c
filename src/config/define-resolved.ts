import { defineDeployment } from '../deployment/define-deployment.js';
import type { Deployment, DeploymentOptions } from '../deployment/deployment.js';
import { deploymentFaults } from '../deployment/deployment-faults.js';
import { variableOf } from '../deployment/environment-variables.js';
import { type OptionFault, refuseFaults } from '../internal/options.js';
import { printText } from '../internal/print.js';
import type { ResolvedOptions } from './resolve-options.js';

/**
 * Defines the deployment whose options were put together.
 *
 * @throws {UsageError} when one is bad or missing, with the variable, flag or member of the configuration that gave it.
 */
export function defineResolved(resolved: ResolvedOptions): Deployment {
  const { chosen, options } = resolved;
  const summary =
    chosen === undefined
      ? 'The flags and the environment do not define a deployment well'
      : `The deployment ${printText(chosen.name)} is not well defined`;
  const whole = options as DeploymentOptions;
  const faults = deploymentFaults(whole).map(({ path, message }) => ({
    path: placeOf(path, resolved),
    message,
  }));
  // One URL may stand for both.
  const isFirst = ({ path, message }: OptionFault, index: number): boolean =>
    faults.findIndex((other) => other.path === path && other.message === message) === index;
  refuseFaults(summary, faults.filter(isFirst));
  return defineDeployment(whole);
}

/** What to call an option for whoever gave it: a variable, a flag, or its path in the configuration. */
function placeOf(path: string, { chosen, sources }: ResolvedOptions): string {
  const named = Object.entries(sources).find(
    ([known, source]) => `${known}.`.startsWith(`${path}.`) && /^(?:--|[A-Z_][A-Z0-9_]*$)/.test(source),
  );
  if (named !== undefined) return named[1];
  return chosen === undefined ? variableOf(path) : `deployments.${printText(chosen.name)}.${path}`;
}
