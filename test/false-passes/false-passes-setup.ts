import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { createNpmProject } from '../support/npm-project.js';
import { packPackage } from '../support/pack-package.js';
import { setUpFolder } from '../support/set-up-folder.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the packed package is installed beside the helpers that it is compared with. */
    falsePasses: string;
  }
}

const manifest = { name: 'false-passes', private: true, type: 'module' };
const packages = ['vitest@4', 'fast-check@4', 'p-wait-for@6'];
const fixture = fileURLToPath(new URL('fixture', import.meta.url));

/** The name of the file in which a case is run with a helper. */
export function fileOf(name: string, helper: string): string {
  return `${name}.${helper === 'crosscheck' ? 'crosscheck' : `${helper.replace('.', '-')}.other`}.ts`;
}

/** Packs the package, installs it with the other helpers, and writes a test file for each case and helper. */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return setUpFolder('crosscheck-false-passes-', async (directory) => {
    const scratch = join(directory, 'project');
    await createNpmProject(scratch, manifest, [await packPackage(directory), ...packages]);
    await cp(fixture, scratch, { recursive: true });
    // They import the package by its name, which leads to what was built when it was packed.
    const { falsePasses, helpers } = await import('./fixture/cases.js');
    for (const [name, { files }] of Object.entries(falsePasses)) {
      for (const helper of helpers.filter((known) => files[known])) {
        const code = `import { falsePasses } from './cases.js';\n\nfalsePasses['${name}'].files['${helper}']();\n`;
        await writeFile(join(scratch, fileOf(name, helper)), code);
      }
    }
    project.provide('falsePasses', scratch);
  });
}
