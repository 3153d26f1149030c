import type { Deployment } from '../../deployment/deployment.js';
import { deploymentVariables } from '../../deployment/environment.js';

/** Returns the environment variables of a deployment, for a shell, without credentials. */
export function variablesText(deployment: Deployment): string {
  return Object.entries(deploymentVariables(deployment))
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}
