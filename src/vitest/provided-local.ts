import { inject } from 'vitest';
import type { Deployment } from '../deployment/deployment.js';
import { UsageError } from '../errors.js';
import type { ConnectedLocalDeployment } from '../local/control/connect-local-deployment.js';
import { type LocalLocation, localProfile } from '../local/local-profile.js';
import { skipTest } from './follow-tests.js';

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
 * time. A replay (`CROSSCHECK_REPLAY`) has none, and skips the test that calls this, also in `beforeEach`.
 *
 * @throws {UsageError} when no local deployment was started: the setup is missing, or the environment or the
 * configuration names another deployment; in a replay, when called in `beforeAll` or outside of tests, where nothing can
 * be skipped.
 * @example
 * import { localDeployment } from 'crosscheck/vitest';
 *
 * const local = await localDeployment();
 * const operationId = await local.submit(request);
 */
export async function localDeployment(): Promise<ConnectedLocalDeployment> {
  const provided = inject('crosscheck');
  if (provided === undefined) {
    if (inject('crosscheckReplayed')) notInReplay();
    throw new UsageError('No local deployment was started', [
      "Add globalSetup: ['crosscheck/vitest/local-setup'] to the Vitest configuration, and unset",
      'CROSSCHECK_SIMULATOR_URL and CROSSCHECK_OBSERVER_URL: with them the tests run against the deployment they name.',
      'Where crosscheck.config.ts chooses another deployment, CROSSCHECK_DEPLOYMENT=local chooses the local one.',
    ]);
  }
  const { connectLocalDeployment } = await import('../local/control/connect-local-deployment.js');
  return connectLocalDeployment(provided.controlUrl);
}

/** Skips the running test. Throws a `UsageError` if there is none to skip. */
function notInReplay(): never {
  const reason = 'localDeployment: a replay has no local deployment';
  skipTest(reason);
  throw new UsageError(reason, [
    'CROSSCHECK_REPLAY is set, and what drives a local deployment is not recorded. This call belongs to no single test that could be skipped.',
    "What to do: call localDeployment() in the tests or in beforeEach, or put them into describe.runIf(inject('crosscheck'))",
  ]);
}
