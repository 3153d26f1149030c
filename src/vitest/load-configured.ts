import { dirname } from 'node:path';
import { expect, inject } from 'vitest';
import type { LoadedConfig } from '../config/config.js';
import type { ConfiguredDeployment } from '../config/configured-deployment.js';

/** Gives what the configuration says of the deployment that tests run against, if it says anything. */
export type ConfiguredProvider = () => ConfiguredDeployment | undefined;

/**
 * Loads the configuration for the test file that runs, if there is one, and gives what finds its deployment. What is wrong
 * with either is said when a test asks for the deployment: others need none.
 */
export async function loadConfigured(): Promise<ConfiguredProvider> {
  const { CROSSCHECK_DEPLOYMENT: isNamed } = process.env;
  // The global setup has looked already, and started the one that is meant.
  if (inject('crosscheck') !== undefined && !isNamed) return () => undefined;
  try {
    const loaded = await loadConfigHere();
    if (loaded === undefined && !isNamed) return () => undefined;
    const { configuredDeployment } = await import('../config/configured-deployment.js');
    let found: ReturnType<ConfiguredProvider>;
    return () => {
      found ??= configuredDeployment(loaded);
      return found;
    };
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/**
 * Loads the configuration for the test file that runs, if there is one.
 *
 * @throws {UsageError} when something is wrong with it.
 */
export async function loadConfigHere(): Promise<LoadedConfig | undefined> {
  const { loadConfig } = await import('../config/load-config.js');
  const { testPath } = expect.getState();
  return await loadConfig({
    file: inject('crosscheckConfig'),
    cwd: testPath === undefined ? undefined : dirname(testPath),
  });
}
