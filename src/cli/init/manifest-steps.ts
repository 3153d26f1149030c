import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InitStep } from './init-step.js';
import { type Manifest, manifestFile, withChangedJson } from './manifest.js';
import type { Project } from './project.js';
import type { RequiredPackage } from './required-packages.js';
import { suiteCommand, suiteScript } from './suite-script.js';

/** Adds the script that runs the suite. */
export function scriptStep(project: Project): InitStep {
  const what = manifestFile;
  if (project.manifest.scripts?.[suiteScript] !== undefined)
    return { verb: 'keep', what, about: `has a script ${suiteScript} already` };
  const command = suiteCommand(project);
  return {
    verb: 'add',
    what,
    about: `the script ${suiteScript}: ${command}`,
    take: () =>
      changeManifest(project, (manifest) => ({
        ...manifest,
        scripts: { ...manifest.scripts, [suiteScript]: command },
      })),
  };
}

/** Adds packages to the development dependencies, without installing them. */
export function dependenciesStep(project: Project, packages: readonly RequiredPackage[]): InitStep {
  const added = Object.fromEntries(packages.map(({ name, version }) => [name, `^${version}`]));
  return {
    verb: 'add',
    what: manifestFile,
    about: `for development: ${packages.map(({ name }) => name).join(', ')}`,
    take: () =>
      changeManifest(project, (manifest) => ({
        ...manifest,
        devDependencies: sorted({ ...manifest.devDependencies, ...added }),
      })),
  };
}

async function changeManifest({ folder }: Project, change: (manifest: Manifest) => Manifest): Promise<void> {
  const file = join(folder, manifestFile);
  await writeFile(file, withChangedJson(await readFile(file, 'utf8'), change));
}

/** Sorts as package managers do. */
function sorted(packages: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
}
