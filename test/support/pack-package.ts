import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Packs the package as it would be published, and returns the path of the tarball. CI packs it once for all suites and names it in
 * `PACKED_PACKAGE`.
 */
export async function packPackage(directory: string): Promise<string> {
  const { PACKED_PACKAGE: packed } = process.env;
  if (packed) return packed;
  await run('npm', ['pack', '--pack-destination', directory], { cwd: repository });
  const tarball = (await readdir(directory)).find((name) => name.endsWith('.tgz'));
  if (!tarball) throw new Error('npm pack wrote no tarball');
  return join(directory, tarball);
}
