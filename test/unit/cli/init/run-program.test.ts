import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { runProgram } from '../../../../src/cli/init/run-program.js';

test.each([
  ['ended well', true, process.execPath, ['-e', '']],
  ['ended badly', false, process.execPath, ['-e', 'process.exitCode = 4']],
  ['is not there', false, 'no-such-program-of-crosscheck', []],
])('tells that a program %s', async (_, isWell, program, args) => {
  expect(await runProgram({ program, args }, tmpdir())).toBe(isWell);
});
