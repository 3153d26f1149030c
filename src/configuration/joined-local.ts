import { assertDescribes, controlUrlFromEnv, controlUrlVariable } from '../deployment/environment.js';
import { localDescription } from '../local/control/control-handle.js';
import type { LocalDescription } from '../local/model/local-description.js';
import type { LoadedConfig } from './config.js';
import { assertJoins } from './resolve.js';

/** A running local deployment, which tests join. */
export interface JoinedLocal {
  readonly controlUrl: string;
  readonly description: LocalDescription;
}

/**
 * Returns the running local deployment at `CROSSCHECK_CONTROL_URL`; undefined if the variable is not set. Changes nothing
 * there.
 *
 * @throws {UsageError} if the URL is no control URL, or other variables name another deployment.
 * @throws {LocalDeploymentError} if nothing answers there.
 */
export async function joinedLocal(loaded: LoadedConfig | undefined): Promise<JoinedLocal | undefined> {
  const controlUrl = controlUrlFromEnv(process.env);
  if (controlUrl === undefined) return undefined;
  assertJoins(process.env, loaded?.config);
  const description = await localDescription(controlUrl, controlUrlVariable);
  assertDescribes(process.env, description);
  return { controlUrl, description };
}
