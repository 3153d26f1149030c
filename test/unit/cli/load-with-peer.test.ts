import { expect, test } from 'vitest';
import { installCommand } from '../../../src/cli/install-command.js';
import { loadWithPeer } from '../../../src/cli/load-with-peer.js';
import { projectFolder } from '../../support/project-folder.js';

/** As Node says that a package is not installed. */
function notFound(name: string): Error {
  const message = `Cannot find package '${name}' imported from /project/node_modules/crosscheck/dist/index.js`;
  return Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' });
}

test('says in one sentence how to install a peer that is missing', async () => {
  const loading = loadWithPeer('fast-check', () => Promise.reject(notFound('fast-check')));
  await expect(loading).rejects.toMatchObject({
    code: 'USAGE',
    message: 'This command needs fast-check: npm i -D fast-check',
  });
});

test('leaves what else goes wrong as it is', async () => {
  const error = notFound('undici');
  await expect(loadWithPeer('fast-check', () => Promise.reject(error))).rejects.toBe(error);
});

test.each([
  ['pnpm-lock.yaml', '', 'pnpm add -D fast-check'],
  ['yarn.lock', '', 'yarn add -D fast-check'],
  ['package-lock.json', '{}', 'npm i -D fast-check'],
])('with %s it is a matter of another package manager', async (lock, text, expected) => {
  const folder = await projectFolder({ 'package.json': '{}', [lock]: text });
  expect(await installCommand('fast-check', folder)).toBe(expected);
});
