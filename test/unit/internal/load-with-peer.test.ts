import { expect, test } from 'vitest';
import { loadConfig } from '../../../src/deployment/load-config.js';
import { loadWithPeer } from '../../../src/internal/load-with-peer.js';
import { installCommand } from '../../../src/internal/package-manager.js';
import { projectFolder } from '../../support/project-folder.js';

/** As a package that is not installed is named. */
function notFound(message: string, code = 'ERR_MODULE_NOT_FOUND'): Error {
  return Object.assign(new Error(message), { code });
}

const from = 'imported from /project/node_modules/crosscheck/dist/chunks/fuzz-fast-check.js';

test.each([
  ['Node', 'fast-check', notFound(`Cannot find package 'fast-check' ${from}`)],
  ['Node, of vitest', 'vitest', notFound(`Cannot find package 'vitest' ${from}`)],
  ['Jest', 'fast-check', notFound("Cannot find module 'fast-check' from 'dist/fuzz.js'", 'MODULE_NOT_FOUND')],
  [
    'Yarn',
    'fast-check',
    notFound('crosscheck tried to access fast-check (a peer dependency)', 'MODULE_NOT_FOUND'),
  ],
  [
    'a runner, as the cause',
    'fast-check',
    new Error('failed', { cause: notFound(`Cannot find package 'fast-check' ${from}`) }),
  ],
])('says in one sentence how to install a peer that %s misses', async (_, peer, error) => {
  await expect(loadWithPeer('This command', () => Promise.reject(error))).rejects.toMatchObject({
    code: 'USAGE',
    message: `This command needs ${peer}: npm i -D ${peer}`,
  });
});

test('leaves what else goes wrong as it is', async () => {
  const error = notFound(`Cannot find package 'undici' ${from}`);
  await expect(loadWithPeer('This command', () => Promise.reject(error))).rejects.toBe(error);
});

test('says so of a configuration that imports a part which needs a peer', async () => {
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
])('with %s it is a matter of another package manager', async (lock, text, expected) => {
  const folder = await projectFolder({ 'package.json': '{}', [lock]: text });
  expect(await installCommand('fast-check', folder)).toBe(expected);
});
