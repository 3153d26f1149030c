import { readFileSync } from 'node:fs';

/** What of this package's `package.json` matters when it runs. */
export interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
}

/** Where it is: as deep below dist as the source is below src, in dist/cli, dist/fuzz or dist/chunks. */
export const manifestUrl = new URL('../../package.json', import.meta.url);

/** The `package.json` of this package. */
export function packageManifest(): PackageManifest {
  return JSON.parse(readFileSync(manifestUrl, 'utf8'));
}

/** The version of this package. */
export function packageVersion(): string {
  return packageManifest().version;
}

/** Reads a file that `scripts/build-assets.mjs` built or copied: `report.css`, `templates/property.test.ts`. */
export function readAsset(name: string): string {
  return readFileSync(new URL(`dist/assets/${name}`, manifestUrl), 'utf8');
}
