import type { LocalDeployment } from '../../local/local-deployment.js';
import { localDeploymentVariables } from './local-deployment-variables.js';

/** Returns what a program needs to use a local deployment, as JSON on one line. */
export function localDeploymentJson(local: LocalDeployment): string {
  const { simulatorUrl, observerUrl, controlUrl, chains, evmRpcUrl, contracts, tokens, executors, accounts } =
    local;
  const environment = localDeploymentVariables(local);
  const served = { simulatorUrl, observerUrl, controlUrl, chains, evmRpcUrl, contracts, tokens, executors };
  return `${JSON.stringify({ ...served, accounts, environment })}\n`;
}
