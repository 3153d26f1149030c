import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, inject, test } from 'vitest';

const run = promisify(execFile);
const readme = fileURLToPath(new URL('../../README.md', import.meta.url));

/** A folder of its own: other tests use the scratch project at the same time, and a tsconfig.json is for all below it. */
const project = (): string => join(inject('scratchProject'), 'first-test');

/** The code blocks of the README that start with a comment naming their file. */
async function readmeFiles(): Promise<Map<string, string>> {
  const text = await readFile(readme, 'utf8');
  const blocks = [...text.matchAll(/```ts\n(\/\/ (\S+\.ts)\n[\s\S]*?)```/g)];
  return new Map(blocks.map(([, code, name]) => [name as string, code as string]));
}

/** Runs a command in the scratch project; gives its output, and whether it ended well. */
async function runThere(command: string, ...args: string[]): Promise<{ ok: boolean; output: string }> {
  const env = { ...process.env, NO_COLOR: '1', VITEST: undefined, NODE_OPTIONS: undefined };
  try {
    const { stdout, stderr } = await run('npx', [command, ...args], { cwd: project(), env });
    return { ok: true, output: stdout + stderr };
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return { ok: false, output: stdout + stderr };
  }
}

beforeAll(async () => {
  const scratch = project();
  await mkdir(scratch, { recursive: true });
  const strict = {
    strict: true,
    skipLibCheck: false,
    noEmit: true,
    module: 'nodenext',
    target: 'es2023',
    types: ['node'],
  };
  await writeFile(
    join(scratch, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: strict, include: ['*.ts'] }),
  );
  for (const [name, code] of await readmeFiles()) {
    await mkdir(join(scratch, name, '..'), { recursive: true });
    await writeFile(join(scratch, name), code);
  }
});

test("the README's first test passes with the packed package", async () => {
  const { ok, output } = await runThere('vitest', 'run', 'bounce.test.ts');
  expect(output).toContain('local deployment ready');
  expect(output).toMatch(/Tests\s+1 passed/);
  expect(ok).toBe(true);
});

test('and type-checks in a strict project that checks its libraries', async () => {
  const { ok, output } = await runThere('tsc');
  expect(output).not.toContain('error TS');
  expect(ok).toBe(true);
});

test('a test that fails on purpose says what was expected, what came and what to do', async () => {
  await writeFile(
    join(project(), 'wrong.test.ts'),
    `import { expect, test } from 'vitest';
     test('wrong', async () => {
       await expect('0x' + '12'.repeat(32)).toReachInclusion({ timeoutMs: 300 });
     });`,
  );
  const { ok, output } = await runThere('vitest', 'run', 'wrong.test.ts');
  expect(ok).toBe(false);
  expect(output).toContain('expect(operationId).toReachInclusion() timed out');
  expect(output).toContain('Received:   the observer does not know the operation (404)');
  expect(output).toContain('What to do: check the operation id');
});
