import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { foldersUpTo } from '../../internal/files.js';
import { manifestFile } from './manifest.js';
import type { Project } from './project.js';
import { peerVersions } from './required-packages.js';

/** The `package.json` of a package where Node finds it from one of some folders; undefined when it is not installed. */
export function installedManifest(name: string, folders: readonly string[]): string | undefined {
  return folders.map((folder) => join(folder, 'node_modules', name, manifestFile)).find(existsSync);
}

/** Whether all that a suite needs is installed. */
export function isInstalled({ folder, lockFolder }: Pick<Project, 'folder' | 'lockFolder'>): boolean {
  // With it yarn needs no node_modules.
  if (existsSync(join(lockFolder, '.pnp.cjs'))) return true;
  const folders = foldersUpTo(folder);
  return ['crosscheck', ...Object.keys(peerVersions)].every((name) => installedManifest(name, folders));
}
