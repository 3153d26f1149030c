import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes a folder with files, by path; it is gone when the test ends. */
export async function scratchFolder(files: Readonly<Record<string, string | object>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'crosscheck-init-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

/** The files of a folder by path, with what is in them. */
export async function filesOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const files = await Promise.all(
    paths.map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const),
  );
  return Object.fromEntries(files.sort(([a], [b]) => (a < b ? -1 : 1)));
}
