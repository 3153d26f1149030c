import type { LoadedConfig } from '../configuration/config.js';
import { joinedLocal } from '../configuration/joined-local.js';
import { variableText } from '../deployment/environment.js';
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
 * Returns what test files need of the local deployment that `joinedLocal` returns; undefined if there is none, or if recordings
 * answer in its place.
 *
 * @throws what `joinedLocal` throws.
 */
export async function joinedLocalForFiles(
  loaded: LoadedConfig | undefined,
): Promise<ProvidedLocal | undefined> {
  if (variableText(process.env, 'CROSSCHECK_REPLAY') !== undefined) return undefined;
  const joined = await joinedLocal(loaded);
  if (joined === undefined) return undefined;
  const { simulatorUrl, observerUrl, controlUrl, chains, conventions } = joined;
  const isExtended = loaded?.extension !== undefined;
  return { simulatorUrl, observerUrl, controlUrl, chains, conventions, isExtended, isJoined: true };
}
