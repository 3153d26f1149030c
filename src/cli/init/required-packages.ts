import { packageVersion } from '../../internal/package-manifest.js';
import { dependsOn } from './manifest.js';
import type { Project } from './project.js';

/** A package that the suite needs. */
export interface RequiredPackage {
  readonly name: string;
  /** A version, or the start of one: `4`. */
  readonly version: string;
}

/** The versions of peers that are added to a project without them. */
export const peerVersions: Readonly<Record<string, string>> = { 'fast-check': '4', vitest: '4' };

/** Returns the packages that the suite needs and the project lacks, in versions that this package is tested with. */
export function requiredPackages({ manifest }: Pick<Project, 'manifest'>): readonly RequiredPackage[] {
  const wanted = [
    { name: 'crosscheck', version: packageVersion() },
    ...Object.entries(peerVersions).map(([name, version]) => ({ name, version })),
  ];
  return wanted.filter(({ name }) => !dependsOn(manifest, name));
}
