import { UsageError } from '../errors/usage-error.js';
import { installCommand } from './install-command.js';

/**
 * Loads a part of the package that needs an optional peer.
 *
 * @throws {UsageError} with the command that installs it, when it is not there.
 */
export async function loadWithPeer<Part>(peer: string, load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes(`'${peer}'`)) throw error;
    throw new UsageError(`This command needs ${peer}: ${await installCommand(peer)}`, [], error);
  }
}
