import { access, mkdir, mkdtemp, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isError, UsageError } from '../errors.js';
import { formatText } from './print.js';

/** Writes a file atomically and creates its folders. */
export async function writeWholeFile(file: string, text: string): Promise<void> {
  await withUnfinished(file, text, (unfinished) => rename(unfinished, file));
}

/** Checks that a file can be written, and creates its folders. Does not change the file. */
export async function probeFile(file: string): Promise<void> {
  await withUnfinished(file, '', async () => {});
}

/**
 * Checks that files can be written in a folder, or that it can be created. Leaves nothing behind.
 *
 * @throws the system's error if they cannot.
 */
export async function probeFolder(folder: string): Promise<void> {
  let existing = resolve(folder);
  while (!(await fileExists(existing))) existing = dirname(existing);
  const probe = await mkdtemp(join(existing, '.crosscheck-'));
  await rmdir(probe);
}

/** Writes a temporary file, which is removed in every case. */
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

/** Creates a folder and its parents one by one: `recursive` never returns below `/proc`. */
export async function makeFolder(folder: string): Promise<void> {
  if (await fileExists(folder)) return;
  await makeFolder(dirname(folder));
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    // Created concurrently.
    if (error.code !== 'EEXIST') throw error;
  });
}

/** Returns whether a path exists. */
export function fileExists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Returns a folder and its parents, nearest first, up to `top` or the root. */
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

/** Describes a failed file operation in a few words; undefined for any other error. */
export function fileErrorText(error: unknown): string | undefined {
  if (!isError(error) || !('code' in error) || !('syscall' in error)) return undefined;
  const code = String(error.code);
  return `${reasons[code] ?? formatText(error.message)} (${code})`;
}

/**
 * Runs a write operation and rewords its file errors.
 *
 * @param what - What is written, and where: `The report out.ndjson`.
 * @throws {UsageError} with what cannot be written and why.
 */
export async function writing<T>(what: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw cannotWrite(what, error);
  }
}

/** Creates the error for a failed write; returns any error that is not a file error unchanged. */
export function cannotWrite(what: string, error: unknown): unknown {
  const reason = fileErrorText(error);
  return reason === undefined
    ? error
    : new UsageError(`${formatText(what, 400)} cannot be written: ${reason}`, [], error);
}
