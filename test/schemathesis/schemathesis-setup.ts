import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { setUpFolder } from '../support/set-up-folder.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of Schemathesis' command. */
    schemathesis: string;
  }
}

const run = promisify(execFile);
const requirements = fileURLToPath(new URL('./requirements.txt', import.meta.url));

/** Installs Schemathesis from PyPI in a virtual environment of its own. */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return setUpFolder('crosscheck-schemathesis-', async (directory) => {
    await run('python3', ['-m', 'venv', directory]);
    await run(join(directory, 'bin/pip'), ['install', '--quiet', '--requirement', requirements]);
    project.provide('schemathesis', join(directory, 'bin/schemathesis'));
  });
}
