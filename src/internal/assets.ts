import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

// The package finds itself by its name, from its sources as from what is built of them.
const manifest = createRequire(import.meta.url).resolve('crosscheck/package.json');

/** Reads a file that `scripts/build-assets.mjs` built or copied: `report.css`, `templates/property.test.ts`. */
export function readAsset(name: string): string {
  return readFileSync(join(manifest, '../dist/assets', name), 'utf8');
}
