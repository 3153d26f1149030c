import { dirname } from 'node:path';
import { expect, inject } from 'vitest';
import type { DeploymentProvider } from '../deployment/current-deployment.js';

/**
 * Loads the configuration for the test file that runs, if there is one, and gives what finds its deployment. What is wrong
 * with either is said when a test asks for the deployment: others need none.
 */
export async function loadConfigured(): Promise<DeploymentProvider> {
  const { CROSSCHECK_DEPLOYMENT: isNamed } = process.env;
  // The global setup has looked already, and started the one that is meant.
  if (inject('crosscheck') !== undefined && !isNamed) return () => undefined;
  try {
    const { loadConfig } = await import('../config/load-config.js');
    const { testPath } = expect.getState();
    const loaded = await loadConfig({
      file: inject('crosscheckConfig'),
      cwd: testPath === undefined ? undefined : dirname(testPath),
    });
    if (loaded === undefined && !isNamed) return () => undefined;
    const { configuredDeployment } = await import('../config/configured-deployment.js');
    let found: ReturnType<typeof configuredDeployment>;
    return () => {
      found ??= configuredDeployment(loaded);
      return found?.deployment;
    };
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
