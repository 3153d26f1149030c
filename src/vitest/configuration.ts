import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, inject } from 'vitest';
import type { LoadedConfig } from '../deployment/config.js';
import { currentDeployment, deploymentInUse } from '../deployment/current-deployment.js';
import type { Deployment } from '../deployment/deployment.js';
import { configEndings } from '../deployment/load-config.js';
import type { ConfiguredDeployment } from '../deployment/resolve.js';
import { UsageError } from '../errors.js';
import { foldersUpTo } from '../internal/files.js';
import type { SmokeOptions } from '../smoke/smoke-options.js';
import { withConfigured } from '../smoke/with-configured.js';

/** Returns what the configuration says of the deployment that tests run against; undefined if it says nothing. */
export type ConfiguredProvider = () => ConfiguredDeployment | undefined;

let configuration: ConfiguredProvider = () => undefined;

/** Takes what the configuration says of the deployment from somewhere else. */
export function useConfiguration(configured: ConfiguredProvider): void {
  configuration = configured;
}

/** Returns the deployment that the configuration names. */
export function configuredDeployment(): Deployment | undefined {
  return configuration()?.deployment;
}

/**
 * Loads the configuration for the test file that runs, if there is one. Errors in it are thrown when a test needs the
 * deployment, because others do not.
 */
export async function loadConfigured(): Promise<ConfiguredProvider> {
  const { CROSSCHECK_DEPLOYMENT: isNamed } = process.env;
  // The global setup has looked already, and started the one that is meant.
  if (inject('crosscheck') !== undefined && !isNamed) return () => undefined;
  try {
    const loaded = await loadConfigHere();
    if (loaded === undefined && !isNamed) return () => undefined;
    const { configuredDeployment } = await import('../deployment/resolve.js');
    const { testPath: loadedFor } = expect.getState();
    let found: { readonly key: string; readonly configured: ReturnType<ConfiguredProvider> } | undefined;
    return () => {
      assertSameConfig(loaded, loadedFor);
      // Of all variables, for the configuration names the one with the credentials.
      const key = JSON.stringify(process.env);
      if (found?.key !== key) found = { key, configured: configuredDeployment(loaded) };
      return found.configured;
    };
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/**
 * Throws in a test file of which another configuration is the nearest. Without isolation this module serves one file after
 * the other, unless it is a setup file.
 */
function assertSameConfig(loaded: LoadedConfig | undefined, loadedFor: string | undefined): void {
  const { testPath } = expect.getState();
  if (testPath === loadedFor || testPath === undefined || inject('crosscheckConfig') !== undefined) return;
  if (process.env.CROSSCHECK_CONFIG) return;
  const nearest = nearestConfig(dirname(testPath));
  if (nearest === loaded?.file) return;
  throw new UsageError(
    'This test file has another configuration than the one that was loaded in its worker',
    [
      `Loaded:     ${loaded?.file ?? 'none'}`,
      `Nearest:    ${nearest ?? 'none'}`,
      'What to do: list crosscheck/vitest in setupFiles, which loads it for each file, or leave out isolate: false',
    ],
  );
}

function nearestConfig(folder: string): string | undefined {
  return foldersUpTo(folder)
    .flatMap((above) => configEndings.map((ending) => join(above, `crosscheck.config${ending}`)))
    .find((file) => existsSync(file));
}

/**
 * Loads the configuration for the test file that runs, if there is one.
 *
 * @throws {UsageError} when something is wrong with it.
 */
export async function loadConfigHere(): Promise<LoadedConfig | undefined> {
  const { loadConfig } = await import('../deployment/load-config.js');
  const { testPath } = expect.getState();
  return await loadConfig({
    file: inject('crosscheckConfig'),
    cwd: testPath === undefined ? undefined : dirname(testPath),
  });
}

/** Options of a smoke run without the deployment. */
type GivenOptions = Omit<SmokeOptions, 'deployment'>;

/** Returns options of a smoke run, completed by what the configuration says of the current deployment. */
export function withConfiguredDeployment(options: GivenOptions): GivenOptions {
  const { request, operationIds, endpoints } = ofCurrentDeployment() ?? {};
  return withConfigured(options, { request, operationIds, endpoints });
}

/** Returns options of a smoke run, completed by what the configuration says of all smoke runs. */
export async function withConfiguredSettings(options: GivenOptions): Promise<GivenOptions> {
  const loaded = await loadConfigHere();
  return withConfigured(options, { smoke: loaded?.config.smoke });
}

/** What the configuration says; undefined if another deployment is in force, or none, about which tests then throw. */
function ofCurrentDeployment(): ReturnType<ConfiguredProvider> {
  try {
    const configured = configuration();
    const isCurrent =
      configured?.deployment !== undefined && deploymentInUse(configured.deployment) === currentDeployment();
    return isCurrent ? configured : undefined;
  } catch {
    return undefined;
  }
}
