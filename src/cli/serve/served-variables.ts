import { isNeutral } from '../../contract/chains.js';
import { variableOf } from '../../deployment/environment-variables.js';
import type { LocalDeployment } from '../../local/local-deployment.js';

/** The environment variables that make tests run against a local deployment of another process. */
export function servedVariables({
  simulatorUrl,
  observerUrl,
  chains,
  conventions,
}: LocalDeployment): Record<string, string> {
  return {
    CROSSCHECK_SIMULATOR_URL: simulatorUrl,
    CROSSCHECK_OBSERVER_URL: observerUrl,
    ...(isNeutral(chains) ? {} : { CROSSCHECK_CHAINS: `${chains.alpha},${chains.beta}` }),
    ...Object.fromEntries(
      Object.entries(conventions).flatMap(([name, value]) =>
        value === undefined ? [] : [[variableOf(`conventions.${name}`), String(value)]],
      ),
    ),
  };
}
