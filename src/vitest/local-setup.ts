/**
 * `crosscheck/vitest/local-setup`: a Vitest global setup that starts a local deployment for the run, unless the
 * environment or the configuration names another one, and prints which.
 */
import type { TestProject } from 'vitest/node';
import { configuredDeployment } from '../config/configured-deployment.js';
import { loadConfig } from '../config/load-config.js';
import type { ProvidedLocal } from './provided-local.js';

/** Starts the deployment; Vitest calls what it gives when the run is over. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const loaded = await loadConfig({ cwd: project.config.root });
  const named = configuredDeployment(loaded)?.deployment;
  if (named) {
    if (loaded?.file !== undefined) project.provide('crosscheckConfig', loaded.file);
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
