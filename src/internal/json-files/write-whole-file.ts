import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileExists } from './file-exists.js';

/** Writes a file and the folders that it is in: whole or not at all, because half of one would be a broken one. */
export async function writeWholeFile(file: string, text: string): Promise<void> {
  await withUnfinished(file, text, (unfinished) => rename(unfinished, file));
}

/** Makes sure that a file can be written, and makes the folders that it is in; what it holds stays as it is. */
export async function probeFile(file: string): Promise<void> {
  await withUnfinished(file, '', async () => {});
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

/** A folder at a time: made recursively, one below `/proc` is tried for ever. */
async function makeFolder(folder: string): Promise<void> {
  if (await fileExists(folder)) return;
  await makeFolder(dirname(folder));
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    // Somebody else made it meanwhile.
    if (error.code !== 'EEXIST') throw error;
  });
}
