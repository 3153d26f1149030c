import type { LoadedConfig } from '../configuration/config.js';
import { assertJoins } from '../configuration/resolve.js';
import { assertDescribes, controlUrlFromEnv, controlUrlVariable } from '../deployment/environment.js';
import { localDescription } from '../local/control/control-handle.js';
import type { LocalLocation } from '../local/model/local-conventions.js';

/** What the global setup provides to test files about the local deployment. */
export interface ProvidedLocal extends Omit<LocalLocation, 'extend'> {
  readonly controlUrl: string;
  /** Whether the configuration names an extension, which each worker loads. */
  readonly isExtended: boolean;
  /** Whether it ran already, at `CROSSCHECK_CONTROL_URL`. Default: the run started it. */
  readonly isJoined?: true;
}

/**
 * Returns what test files need of the local deployment that runs at `CROSSCHECK_CONTROL_URL`; undefined if the variable is
 * not set. Changes nothing there.
 *
 * @throws {UsageError} if the URL is no control URL, or other variables name another deployment.
 * @throws {LocalDeploymentError} if nothing answers there.
 */
export async function joinedLocal(loaded: LoadedConfig | undefined): Promise<ProvidedLocal | undefined> {
  const controlUrl = controlUrlFromEnv(process.env);
  if (controlUrl === undefined) return undefined;
  assertJoins(process.env, loaded?.config);
  const description = await localDescription(controlUrl, controlUrlVariable);
  assertDescribes(process.env, description);
  const { simulatorUrl, observerUrl, chains, conventions } = description;
  const isExtended = loaded?.extension !== undefined;
  return { simulatorUrl, observerUrl, controlUrl, chains, conventions, isExtended, isJoined: true };
}
