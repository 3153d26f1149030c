import { UsageError } from '../errors.js';

/** What Node, Bun, Jest, Vite and Yarn say of a package that is not there, which they name in quotes or at once. */
const codes: ReadonlySet<unknown> = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']);
const named = /(?:package|module|import|require|access) ['"`]?((?:@[\w.-]+\/)?[\w.-]+)/i;

/** The optional peers, of which each part of the package needs at most one. */
const peers = ['fast-check', 'vitest'];

/**
 * Loads a part of the package that needs an optional peer.
 *
 * @param user - What needs it, as the sentence begins: `This command`.
 * @throws {UsageError} with the command that installs it, when it is not there.
 */
export async function loadWithPeer<Part>(user: string, load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    throw (await missingPeerError(user, error)) ?? error;
  }
}

/** The error to throw in the place of one that says that an optional peer is not there; undefined for any other. */
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
