import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Writes files, by their paths, into a folder of their own, which is gone when the test is over. */
export async function projectFolder(files: Readonly<Record<string, string>>): Promise<string> {
  // Some systems reach their folder for temporary files by a link.
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'crosscheck-project-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}
