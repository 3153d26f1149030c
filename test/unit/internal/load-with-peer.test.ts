import { loadConfig } from 'crosscheck/config';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadWithPeer, requireWithPeer } from '../../../src/internal/load-with-peer.js';
import { projectFolder } from '../../support/project-folder.js';

/** Returns an error of a module that cannot be found. */
function notFound(message: string, code = 'ERR_MODULE_NOT_FOUND'): Error {
  return Object.assign(new Error(message), { code });
}

const from = 'imported from /project/node_modules/crosscheck/dist/chunks/fuzz-fast-check.js';

test.each([
  ['Node', 'fast-check', notFound(`Cannot find package 'fast-check' ${from}`)],
  ['Node, for vitest', 'vitest', notFound(`Cannot find package 'vitest' ${from}`)],
  ['Jest', 'fast-check', notFound("Cannot find module 'fast-check' from 'dist/fuzz.js'", 'MODULE_NOT_FOUND')],
  [
    'Yarn',
    'fast-check',
    notFound('crosscheck tried to access fast-check (a peer dependency)', 'MODULE_NOT_FOUND'),
  ],
  [
    'a runner, as the cause of its error',
    'fast-check',
    new Error('failed', { cause: notFound(`Cannot find package 'fast-check' ${from}`) }),
  ],
])('names the command that installs the missing peer in an error of %s', async (_, peer, error) => {
  await expect(loadWithPeer('This command', () => Promise.reject(error))).rejects.toMatchObject({
    code: 'USAGE',
    message: `This command needs ${peer}: npm i -D ${peer}`,
  });
});

test('throws every other error unchanged', async () => {
  const error = notFound(`Cannot find package 'undici' ${from}`);
  await expect(loadWithPeer('This command', () => Promise.reject(error))).rejects.toBe(error);
});

test('names the command for a configuration that imports a missing peer', async () => {
  const folder = await projectFolder({
    'crosscheck.config.mjs': "import 'vitest';\nexport default {};",
    'package.json': '{}',
  });
  await expect(loadConfig({ cwd: folder, env: {} })).rejects.toThrow(
    'crosscheck.config.mjs needs vitest: npm i -D vitest',
  );
});

test.each([
  ['pnpm-lock.yaml', '', 'pnpm add -D fast-check'],
  ['yarn.lock', '', 'yarn add -D fast-check'],
  ['package-lock.json', '{}', 'npm i -D fast-check'],
])('names the package manager of a project with %s', async (lock, text, expected) => {
  const folder = await projectFolder({ 'package.json': '{}', [lock]: text });
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(folder);
  onTestFinished(() => cwd.mockRestore());
  const error = notFound(`Cannot find package 'fast-check' ${from}`);
  await expect(loadWithPeer('This command', () => Promise.reject(error))).rejects.toThrow(
    `This command needs fast-check: ${expected}`,
  );
});

test('names the command for a peer that an entry requires, and throws every other error unchanged', () => {
  const load = (error: Error) => (): never => {
    throw error;
  };
  const missing = notFound("Cannot find module '@playwright/test'", 'MODULE_NOT_FOUND');
  expect(() => requireWithPeer('This entry', '@playwright/test', load(missing))).toThrow(
    'This entry needs @playwright/test: npm i -D @playwright/test',
  );
  const other = notFound("Cannot find module 'playwright-core'", 'MODULE_NOT_FOUND');
  expect(() => requireWithPeer('This entry', '@playwright/test', load(other))).toThrow(other);
});
