import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createNpmProject } from '../support/npm-project.js';

const run = promisify(execFile);
const file = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The checks that the page says to skip for a mock server. */
async function skippedChecks(section: 'smoke' | 'fuzz'): Promise<string[]> {
  const page = await readFile(file('docs/deployments.md'), 'utf8');
  const [, list = ''] = new RegExp(`^  ${section}: \\{.*?skipChecks: \\[(.*?)\\]`, 'ms').exec(page) ?? [];
  return [...list.matchAll(/'([a-z-]+)'/g)].map(([, name = '']) => name);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

let prism: ChildProcess;
let directory: string;
beforeAll(async () => {
  directory = join(inject('consumers'), 'prism');
  const packages = ['@stoplight/prism-cli@5', 'vitest@4', 'fast-check@4', 'zod@4', 'typescript@5.9'];
  await createNpmProject(directory, { private: true, type: 'module' }, [inject('tarball'), ...packages]);
  await cp(file('test/support/bridge-openapi.yaml'), join(directory, 'openapi.yaml'));
  const port = await freePort();
  prism = spawn('node_modules/.bin/prism', ['mock', 'openapi.yaml', '--port', String(port)], {
    cwd: directory,
  });
  await new Promise<void>((resolve, reject) => {
    let output = '';
    prism.stdout?.on('data', (chunk) => {
      output += chunk;
      if (output.includes('Prism is listening')) resolve();
    });
    prism.once('exit', () => reject(new Error(`Prism ended: ${output}`)));
  });
  await crosscheck('contract', '--from', 'openapi.yaml', '--out', 'contract.ts');
  const url = `http://127.0.0.1:${port}`;
  const writer = file('test/documentation/setups/write-page-files.mjs');
  const operationId = `0x${'ab'.repeat(32)}`;
  await run(process.execPath, [writer, file('docs/deployments.md'), url, url, operationId], {
    cwd: directory,
  });
}, 240_000);
afterAll(() => prism?.kill());

/** Runs a program of the project. Resolves to its exit code and its output. */
async function program(name: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  const env = { ...process.env, NO_COLOR: '1', VITEST: undefined, NODE_OPTIONS: undefined };
  const options = { cwd: directory, env, maxBuffer: 2 ** 26 };
  return await run(join(directory, 'node_modules/.bin', name), [...args], options).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
  );
}

const crosscheck = (...args: readonly string[]) => program('crosscheck', args);
const skip = (names: readonly string[]): string[] => names.flatMap((name) => ['--skip-check', name]);

test('the files of docs/deployments.md compile', async () => {
  const files = [
    'crosscheck.config.ts',
    'fees.test.ts',
    'inclusion.test.ts',
    'local-members.ts',
    'vitest.config.ts',
  ];
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2023'];
  expect(await program('tsc', [...options, ...files])).toEqual({ code: 0, output: '' });
});

test('its tests pass on the mock server', async () => {
  const { code, output } = await program('vitest', ['run']);
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('2 passed') });
});

test('its smoke run passes without the checks that no mock server passes', async () => {
  const { code, output } = await crosscheck('smoke', '--samples', '3', ...skip(await skippedChecks('smoke')));
  expect({ code, output }).toMatchObject({
    code: 0,
    output: expect.stringContaining('Smoke run of staging: passed'),
  });
});

test('its campaign finds what the page says of a mock server, and nothing else', async () => {
  const campaign = ['fuzz', '--cases', '300', '--seed', '1'];
  const skipped = await skippedChecks('fuzz');
  const found = await crosscheck(...campaign, '--json');
  expect(found.code).toBe(1);
  const { findings } = JSON.parse(found.output.split('\n').find((line) => line.startsWith('{')) ?? '{}');
  const checks = findings.map(({ signature }: { signature: { check: string } }) => signature.check);
  expect([...new Set(checks)].sort()).toEqual([...skipped].sort());

  const { code, output } = await crosscheck(...campaign, ...skip(skipped));
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('staging is clean') });
});
