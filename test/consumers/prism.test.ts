import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { createNpmProject } from '../support/npm-project.js';

const run = promisify(execFile);
const file = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

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
  await changeDocument('description: Type of the asset', 'enum: [jetton, native]');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  // With all its output, it can crash while it logs many requests.
  const options = ['--port', String(port), '--verboseLevel', 'error'];
  prism = spawn('node_modules/.bin/prism', ['mock', 'openapi.yaml', ...options], { cwd: directory });
  await vi.waitFor(() => fetch(url), { timeout: 60_000, interval: 200 });
  const compared = await crosscheck('contract', '--from', 'openapi.yaml', '--out', 'contract.ts');
  expect(compared, compared.output).toMatchObject({ code: 0 });
  const writer = file('test/documentation/setups/write-page-files.mjs');
  const operationId = `0x${'ab'.repeat(32)}`;
  await run(process.execPath, [writer, file('docs/deployments.md'), url, url, operationId], {
    cwd: directory,
  });
}, 240_000);
afterAll(() => prism?.kill());

/** Replaces a part of the document. */
async function changeDocument(part: string, by: string): Promise<void> {
  const document = join(directory, 'openapi.yaml');
  const text = await readFile(document, 'utf8');
  expect(text).toContain(part);
  await writeFile(document, text.replace(part, by));
}

/** Runs a program of the project. Resolves to its exit code and its output. */
async function program(
  name: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<{ code: number; output: string }> {
  const PATH = `${join(directory, 'node_modules/.bin')}${delimiter}${process.env.PATH}`;
  const env = {
    ...process.env,
    PATH,
    NO_COLOR: '1',
    VITEST: undefined,
    NODE_OPTIONS: undefined,
    ...variables,
  };
  const options = { cwd: directory, env, maxBuffer: 2 ** 26 };
  return await run(name, [...args], options).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
  );
}

const crosscheck = (...args: readonly string[]) => program('crosscheck', args);

/** Runs a command with `--json`. Resolves to its exit code and the object that it prints. */
async function jsonOf(...args: readonly string[]) {
  const { code, output } = await crosscheck(...args, '--json');
  const line = output.split('\n').find((text) => text.startsWith('{'));
  return { code, ...JSON.parse(line ?? '{}') };
}

test('the files of docs/deployments.md compile', async () => {
  const files = [
    'crosscheck.config.ts',
    'extension.ts',
    'fees.test.ts',
    'inclusion.test.ts',
    'local-members.ts',
    'mock.config.ts',
    'vitest.config.ts',
  ];
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2023'];
  expect(await program('tsc', [...options, ...files])).toEqual({ code: 0, output: '' });
});

test('its tests pass on the mock server', async () => {
  const { code, output } = await program('vitest', ['run']);
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('2 passed') });
});

test('its smoke run and its campaign judge more than examples can satisfy', async () => {
  const smoke = await jsonOf('smoke', '--samples', '3');
  const failed = smoke.checks.filter(({ status }: { status: string }) => status === 'failed');
  expect(smoke.code).toBe(1);
  expect(failed.map(({ name }: { name: string }) => name).sort()).toEqual([
    'simulate-conformance',
    'unknown-operation-id',
  ]);

  const { code, findings } = await jsonOf('fuzz', '--cases', '300', '--seed', '1');
  const checks = findings.map(({ signature }: { signature: { check: string } }) => signature.check);
  expect(code).toBe(1);
  expect(checks).toEqual(expect.arrayContaining(['calldata-mismatch', 'duplicate-operation-id']));
});

describe('with the configuration of the page for a mock server', () => {
  const ofMock = ['--config-file', 'mock.config.ts'];

  test('its smoke run passes', async () => {
    const { code, output } = await crosscheck('smoke', '--samples', '3', ...ofMock);
    expect({ code, output }).toMatchObject({
      code: 0,
      output: expect.stringContaining('Smoke run of staging: passed'),
    });
  });

  test.each(['1', '2', '3'])('its campaign is clean with seed %s', async (seed) => {
    const { code, output } = await crosscheck('fuzz', '--cases', '300', '--seed', seed, ...ofMock);
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('staging is clean') });
  });
});

test('its tests and its campaign run without the service', async () => {
  const variables = { CROSSCHECK_DEPLOYMENT: 'local', CROSSCHECK_EXTEND: './local-members.ts' };
  const tests = await program('vitest', ['run', 'fees'], variables);
  expect(tests).toMatchObject({ code: 0, output: expect.stringContaining('1 passed') });
  const local = ['--local', '--extend', './local-members.ts', '--cases', '200', '--seed', '1'];
  expect(await crosscheck('fuzz', ...local)).toMatchObject({
    code: 0,
    output: expect.stringContaining('local is clean'),
  });
});

test('the commands of the page report what is new in the document, not what is known and not expressed', async () => {
  const page = await readFile(file('docs/deployments.md'), 'utf8');
  const [, script = ''] = /^```sh\n([^`]*^git diff .*?)```$/ms.exec(page) ?? [];
  const compare = () => program('bash', ['-ec', script]);
  await program('git', ['init', '-q']);
  await program('git', ['add', 'contract.ts']);
  expect(await compare()).toMatchObject({ code: 0 });

  await changeDocument(
    'simulationError: { type: string }',
    'simulationError: { type: string, nullable: true }',
  );
  expect(await compare()).toMatchObject({ code: 1, output: expect.stringContaining('simulationError') });
  await program('git', ['add', 'contract.ts']);
  expect(await compare()).toMatchObject({
    code: 0,
    output: expect.stringContaining('not expressed: the client expects a string'),
  });

  await changeDocument('openapi: 3.0.3', 'swagger: 2.0');
  expect(await compare()).toMatchObject({ code: 1, output: expect.stringContaining('it is Swagger 2') });
});
