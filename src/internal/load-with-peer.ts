import { UsageError } from '../errors.js';

/** The codes and messages with which Node, Bun, Jest, Vite and Yarn report a missing package. */
const codes: ReadonlySet<unknown> = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']);
const named = /(?:package|module|import|require|access) ['"`]?((?:@[\w.-]+\/)?[\w.-]+)/i;

/** The optional peer dependencies; each part of the package needs at most one. */
const peers = ['fast-check', 'vitest', '@playwright/test', 'jest-environment-node'];

/**
 * Loads a part of the package that needs an optional peer.
 *
 * @param user - The subject of the error message: `This command`.
 * @throws {UsageError} with the install command if it is missing.
 */
export async function loadWithPeer<Part>(user: string, load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    throw (await missingPeerError(user, error)) ?? error;
  }
}

/** Converts the error of a missing optional peer; undefined for any other error. */
export async function missingPeerError(user: string, error: unknown): Promise<UsageError | undefined> {
  const peer = missingPeer(error);
  if (peer === undefined) return undefined;
  const { installCommand } = await import('./package-manager.js');
  return new UsageError(`${user} needs ${peer}: ${await installCommand(peer)}`, [], error);
}

function missingPeer(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, message, cause } = error as NodeJS.ErrnoException;
  const name = codes.has(code) ? named.exec(message)?.[1] : undefined;
  return peers.find((peer) => peer === name) ?? missingPeer(cause);
}

/**
 * Loads an optional peer that an entry needs at once.
 *
 * @param user - The subject of the error message: `crosscheck/playwright`.
 * @throws {UsageError} if it is missing.
 */
export function requireWithPeer<Part>(user: string, peer: string, load: () => Part): Part {
  try {
    return load();
  } catch (error) {
    if (missingPeer(error) !== peer) throw error;
    throw new UsageError(`${user} needs ${peer}: npm i -D ${peer}`, [], error);
  }
}
