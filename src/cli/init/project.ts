import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Agent } from 'package-manager-detector';
import { UsageError } from '../../errors.js';
import { foldersUpTo } from '../../internal/files.js';
import { lockFolderOf, packageManagerOf } from '../../internal/package-manager.js';
import { type CompiledSuite, compiledSuite } from './compiled-suite.js';
import { dependsOn, type Manifest, manifestFile, readManifest } from './manifest.js';
import { testScriptOf } from './test-script.js';

/** A project that a suite is written into. */
export interface Project {
  /** Its folder, absolute. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** The folder of the git repository that it is in; its own when it is in none. */
  readonly repository: string;
  /** Where its lock file is or is going to be: a folder above it when it is part of a workspace. */
  readonly lockFolder: string;
  readonly hasLock: boolean;
  readonly packageManager: Agent;
  /** Whether the repository says which version of it is meant. */
  readonly pinsPackageManager: boolean;
  /** What of the suite its `tsconfig.json` would take in. */
  readonly compiled: CompiledSuite;
  /** How the modules of the suite are to be named, so that they are ES modules, and in its language if that harms nothing. */
  readonly extension: 'ts' | 'mts' | 'js' | 'mjs';
  /** What runs tests of its own already and would run new ones by its own settings: `vitest.config.ts`, `jest`, `the script test`. */
  readonly otherTests: string | undefined;
}

const ownSetup = 'crosscheck/vitest';
const testConfig = /^(?:vitest\.config|vitest\.workspace|vite\.config|jest\.config)\.(?:[cm]?[jt]s|json)$/;

/**
 * Looks at the project of a folder.
 *
 * @throws {UsageError} when the folder has no `package.json`, or one that cannot be read.
 */
export async function projectOf(folder: string): Promise<Project> {
  const home = foldersUpTo(folder).find((above) => existsSync(join(above, manifestFile)));
  if (home !== undefined && home !== folder)
    throw new UsageError(`There is no package.json in ${folder}: run the command in ${home}, which has one`);
  const manifest = await readManifest(folder);
  const repository = foldersUpTo(folder).find((above) => existsSync(join(above, '.git'))) ?? folder;
  const lockFolder = lockFolderOf(folder, repository);
  const otherTests = await otherTestsOf(folder, manifest);
  const compiled = await compiledSuite(folder, otherTests !== undefined);
  return {
    folder,
    manifest,
    repository,
    lockFolder: lockFolder ?? folder,
    hasLock: lockFolder !== undefined,
    packageManager: await packageManagerOf(folder, repository),
    pinsPackageManager: await pinsPackageManager(repository),
    compiled,
    extension: extensionOf(folder, manifest, compiled),
    otherTests,
  };
}

async function pinsPackageManager(repository: string): Promise<boolean> {
  // A repository of several projects need not be one itself.
  if (!existsSync(join(repository, manifestFile))) return false;
  const { packageManager, devEngines } = await readManifest(repository);
  return packageManager !== undefined || devEngines?.packageManager !== undefined;
}

function extensionOf(folder: string, manifest: Manifest, compiled: CompiledSuite): Project['extension'] {
  const isTyped =
    compiled === 'nothing' &&
    (existsSync(join(folder, 'tsconfig.json')) || dependsOn(manifest, 'typescript'));
  // The package is ES modules only, and a file without the m would be a CommonJS one there.
  const letter = manifest.type === 'module' ? '' : 'm';
  return isTyped ? `${letter}ts` : `${letter}js`;
}

async function otherTestsOf(folder: string, manifest: Manifest): Promise<string | undefined> {
  let isMerged = false;
  for (const name of (await readdir(folder)).sort().filter((file) => testConfig.test(file))) {
    const text = await readFile(join(folder, name), 'utf8');
    // One that has the suite's set-up is what an earlier run wrote, or somebody merged.
    if (!text.includes(ownSetup)) return name;
    isMerged = true;
  }
  if (dependsOn(manifest, 'jest')) return 'jest';
  return isMerged ? undefined : testScriptOf(manifest);
}
