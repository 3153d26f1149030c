import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Agent } from 'package-manager-detector';
import { UsageError } from '../../errors.js';
import { foldersUpTo } from '../../internal/files.js';
import { isObject, isPlainObject } from '../../internal/objects.js';
import { lockFolderOf, packageManagerOf } from '../../internal/package-manager.js';

/** A project that a suite is written into. */
export interface Project {
  /** Its folder, absolute. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** The folder of its git repository, or its own. */
  readonly repository: string;
  /** The folder of its lock file, or its own. In a workspace, the lock file is in a folder above. */
  readonly lockFolder: string;
  readonly hasLock: boolean;
  readonly packageManager: Agent;
  /** Whether the repository sets the version of its package manager. */
  readonly pinsPackageManager: boolean;
  readonly hasTsconfig: boolean;
  /** The extension of ES modules, in the language of the project. */
  readonly extension: 'ts' | 'mts' | 'js' | 'mjs';
}

/** The members of a `package.json` that are used here. */
interface Manifest {
  readonly type?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly packageManager?: string;
  readonly devEngines?: { readonly packageManager?: unknown };
  readonly workspaces?: unknown;
}

/**
 * Returns the project of a folder.
 *
 * @throws {UsageError} if the folder has no `package.json`, or one that cannot be read.
 */
export async function projectOf(folder: string): Promise<Project> {
  const home = foldersUpTo(folder).find((above) => existsSync(join(above, 'package.json')));
  if (home !== undefined && home !== folder)
    throw new UsageError(`There is no package.json in ${folder}: run the command in ${home}, which has one`);
  const manifest = await readManifest(folder);
  const repository = foldersUpTo(folder).find((above) => existsSync(join(above, '.git'))) ?? folder;
  const lockFolder = lockFolderOf(folder, repository);
  const hasTsconfig = existsSync(join(folder, 'tsconfig.json'));
  const language = hasTsconfig || dependsOn(manifest, 'typescript') ? 'ts' : 'js';
  return {
    folder,
    manifest,
    repository,
    lockFolder: lockFolder ?? folder,
    hasLock: lockFolder !== undefined,
    packageManager: await packageManagerOf(folder, repository),
    pinsPackageManager: await pinsPackageManager(repository),
    hasTsconfig,
    // In a CommonJS package, only files with an m are ES modules.
    extension: manifest.type === 'module' ? language : `m${language}`,
  };
}

/** Returns whether a package is a dependency of any kind. */
export function dependsOn(manifest: Manifest, name: string): boolean {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  return [dependencies, devDependencies, optionalDependencies].some((group) => group?.[name] !== undefined);
}

/** Changes the `package.json` of a folder, and keeps its indentation, line ends and end. */
export async function changeManifest(
  folder: string,
  change: (manifest: Manifest) => Manifest,
): Promise<void> {
  const file = join(folder, 'package.json');
  const text = await readFile(file, 'utf8');
  const indent = /^[ \t]+(?=\S)/m.exec(text)?.[0] ?? '  ';
  const changed = JSON.stringify(change(parsed(text) as Manifest), undefined, indent);
  const lines = text.includes('\r\n') ? changed.replaceAll('\n', '\r\n') : changed;
  await writeFile(file, lines + (/\s*$/.exec(text)?.[0] ?? ''));
}

async function readManifest(folder: string): Promise<Manifest> {
  const file = join(folder, 'package.json');
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code !== 'ENOENT') throw new UsageError(`${file} cannot be read: ${error.message}`, [], error);
    throw new UsageError(`There is no package.json in ${folder}: run npm init -y there first`);
  });
  const manifest = parsed(text);
  if (!isObject(manifest)) throw new UsageError(`${file} is not a JSON object: fix it first`);
  const { scripts, dependencies, devDependencies, optionalDependencies } = manifest as Manifest;
  const groups = { scripts, dependencies, devDependencies, optionalDependencies };
  for (const [name, group] of Object.entries(groups))
    if (group !== undefined && !isPlainObject(group))
      throw new UsageError(`${file} has ${name} that are not a JSON object: fix them first`);
  return manifest;
}

function parsed(text: string): unknown {
  try {
    // Some editors write a byte order mark, which package managers accept.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

async function pinsPackageManager(repository: string): Promise<boolean> {
  if (!existsSync(join(repository, 'package.json'))) return false;
  const { packageManager, devEngines } = await readManifest(repository);
  return packageManager !== undefined || devEngines?.packageManager !== undefined;
}
