import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Makes a project in a folder that is not there yet, and installs packages in it. */
export async function createNpmProject(
  directory: string,
  manifest: object,
  packages: readonly string[],
): Promise<void> {
  await mkdir(directory);
  await writeFile(join(directory, 'package.json'), JSON.stringify(manifest));
  const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages];
  await promisify(execFile)('npm', args, { cwd: directory });
}
