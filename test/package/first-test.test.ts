import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, inject, test } from 'vitest';
import { firstTestFiles } from '../support/first-test-files.js';

const run = promisify(execFile);

const wrong = `import { expect, test } from 'vitest';
test('wrong', async () => {
  await expect('0x' + '12'.repeat(32)).toReachInclusion({ timeoutMs: 300 });
});`;

let output: string;

beforeAll(async () => {
  const project = join(inject('scratchProject'), 'first-test');
  await mkdir(project);
  for (const [name, code] of [...(await firstTestFiles()), ['wrong.test.ts', wrong] as const]) {
    await writeFile(join(project, name), code);
  }
  const vitest = join(inject('scratchProject'), 'node_modules/vitest/vitest.mjs');
  const env = { ...process.env, NO_COLOR: '1', VITEST: undefined, NODE_OPTIONS: undefined };
  // It fails, since one of its tests fails on purpose.
  output = await run(process.execPath, [vitest, 'run'], { cwd: project, env }).then(
    () => 'nothing failed',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );
}, 60_000);

test("the README's first test passes with the packed package", () => {
  expect(output).toContain('local deployment ready');
  expect(output).toMatch(/✓ bounce\.test\.ts \(1 test\)/);
  expect(output).toMatch(/Tests\s+1 failed \| 1 passed \(2\)/);
});

test('a test that fails on purpose says what was expected, what came and what to do', () => {
  expect(output).toContain('expect(operationId).toReachInclusion() timed out');
  expect(output).toContain('Received:   the observer does not know the operation (404)');
  expect(output).toContain('What to do: check the operation id');
});
