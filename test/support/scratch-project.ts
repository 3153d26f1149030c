import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { packPackage } from './pack-package.js';

const run = promisify(execFile);

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the packed package is installed. */
    scratchProject: string;
    /** The path of the tarball. */
    tarball: string;
  }
}

/** Packs the package as it would be published and installs it, with its peers, in a project of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'crosscheck-package-'));
  const remove = (): Promise<void> => rm(directory, { recursive: true, force: true });
  const scratch = join(directory, 'project');
  try {
    const tarball = await packPackage(directory);
    await install(tarball, scratch);
    project.provide('tarball', tarball);
    project.provide('scratchProject', scratch);
  } catch (error) {
    await remove();
    throw error;
  }
  return remove;
}

async function install(tarball: string, scratch: string): Promise<void> {
  await mkdir(scratch);
  const manifest = { name: 'scratch', private: true, type: 'module' };
  await writeFile(join(scratch, 'package.json'), JSON.stringify(manifest));
  const packages = [tarball, 'vitest@4', 'fast-check@4', 'typescript@7', '@types/node@20'];
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages], { cwd: scratch });
}
