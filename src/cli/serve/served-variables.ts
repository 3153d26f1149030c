import { isNeutral } from '../../contract/chains.js';
import { environmentVariables } from '../../deployment/environment-variables.js';
import type { LocalDeployment, LocalDeploymentOptions } from '../../local/local-deployment.js';

/** The environment variables that make tests run against a local deployment of another process. */
export function servedVariables(
  { simulatorUrl, observerUrl, chains }: LocalDeployment,
  { conventions = {} }: LocalDeploymentOptions,
): Record<string, string> {
  return {
    CROSSCHECK_SIMULATOR_URL: simulatorUrl,
    CROSSCHECK_OBSERVER_URL: observerUrl,
    ...(isNeutral(chains) ? {} : { CROSSCHECK_CHAINS: `${chains.alpha},${chains.beta}` }),
    ...Object.fromEntries(
      Object.entries(conventions).flatMap(([name, value]) =>
        value === undefined ? [] : [[variableOf(name), String(value)]],
      ),
    ),
  };
}

function variableOf(convention: string): string {
  const known = Object.entries(environmentVariables);
  return known.find(([, { option }]) => option === `conventions.${convention}`)?.[0] ?? convention;
}
