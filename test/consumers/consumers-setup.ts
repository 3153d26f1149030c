import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createNpmProject } from '../support/npm-project.js';
import { packPackage } from '../support/pack-package.js';
import { setUpFolder } from '../support/set-up-folder.js';
import { nodeVersions } from './consumer.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder for consumers, with the tools that they share. */
    consumers: string;
  }
}

/** Packs the package, and installs every Node and pnpm once for all consumers; nothing that is missing is passed over. */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return setUpFolder('crosscheck-consumers-', async (directory) => {
    const tools = ['pnpm@10', ...nodeVersions.map((version) => `node@${version}`)];
    const [tarball] = await Promise.all([
      packPackage(directory),
      ...tools.map((tool) =>
        createNpmProject(join(directory, tool.replace('@', '-')), { private: true }, [tool]),
      ),
    ]);
    project.provide('tarball', tarball);
    project.provide('consumers', directory);
  });
}
