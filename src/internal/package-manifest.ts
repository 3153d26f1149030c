import { readFileSync } from 'node:fs';

/** The members of this package's `package.json` that are used at run time. */
interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly exports: Readonly<
    Record<string, string | { readonly default: string; readonly require?: { readonly default: string } }>
  >;
}

/** Its URL. Works in src and dist because the folders (dist/cli, dist/fuzz, dist/chunks) have the same depth. */
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
