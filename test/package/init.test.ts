import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { projectFolder } from '../support/project-folder.js';

const run = promisify(execFile);

test('crosscheck init writes a suite whose configuration the command line finds', async () => {
  const cwd = join(inject('scratchProject'), 'init');
  await mkdir(cwd);
  await writeFile(join(cwd, 'package.json'), JSON.stringify({ name: 'init', type: 'module' }));
  const env = { ...process.env, NO_COLOR: '1', VITEST: undefined, NODE_OPTIONS: undefined };
  const crosscheck = async (...args: string[]): Promise<string> =>
    (
      await run(process.execPath, [join(cwd, '../node_modules/crosscheck/dist/cli/crosscheck.js'), ...args], {
        cwd,
        env,
      })
    ).stdout;

  expect(await crosscheck('init', '--yes', '--no-install')).toContain('\nDone. ');
  expect((await readdir(join(cwd, 'crosscheck'))).sort()).toEqual([
    'end-to-end.crosscheck.js',
    'property.crosscheck.js',
  ]);
  const { file, deployment } = JSON.parse(await crosscheck('config', '--json'));
  expect({ file, deployment }).toEqual({ file: join(cwd, 'crosscheck.config.js'), deployment: 'local' });

  // No node_modules is above it, as with a command that is installed for the whole machine.
  const apart = await projectFolder({
    'crosscheck.config.ts': `import { defineConfig } from 'crosscheck';
import { defineEndpoint } from 'crosscheck';
export default defineConfig({ deployments: { [typeof defineEndpoint]: 'local' as const } });`,
  });
  const elsewhere = JSON.parse(
    await crosscheck('config', '--json', '--config-file', join(apart, 'crosscheck.config.ts')),
  );
  expect(elsewhere.deployment).toBe('function');
});
