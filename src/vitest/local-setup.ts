/**
 * `crosscheck/vitest/local-setup`: a Vitest global setup that starts a local deployment for the run, unless the
 * environment names another one, and prints which.
 */
import type { TestProject } from 'vitest/node';
import { deploymentFromEnv } from '../deployment/deployment-from-env.js';
import type { ProvidedLocal } from './provided-local.js';

/** Starts the deployment; Vitest calls what it gives when the run is over. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const named = deploymentFromEnv();
  if (named) {
    console.log(`crosscheck: tests run against ${named.name}: ${named.simulatorUrl}, ${named.observerUrl}`);
    return async () => {};
  }
  const { startLocalDeployment } = await import('../local/start-local-deployment.js');
  const { simulatorUrl, observerUrl, controlUrl, chains, stop } = await startLocalDeployment({
    onFault: (fault) => console.error('crosscheck: the local deployment failed to answer:', fault),
  });
  const provided: ProvidedLocal = { simulatorUrl, observerUrl, controlUrl, chains };
  project.provide('crosscheck', provided);
  console.log(`crosscheck: local deployment ready: simulator ${simulatorUrl}, observer ${observerUrl}`);
  return stop;
}
