import { mkdir, mkdtemp, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileExists } from './file-exists.js';

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
