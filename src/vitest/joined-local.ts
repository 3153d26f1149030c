import type { LoadedConfig } from '../configuration/config.js';
import { joinedLocal } from '../configuration/joined-local.js';
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
 * Returns what test files need of the running local deployment at `CROSSCHECK_CONTROL_URL`; undefined if the variable is
 * not set.
 *
 * @throws as `joinedLocal` does.
 */
export async function joinedForFiles(loaded: LoadedConfig | undefined): Promise<ProvidedLocal | undefined> {
  const joined = await joinedLocal(loaded);
  if (joined === undefined) return undefined;
  const { simulatorUrl, observerUrl, chains, conventions } = joined.description;
  const isExtended = loaded?.extension !== undefined;
  return {
    simulatorUrl,
    observerUrl,
    controlUrl: joined.controlUrl,
    chains,
    conventions,
    isExtended,
    isJoined: true,
  };
}
