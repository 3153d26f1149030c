import { loadConfig } from 'crosscheck/config';
import { expect, onTestFinished, test, vi } from 'vitest';
import { projectFolder } from '../../support/project-folder.js';
import { rejectionOf } from '../client/calls.js';

/** Returns the code of an error of a module that cannot be found. */
const notFound = (message: string, code = 'ERR_MODULE_NOT_FOUND'): string =>
  `Object.assign(new Error(${JSON.stringify(message)}), { code: '${code}' })`;

const from = 'imported from /project/node_modules/crosscheck/dist/chunks/fuzz-fast-check.js';
const missing = notFound(`Cannot find package 'fast-check' ${from}`);

/** Loads a configuration in a project that has these files, and returns the error. */
async function errorOf(config: string, files: Readonly<Record<string, string>> = {}): Promise<Error> {
  const folder = await projectFolder({ 'crosscheck.config.mjs': config, 'package.json': '{}', ...files });
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(folder);
  onTestFinished(() => cwd.mockRestore());
  return await rejectionOf(loadConfig({ cwd: folder, env: {} }));
}

test.each([
  ['Node', 'fast-check', missing],
  ['Node, for vitest', 'vitest', notFound(`Cannot find package 'vitest' ${from}`)],
  ['Jest', 'fast-check', notFound("Cannot find module 'fast-check' from 'dist/fuzz.js'", 'MODULE_NOT_FOUND')],
  [
    'Yarn',
    'fast-check',
    notFound('crosscheck tried to access fast-check (a peer dependency)', 'MODULE_NOT_FOUND'),
  ],
  ['a runner, as the cause of its error', 'fast-check', `new Error('failed', { cause: ${missing} })`],
])('names the command that installs the missing peer in an error of %s', async (_, peer, error) => {
  expect(await errorOf(`throw ${error};`)).toMatchObject({
    code: 'USAGE',
    message: expect.stringContaining(`crosscheck.config.mjs needs ${peer}: npm i -D ${peer}`),
  });
});

test('names the command for a configuration that imports a missing peer', async () => {
  const { message } = await errorOf("import 'vitest';\nexport default {};");
  expect(message).toContain('crosscheck.config.mjs needs vitest: npm i -D vitest');
});

test('does not name another package that is missing', async () => {
  const { message } = await errorOf(`throw ${notFound(`Cannot find package 'undici' ${from}`)};`);
  expect(message).toContain(`crosscheck.config.mjs:1: Error: Cannot find package 'undici' ${from}`);
  expect(message).not.toContain('needs');
});

test.each([
  ['pnpm-lock.yaml', '', 'pnpm add -D fast-check'],
  ['yarn.lock', '', 'yarn add -D fast-check'],
  ['package-lock.json', '{}', 'npm i -D fast-check'],
])('names the package manager of a project with %s', async (lock, text, expected) => {
  const { message } = await errorOf(`throw ${missing};`, { [lock]: text });
  expect(message).toContain(`crosscheck.config.mjs needs fast-check: ${expected}`);
});
