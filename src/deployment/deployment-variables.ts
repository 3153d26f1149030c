import { isNeutral } from '../contract/chains.js';
import type { Deployment } from './deployment.js';

/** The environment variables that name a deployment: where it is, and its chains where they have other names. No credentials. */
export function deploymentVariables({
  simulatorUrl,
  observerUrl,
  chains,
}: Pick<Deployment, 'simulatorUrl' | 'observerUrl' | 'chains'>): Record<string, string> {
  return {
    CROSSCHECK_SIMULATOR_URL: simulatorUrl,
    CROSSCHECK_OBSERVER_URL: observerUrl,
    ...(isNeutral(chains) ? {} : { CROSSCHECK_CHAINS: `${chains.alpha},${chains.beta}` }),
  };
}
