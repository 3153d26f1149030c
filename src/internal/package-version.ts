import { readFileSync } from 'node:fs';

// As deep below dist as the source is below src: in dist/cli, dist/fuzz or dist/chunks.
const manifest = new URL('../../package.json', import.meta.url);

/** The version of this package. */
export function packageVersion(): string {
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
}
