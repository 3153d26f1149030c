import { access, mkdir, mkdtemp, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '../errors.js';
import { printText } from './print.js';

/** Writes a file and the folders that it is in: whole or not at all, because half of one would be a broken one. */
export async function writeWholeFile(file: string, text: string): Promise<void> {
  await withUnfinished(file, text, (unfinished) => rename(unfinished, file));
}

/** Makes sure that a file can be written, and makes the folders that it is in; what it holds stays as it is. */
export async function probeFile(file: string): Promise<void> {
  await withUnfinished(file, '', async () => {});
}

/**
 * Makes sure that files can be written in a folder, or that it can be made, and leaves nothing behind.
 *
 * @throws what the system says where it cannot.
 */
export async function probeFolder(folder: string): Promise<void> {
  let existing = resolve(folder);
  while (!(await fileExists(existing))) existing = dirname(existing);
  const probe = await mkdtemp(join(existing, '.crosscheck-'));
  await rmdir(probe);
}

/** What is left of the unfinished file goes, whatever happens. */
async function withUnfinished(
  file: string,
  text: string,
  finish: (unfinished: string) => Promise<void>,
): Promise<void> {
  await makeFolder(dirname(resolve(file)));
  const unfinished = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(unfinished, text);
    await finish(unfinished);
  } finally {
    await rm(unfinished, { force: true }).catch(() => {});
  }
}

/** Makes a folder and those that it is in, one at a time: made recursively, one below `/proc` is tried for ever. */
export async function makeFolder(folder: string): Promise<void> {
  if (await fileExists(folder)) return;
  await makeFolder(dirname(folder));
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    // Somebody else made it meanwhile.
    if (error.code !== 'EEXIST') throw error;
  });
}

/** Returns whether there is a file, or anything else, of a name. */
export function fileExists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** A folder and those that it is in, the nearest first, as far as one of them; without it, up to the root. */
export function foldersUpTo(folder: string, top?: string): readonly string[] {
  const parent = dirname(folder);
  return folder === top || parent === folder ? [folder] : [folder, ...foldersUpTo(parent, top)];
}

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

/** Returns in a few words why the system refused a file operation; undefined for any other error. */
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
