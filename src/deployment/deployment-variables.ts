import { type ChainNames, isNeutral, neutralChains } from '../contract/dialect.js';
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

/** The names of the chains of a deployment that such variables name, written for a shell. */
export function chainsOfVariables(text: string | undefined): ChainNames {
  const [, alpha, beta] = /\bCROSSCHECK_CHAINS=['"]?([a-z0-9]+),([a-z0-9]+)/.exec(text ?? '') ?? [];
  return alpha === undefined || beta === undefined ? neutralChains : { alpha, beta };
}
