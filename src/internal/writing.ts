import { UsageError } from '../errors.js';
import { printText } from './print.js';

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'there is something of that name already',
  EFBIG: 'the file is too large',
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'no space left on the device',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EPERM: 'the operation is not permitted',
  EROFS: 'the file system is read-only',
};

/** Says in a few words why the system refused to do something with a file; undefined if it was not the system. */
export function fileErrorText(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined;
  const code = String(error.code);
  return `${reasons[code] ?? printText(error.message)} (${code})`;
}

/**
 * Does something that writes a file.
 *
 * @param what - What is written, and where: `The report out.ndjson`.
 * @throws {UsageError} which says what cannot be written and why, when the system refuses it.
 */
export async function writing<T>(what: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw cannotWrite(what, error);
  }
}

/** The error of what could not be written; what the system did not refuse stays as it is. */
export function cannotWrite(what: string, error: unknown): unknown {
  const reason = fileErrorText(error);
  return reason === undefined
    ? error
    : new UsageError(`${printText(what, 400)} cannot be written: ${reason}`, [], error);
}
