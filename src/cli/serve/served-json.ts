import type { LocalDeployment } from '../../local/local-deployment.js';
import { servedVariables } from './served-variables.js';

/** What a program needs to use a local deployment, as JSON on one line. */
export function servedJson(local: LocalDeployment): string {
  const { simulatorUrl, observerUrl, controlUrl, chains, evmRpcUrl, contracts, tokens, executors, accounts } =
    local;
  const environment = servedVariables(local);
  const served = { simulatorUrl, observerUrl, controlUrl, chains, evmRpcUrl, contracts, tokens, executors };
  return `${JSON.stringify({ ...served, accounts, environment })}\n`;
}
