import { assertDescribes, controlUrlFromEnv, controlUrlVariable } from '../deployment/environment.js';
import type { ConnectedLocalDeployment } from '../local/control/control-handle.js';
import type { LoadedConfig } from './config.js';

/**
 * Returns the running local deployment at `CROSSCHECK_CONTROL_URL`; undefined if the variable is not set. Changes nothing
 * there.
 *
 * @throws {UsageError} if the URL is not a control URL, or other variables name another deployment.
 * @throws {LocalDeploymentError} if nothing answers there.
 */
export async function joinedLocal(
  loaded: LoadedConfig | undefined,
): Promise<ConnectedLocalDeployment | undefined> {
  const controlUrl = controlUrlFromEnv(process.env);
  if (controlUrl === undefined) return undefined;
  // Loaded here, because most runs join nothing.
  const { assertJoins } = await import('./resolve.js');
  const { connectedDeployment, localDescription } = await import('../local/control/control-handle.js');
  assertJoins(process.env, loaded?.config);
  const description = await localDescription(controlUrl, controlUrlVariable);
  assertDescribes(process.env, description);
  return connectedDeployment(controlUrl, description, loaded?.extension?.extend);
}
