import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeBaseline } from 'crosscheck/fuzz';
import { expect, test } from 'vitest';
import { projectFolder } from '../../support/project-folder.js';
import { cliRun, failedRun } from './cli-run.js';

test.runIf(process.platform === 'linux')(
  'a full disk is named with the file, and is exit code 2',
  async () => {
    const run = await cliRun(['openapi', '--out', '/dev/full', '--force']);
    expect(run).toMatchObject({
      exitCode: 2,
      stderr: 'error: The output /dev/full cannot be written: no space left on the device (ENOSPC)\n',
    });
  },
);

test('a file in the place of a folder is named, and is exit code 2', async () => {
  const file = join(await projectFolder(), 'file');
  await writeFile(file, '');
  const out = join(file, 'openapi.json');
  const run = await cliRun(['openapi', '--out', out]);
  expect(run).toMatchObject({
    exitCode: 2,
    stderr: `error: The output ${out} cannot be written: a part of its path is a file, not a folder (ENOTDIR)\n`,
  });
});

test.runIf(process.platform === 'linux')(
  'a baseline that cannot be written is named with the reason',
  async () => {
    await expect(writeBaseline('/proc/baseline.json', [])).rejects.toThrow(
      /^The baseline \/proc\/baseline\.json cannot be written: .*\(E[A-Z]+\)$/,
    );
  },
);

test('an unexpected error of the file system is a file and a reason', async () => {
  const error = Object.assign(new Error('EROFS: read-only file system, open'), {
    code: 'EROFS',
    syscall: 'open',
    path: '/x/y',
  });
  expect(await failedRun(error)).toMatchObject({
    exitCode: 2,
    stderr: 'error: /x/y: the file system is read-only (EROFS)\n',
  });
});
