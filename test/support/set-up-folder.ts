import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Fills a folder for a global setup, and gives what removes it; when it cannot be filled, it is gone. */
export async function setUpFolder(
  prefix: string,
  fill: (directory: string) => Promise<void>,
): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), prefix));
  const remove = (): Promise<void> => rm(directory, { recursive: true, force: true });
  try {
    await fill(directory);
  } catch (error) {
    await remove();
    throw error;
  }
  return remove;
}
