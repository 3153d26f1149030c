import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file and the folders that it is in: whole or not at all, because half of one would be a broken one. */
export async function writeWholeFile(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}.tmp`;
  await writeFile(unfinished, text);
  await rename(unfinished, file);
}
