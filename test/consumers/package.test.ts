import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';

const run = promisify(execFile);
const cwd = fileURLToPath(new URL('../..', import.meta.url));

test.for([
  ['publint', 'run', '--strict'],
  ['attw', '--exclude-entrypoints', 'vitest', 'vitest/local-setup', '--no-emoji', '--no-color'],
])('%s accepts the tarball', async ([tool, ...args]) => {
  await expect(
    run('npx', ['--no-install', tool as string, ...args, inject('tarball')], { cwd }),
  ).resolves.toBeDefined();
});
