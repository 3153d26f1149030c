import { readFileSync } from 'node:fs';
import { foldersUpTo } from '../../internal/files.js';
import { packageManifest } from '../../internal/package-manifest.js';
import { installedManifest } from './installed-packages.js';
import type { Project } from './project.js';
import { peerVersions } from './required-packages.js';

/** A package that a project has in a version that this package does not support. */
export interface UnsupportedPeer {
  readonly name: string;
  /** The installed version, otherwise the range in the manifest. */
  readonly version: string;
  /** The range that this package supports: `>=3.2.0 <6`. */
  readonly range: string;
  /** The version to update to. */
  readonly wanted: string;
}

/** Finds the peers of this package that a project has in unsupported versions. */
export function unsupportedPeers({ folder, repository, manifest }: Project): readonly UnsupportedPeer[] {
  const { peerDependencies } = packageManifest();
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  const declared = { ...optionalDependencies, ...dependencies, ...devDependencies };
  return Object.entries(peerVersions).flatMap(([name, wanted]) => {
    const range = peerDependencies[name] ?? '';
    const version = installedVersion(name, foldersUpTo(folder, repository)) ?? declared[name];
    return version === undefined || isWithin(version, range) ? [] : [{ name, version, range, wanted }];
  });
}

function installedVersion(name: string, folders: readonly string[]): string | undefined {
  const file = installedManifest(name, folders);
  return file && JSON.parse(readFileSync(file, 'utf8')).version;
}

/** For `^3` and `~3.1`, the newest version decides, because it gets installed. Other ranges, such as `*`, are accepted. */
function isWithin(version: string, range: string): boolean {
  const [, operator, digits] = /^([^\d\s]*)(\d+(?:\.\d+)*)/.exec(version) ?? [];
  if (digits === undefined || !['', '^', '~'].includes(operator ?? '')) return true;
  const [major, minor, patch] = numbersOf(digits) as [number, number?, number?];
  const newest =
    operator === '^' || minor === undefined
      ? [major, Infinity]
      : [major, minor, operator === '~' ? Infinity : (patch ?? Infinity)];
  const [from = [], below = []] = [...range.matchAll(/\d+(?:\.\d+)*/g)].map(([text]) => numbersOf(text));
  return compare(newest, from) >= 0 && compare(newest, below) < 0;
}

function numbersOf(version: string): number[] {
  return version.split('.').map(Number);
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = [0, 1, 2].find((index) => (one[index] ?? 0) !== (other[index] ?? 0)) ?? 0;
  return (one[at] ?? 0) - (other[at] ?? 0);
}
