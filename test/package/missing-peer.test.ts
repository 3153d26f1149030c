import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';

const script = `
import { defineDeployment } from 'crosscheck';
import { matchers } from 'crosscheck/matchers';
const deployment = defineDeployment({ simulatorUrl: 'http://127.0.0.1:9', observerUrl: 'http://127.0.0.1:9' });
await matchers.toSurviveFuzzing.call({ isNot: false, promise: '' }, deployment).catch(({ code, message }) => console.log(code, message));
`;

const folder = await mkdtemp(join(tmpdir(), 'crosscheck-bare-'));
afterAll(() => rm(folder, { recursive: true }));

beforeAll(async () => {
  const installed = join(inject('scratchProject'), 'node_modules');
  await cp(join(installed, 'crosscheck'), join(folder, 'node_modules/crosscheck'), { recursive: true });
  for (const name of await readdir(installed))
    if (!['crosscheck', 'fast-check', 'vitest', '@playwright', '.bin', '.package-lock.json'].includes(name))
      await symlink(join(installed, name), join(folder, 'node_modules', name));
  await writeFile(join(folder, 'fuzz.mjs'), script);
});

test('toSurviveFuzzing names the peer that is missing, and how to install it', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['fuzz.mjs'], { cwd: folder });
  expect(stdout.trim()).toBe('USAGE toSurviveFuzzing needs fast-check: npm i -D fast-check');
});

test.each([
  ['crosscheck/playwright', '@playwright/test'],
  ['crosscheck/jest/environment', 'jest-environment-node'],
])('%s names the peer that is missing at once, imported and required', async (entry, peer) => {
  const said = `USAGE ${entry} needs ${peer}: npm i -D ${peer}`;
  for (const load of [`import('${entry}')`, `(async () => require('${entry}'))()`]) {
    const code = `${load}.catch(({ code, message }) => console.log(code, message))`;
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', code], { cwd: folder });
    expect(stdout.trim()).toBe(said);
  }
});

test('crosscheck/vitest names the peer that is missing at once', async () => {
  const code = "import('crosscheck/vitest').catch(({ code, message }) => console.log(code, message))";
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', code], { cwd: folder });
  expect(stdout.trim()).toBe('USAGE crosscheck/vitest needs vitest: npm i -D vitest');
});

// docs/troubleshooting.md has these texts: a static import of a missing package fails before any code of this one runs.
test.each(['crosscheck/fuzz', 'crosscheck/arbitraries'])(
  '%s fails with the error of Node, which names fast-check',
  async (entry) => {
    for (const [load, text] of [
      [`import('${entry}')`, "ERR_MODULE_NOT_FOUND Cannot find package 'fast-check' imported from "],
      [`(async () => require('${entry}'))()`, "MODULE_NOT_FOUND Cannot find module 'fast-check'"],
    ]) {
      const code = `${load}.catch(({ code, message }) => console.log(code, message))`;
      const { stdout } = await promisify(execFile)(process.execPath, ['-e', code], { cwd: folder });
      expect(stdout.startsWith(text as string)).toBe(true);
    }
  },
);

test('a peer that lacks a package of its own fails with the error of Node', async () => {
  const peer = join(folder, 'node_modules/@playwright/test');
  await mkdir(peer, { recursive: true });
  onTestFinished(() => rm(peer, { recursive: true }));
  await writeFile(join(peer, 'index.js'), "require('no-such-package');");
  const code = "import('crosscheck/playwright').catch(({ code, message }) => console.log(code, message))";
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', code], { cwd: folder });
  expect(stdout).toMatch(/^MODULE_NOT_FOUND Cannot find module 'no-such-package'/);
});

test('crosscheck/jest names Jest, or the environment that it needs there', async () => {
  const code = "import('crosscheck/jest').catch(({ code, message }) => console.log(code, message))";
  const printed = async (variables: object): Promise<string> => {
    const options = { cwd: folder, env: { ...process.env, ...variables } };
    return (await promisify(execFile)(process.execPath, ['-e', code], options)).stdout;
  };
  expect(await printed({ JEST_WORKER_ID: undefined })).toMatchInlineSnapshot(`
    "USAGE crosscheck/jest is for test files of Jest, and Jest is not running

    What to do: list it in setupFilesAfterEnv of the Jest configuration; for other runners, see docs/runners.md of the package
    "
  `);
  expect(await printed({ JEST_WORKER_ID: '1' })).toMatchInlineSnapshot(`
    "USAGE crosscheck/jest needs its test environment

    Without it, the running test and the time that it has left are unknown.
    What to do: set testEnvironment: 'crosscheck/jest/environment'; with another one, register the matchers of crosscheck/matchers
    "
  `);
});
