import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { processContext } from '../../../../src/cli/process-context.js';

test.each([
  ['ended well', undefined, process.execPath, ['-e', '']],
  ['ended badly', 'exit code 4', process.execPath, ['-e', 'process.exitCode = 4']],
  ['was ended', 'ended by SIGTERM', process.execPath, ['-e', 'process.kill(process.pid)']],
  [
    'is not there',
    'no-such-program-of-crosscheck was not found in PATH',
    'no-such-program-of-crosscheck',
    [],
  ],
])('reports that a program %s', async (_, failure, program, args) => {
  expect(await processContext().runProgram({ program, args }, tmpdir())).toBe(failure);
});
