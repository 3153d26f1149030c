import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../..', import.meta.url));

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
  try {
    const tarball = await pack(directory);
    project.provide('tarball', tarball);
    project.provide('scratchProject', await install(tarball, join(directory, 'project')));
  } catch (error) {
    await remove();
    throw error;
  }
  return remove;
}

async function pack(directory: string): Promise<string> {
  await run('npm', ['pack', '--pack-destination', directory], { cwd: repository });
  const tarball = (await readdir(directory)).find((name) => name.endsWith('.tgz'));
  if (!tarball) throw new Error('npm pack wrote no tarball');
  return join(directory, tarball);
}

async function install(tarball: string, scratch: string): Promise<string> {
  await mkdir(scratch);
  const manifest = { name: 'scratch', private: true, type: 'module' };
  await writeFile(join(scratch, 'package.json'), JSON.stringify(manifest));
  const packages = [tarball, 'vitest@4', 'fast-check@4', 'typescript@7', '@types/node@20'];
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages], { cwd: scratch });
  return scratch;
}
