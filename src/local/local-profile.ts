import type { ChainNames } from '../contract/dialect.js';
import { type Deployment, defineDeployment } from '../deployment/deployment.js';
import { completeConventions, type LocalConventions, localConventions } from './local-conventions.js';

/** The addresses, names and conventions of a local deployment. */
export interface LocalLocation {
  readonly simulatorUrl: string;
  readonly observerUrl: string;
  readonly chains?: Partial<ChainNames> | undefined;
  readonly conventions?: LocalConventions | undefined;
}

/** The profile of a local deployment, for clients that know only its URL. */
export function localProfile({ simulatorUrl, observerUrl, chains, conventions }: LocalLocation): Deployment {
  return defineDeployment({
    name: 'local',
    simulatorUrl,
    observerUrl,
    chains,
    conventions: { ...localConventions, ...completeConventions(conventions) },
  });
}
