import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { packPackage } from './pack-package.js';

const run = promisify(execFile);
const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the packed package is installed. */
    scratchProject: string;
    /** Is written when it is: empty, or why it cannot be. */
    scratchOutcome: string;
    /** The path of the tarball. */
    tarball: string;
  }
}

/**
 * Packs the package as it would be published and installs it, with its peers, in a project of its own, while other tests
 * run: `scratch-project-ready.ts` waits for it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'crosscheck-package-'));
  const scratch = join(directory, 'project');
  const outcome = join(directory, 'outcome');
  project.provide('tarball', join(directory, `crosscheck-${version}.tgz`));
  project.provide('scratchProject', scratch);
  project.provide('scratchOutcome', outcome);
  const settled = packPackage(directory)
    .then((tarball) => install(tarball, scratch))
    .then(
      () => tell(outcome, ''),
      (error: unknown) => tell(outcome, String(error)),
    );
  return async () => {
    await settled;
    await rm(directory, { recursive: true, force: true });
  };
}

async function install(tarball: string, scratch: string): Promise<void> {
  await mkdir(scratch);
  const manifest = { name: 'scratch', private: true, type: 'module' };
  await writeFile(join(scratch, 'package.json'), JSON.stringify(manifest));
  const packages = [tarball, 'vitest@4', 'fast-check@4', 'typescript@7', '@types/node@20'];
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages], { cwd: scratch });
}

/** Nobody reads half of it. */
async function tell(outcome: string, text: string): Promise<void> {
  await writeFile(`${outcome}.part`, text);
  await rename(`${outcome}.part`, outcome);
}
