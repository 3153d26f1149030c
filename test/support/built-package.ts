import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Builds the package where nobody did: a configuration imports it by its name, which leads to what is built. */
export default async function setup(): Promise<void> {
  if (existsSync(`${repository}/dist/index.js`)) return;
  await promisify(execFile)('npm', ['run', 'build'], { cwd: repository });
}
