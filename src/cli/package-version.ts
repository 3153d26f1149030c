import { readFileSync } from 'node:fs';

// The built files of dist/cli and dist/chunks are as deep below it as the sources.
const manifest = new URL('../../package.json', import.meta.url);

/** The version of this package. */
export function packageVersion(): string {
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
}
