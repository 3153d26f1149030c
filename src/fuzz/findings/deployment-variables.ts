import { isNeutral } from '../../contract/chains.js';
import type { Deployment } from '../../deployment/deployment.js';

/** Writes the environment variables that name a deployment, for a shell, without credentials. */
export function deploymentVariables({ simulatorUrl, observerUrl, chains }: Deployment): string {
  const names = isNeutral(chains) ? '' : ` CROSSCHECK_CHAINS=${chains.alpha},${chains.beta}`;
  return `CROSSCHECK_SIMULATOR_URL=${simulatorUrl} CROSSCHECK_OBSERVER_URL=${observerUrl}${names}`;
}
