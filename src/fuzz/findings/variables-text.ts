import type { Deployment } from '../../deployment/deployment.js';
import { deploymentVariables } from '../../deployment/environment.js';

/** Writes the environment variables that name a deployment, for a shell, without credentials. */
export function variablesText(deployment: Deployment): string {
  return Object.entries(deploymentVariables(deployment))
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}
