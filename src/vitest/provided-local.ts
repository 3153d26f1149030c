import { inject } from 'vitest';
import type { Deployment } from '../deployment/deployment.js';
import { UsageError } from '../errors.js';
import type { ConnectedLocalDeployment } from '../local/control/connect-local-deployment.js';
import { type LocalLocation, localProfile } from '../local/local-profile.js';

/** What the global setup provides to test files about the local deployment. */
export interface ProvidedLocal extends LocalLocation {
  readonly controlUrl: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Set by `crosscheck/vitest/local-setup`. */
    crosscheck?: ProvidedLocal;
    /**
     * Whether recordings replace the local deployment, which was not started. Set by `crosscheck/vitest/local-setup`.
     */
    crosscheckReplayed?: boolean;
    /** The configuration file of the project, if any. Set by `crosscheck/vitest/local-setup`. */
    crosscheckConfig?: string;
  }
}

/** Placeholder URLs for a replay, in which no local deployment is started. */
const nowhere: LocalLocation = { simulatorUrl: 'http://127.0.0.1:9', observerUrl: 'http://127.0.0.1:9' };

/** Returns the local deployment that the global setup started, or that recordings replace. */
export function providedDeployment(): Deployment | undefined {
  const provided = inject('crosscheck') ?? (inject('crosscheckReplayed') ? nowhere : undefined);
  return provided && localProfile(provided);
}

/**
 * Connects to the local deployment that `crosscheck/vitest/local-setup` started, to submit operations and to move its
 * time.
 *
 * @throws {UsageError} when it started none: the setup is missing, or the environment or the
 * configuration names another deployment.
 * @example
 * import { localDeployment } from 'crosscheck/vitest';
 *
 * const local = await localDeployment();
 * const operationId = await local.submit(request);
 */
export async function localDeployment(): Promise<ConnectedLocalDeployment> {
  const provided = inject('crosscheck');
  if (provided === undefined) {
    throw new UsageError('No local deployment was started', [
      "Add globalSetup: ['crosscheck/vitest/local-setup'] to the Vitest configuration, and unset",
      'CROSSCHECK_SIMULATOR_URL and CROSSCHECK_OBSERVER_URL: with them the tests run against the deployment they name.',
      'With CROSSCHECK_REPLAY none is started: what drives it is not recorded.',
      'Where crosscheck.config.ts chooses another deployment, CROSSCHECK_DEPLOYMENT=local chooses the local one.',
    ]);
  }
  const { connectLocalDeployment } = await import('../local/control/connect-local-deployment.js');
  return connectLocalDeployment(provided.controlUrl);
}
