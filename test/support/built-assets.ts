import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundleFolder } from './vitest-process.js';

/** Builds the pages and templates that the sources read at run time, so that tests see what is in the repository. */
export default async function setup(): Promise<() => Promise<void>> {
  const script = fileURLToPath(new URL('../../scripts/build-assets.mjs', import.meta.url));
  await promisify(execFile)(process.execPath, [script]);
  return () => rm(bundleFolder(process.pid), { recursive: true, force: true });
}
