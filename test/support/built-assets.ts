import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Builds the pages and templates that the sources read at run time, so that tests see what is in the repository. */
export default async function setup(): Promise<void> {
  const script = fileURLToPath(new URL('../../scripts/build-assets.mjs', import.meta.url));
  await promisify(execFile)(process.execPath, [script]);
}
