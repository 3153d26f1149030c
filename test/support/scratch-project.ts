import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createNpmProject } from './npm-project.js';
import { packPackage } from './pack-package.js';
import { setUpFolder } from './set-up-folder.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the packed package is installed. */
    scratchProject: string;
    /** The path of the tarball. */
    tarball: string;
  }
}

const manifest = { name: 'scratch', private: true, type: 'module' };
const peers = [
  ...['vitest@4', '@playwright/test@1', 'mocha@12', 'chai@6', 'fast-check@4'],
  ...['typescript@7', '@types/node@20'],
];

/** Packs the package as it would be published and installs it, with its peers, in a project of its own. */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return setUpFolder('crosscheck-package-', async (directory) => {
    const tarball = await packPackage(directory);
    const scratch = join(directory, 'project');
    await createNpmProject(scratch, manifest, [tarball, ...peers]);
    project.provide('tarball', tarball);
    project.provide('scratchProject', scratch);
  });
}
