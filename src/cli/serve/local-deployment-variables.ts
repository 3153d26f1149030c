import { deploymentVariables, variableOf } from '../../deployment/environment.js';
import type { LocalDeployment } from '../../local/local-deployment.js';

/** The environment variables that make tests run against a local deployment of another process. */
export function localDeploymentVariables(local: LocalDeployment): Record<string, string> {
  return {
    ...deploymentVariables(local),
    ...Object.fromEntries(
      Object.entries(local.conventions).flatMap(([name, value]) =>
        value === undefined ? [] : [[variableOf(`conventions.${name}`), String(value)]],
      ),
    ),
  };
}
