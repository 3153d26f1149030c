import { dirname } from 'node:path';
import type { LoadedConfig, LoadedExtension } from '../configuration/config.js';
import { loadConfig, nearestConfig } from '../configuration/load-config.js';
import type { ConfiguredDeployment } from '../configuration/resolve.js';
import { currentDeployment, deploymentInUse } from '../deployment/current-deployment.js';
import type { Deployment } from '../deployment/deployment.js';
import { variableText } from '../deployment/environment.js';
import { UsageError } from '../errors.js';
import { labelled } from '../internal/terminal.js';
import type { SmokeOptions } from '../smoke/smoke-options.js';
import { withConfiguration } from '../smoke/smoke-options.js';
import { vitest } from './peer.js';

const { expect, inject } = vitest;

/** Returns the configured deployment that tests run against; undefined if none is configured. */
type ConfiguredProvider = () => ConfiguredDeployment | undefined;

let configuration: ConfiguredProvider = () => undefined;

/** Sets the provider of the configured deployment. */
export function useConfiguration(configured: ConfiguredProvider): void {
  configuration = configured;
}

/** Returns the deployment that the configuration names. */
export function configuredDeployment(): Deployment | undefined {
  return configuration()?.deployment;
}

/**
 * Loads the configuration of the current test file, if there is one. Its errors are thrown when a test needs the
 * deployment, because other tests do not.
 */
export async function loadConfigured(): Promise<ConfiguredProvider> {
  const { CROSSCHECK_DEPLOYMENT: isNamed } = process.env;
  // The global setup has already loaded the configuration and started the deployment.
  if (inject('crosscheck') !== undefined && !isNamed) return () => undefined;
  try {
    const loaded = await loadConfigHere();
    if (loaded === undefined && !isNamed) return () => undefined;
    const { configuredDeployment } = await import('../configuration/resolve.js');
    const { testPath: loadedFor } = expect.getState();
    let found: { readonly key: string; readonly configured: ReturnType<ConfiguredProvider> } | undefined;
    return () => {
      assertSameConfig(loaded, loadedFor);
      // All variables, because the configuration chooses which one holds the credentials.
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

/** Loads the extension of the local deployment of the run, if it has one. */
export async function loadExtensionOfRun(
  isLocalExtended: boolean | undefined,
): Promise<LoadedExtension | undefined> {
  const isExtended = isLocalExtended ?? inject('crosscheckReplayed');
  return isExtended ? (await loadConfigHere())?.extension : undefined;
}

/**
 * Throws in a test file whose nearest configuration is another one. Without isolation this module serves several files,
 * unless it is a setup file.
 */
function assertSameConfig(loaded: LoadedConfig | undefined, loadedFor: string | undefined): void {
  const { testPath } = expect.getState();
  if (testPath === loadedFor || testPath === undefined || inject('crosscheckConfig') !== undefined) return;
  if (variableText(process.env, 'CROSSCHECK_CONFIG') !== undefined) return;
  const nearest = nearestConfig(dirname(testPath));
  if (nearest === loaded?.file) return;
  throw new UsageError(
    'This test file has another configuration than the one that was loaded in its worker',
    [
      labelled('Loaded', loaded?.file ?? 'none'),
      labelled('Nearest', nearest ?? 'none'),
      {
        advice:
          'list crosscheck/vitest in setupFiles, which loads it for each file, or leave out isolate: false',
      },
    ],
  );
}

/**
 * Loads the configuration of the current test file, if there is one.
 *
 * @throws {UsageError} when it is invalid.
 */
export async function loadConfigHere(): Promise<LoadedConfig | undefined> {
  const { testPath } = expect.getState();
  return await loadConfig({
    file: inject('crosscheckConfig'),
    cwd: testPath === undefined ? undefined : dirname(testPath),
  });
}

/** Options of a smoke run without the deployment. */
type GivenOptions = Omit<SmokeOptions, 'deployment'>;

/** Fills in options of a smoke run from the configuration of the current deployment. */
export function withConfiguredDeployment(options: GivenOptions): GivenOptions {
  const { request, operationIds, endpoints } = configurationInForce() ?? {};
  return withConfiguration(options, { request, operationIds, endpoints });
}

/** Fills in options of a smoke run from the `smoke` section of the configuration. */
export async function withConfiguredSettings(options: GivenOptions): Promise<GivenOptions> {
  const loaded = await loadConfigHere();
  return withConfiguration(options, { smoke: loaded?.config.smoke });
}

/** Returns the configuration of the current deployment; undefined if another one, or none, is in force. */
function configurationInForce(): ReturnType<ConfiguredProvider> {
  try {
    const configured = configuration();
    const isCurrent =
      configured?.deployment !== undefined && deploymentInUse(configured.deployment) === currentDeployment();
    return isCurrent ? configured : undefined;
  } catch {
    return undefined;
  }
}
