import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, test } from 'vitest';
import { startLocalRegistry } from '../support/local-registry.js';
import { denoPermissions, describeRunner, exampleOf } from './describe-runner.js';

// The package deno copies the binary when it is installed; this one is what it copies.
describe.runIf(process.platform === 'linux' && process.arch === 'x64')('on Linux', () => {
  describeRunner('Deno', '2', { packages: ['@deno/linux-x64-glibc@2'] });

  test('the example of docs/runners.md passes with npm: imports, without a package.json', async () => {
    const deno = join(inject('consumers'), 'deno-2/node_modules/@deno/linux-x64-glibc/deno');
    const cwd = join(inject('consumers'), 'deno-imports');
    const registry = await startLocalRegistry(inject('tarball'));
    try {
      await mkdir(cwd);
      const { file, code } = await exampleOf('Deno');
      await writeFile(join(cwd, file), code.replaceAll("from 'crosscheck", "from 'npm:crosscheck"));
      const env = {
        ...process.env,
        NO_COLOR: '1',
        NPM_CONFIG_REGISTRY: registry.url,
        DENO_DIR: join(cwd, 'cache'),
      };
      const { stdout } = await promisify(execFile)(deno, ['test', '--no-prompt', ...denoPermissions, file], {
        cwd,
        env,
      });
      expect(stdout).toContain('ok | 1 passed | 0 failed');
    } finally {
      await registry.stop();
    }
  });
});
