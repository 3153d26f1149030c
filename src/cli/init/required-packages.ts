import { packageVersion } from '../../internal/package-manifest.js';
import { dependsOn } from './manifest.js';
import type { Project } from './project.js';

/** A package that the suite needs. */
export interface RequiredPackage {
  readonly name: string;
  /** A version, or the start of one: `4`. */
  readonly version: string;
}

/** The versions of the peers of this package that a project gets which has none. */
export const peerVersions: Readonly<Record<string, string>> = { 'fast-check': '4', vitest: '4' };

/** What a suite needs and a project has not yet, in versions that the peers of this package are tested with. */
export function requiredPackages({ manifest }: Pick<Project, 'manifest'>): readonly RequiredPackage[] {
  const wanted = [
    { name: 'crosscheck', version: packageVersion() },
    ...Object.entries(peerVersions).map(([name, version]) => ({ name, version })),
  ];
  return wanted.filter(({ name }) => !dependsOn(manifest, name));
}
