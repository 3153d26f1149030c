import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesOf, projectFolder } from '../../../support/project-folder.js';
import { initRun } from './init-run.js';

const needsFastCheck = { type: 'module', devDependencies: { crosscheck: '*', vitest: '*' } };

test.each([
  ['npm i -D fast-check@4', { 'package-lock.json': '{}' }],
  ['pnpm add -D fast-check@4', { 'pnpm-lock.yaml': '' }],
  ['pnpm add -D -w fast-check@4', { 'pnpm-workspace.yaml': '' }],
  ['yarn add -D fast-check@4', { 'yarn.lock': '' }],
  [
    'yarn add -D -W fast-check@4',
    { 'yarn.lock': '', 'package.json': { ...needsFastCheck, workspaces: ['a'] } },
  ],
  ['yarn add -D fast-check@4', { 'package.json': { ...needsFastCheck, packageManager: 'yarn@4.9.0' } }],
  ['bun add -D fast-check@4', { 'bun.lock': '' }],
])('installs by %s', async (command, files) => {
  const folder = await projectFolder({ 'package.json': needsFastCheck, ...files });
  expect((await initRun(folder)).ran).toEqual([command]);
});

const workflowOf = async (folder: string, name = 'crosscheck'): Promise<string> =>
  (await filesOf(folder))[`.github/workflows/${name}.yml`] as string;

test.each([
  ['pnpm', { 'pnpm-lock.yaml': '' }],
  ['pnpm of a version', { 'pnpm-lock.yaml': '', 'package.json': { packageManager: 'pnpm@10.1.0' } }],
  ['yarn', { 'yarn.lock': '' }],
  ['yarn of a version', { 'yarn.lock': '', 'package.json': { packageManager: 'yarn@4.9.0' } }],
  ['bun', { 'bun.lock': '' }],
])('the workflow sets up %s', async (_, files) => {
  const folder = await projectFolder({ 'package.json': {}, ...files });
  await initRun(folder);
  const [, local] = /\n {4}steps:\n([\s\S]*?)\n\n/.exec(await workflowOf(folder)) ?? [];
  expect(local).toMatchSnapshot();
});

test('in a folder of a workspace there is a workflow of its own in the repository, which installs at the lock file', async () => {
  const repository = await projectFolder({
    '.git/HEAD': 'ref: refs/heads/main',
    'code/pnpm-lock.yaml': '',
    'code/packages/bridge/package.json': needsFastCheck,
  });
  const { ran, stdout } = await initRun(join(repository, 'code/packages/bridge'));
  expect(ran).toEqual(['pnpm add -D fast-check@4']);
  const name = 'crosscheck-code-packages-bridge';
  expect(stdout).toContain(`write  ../../../.github/workflows/${name}.yml`);
  const workflow = await workflowOf(repository, name);
  expect(workflow).toContain(`\nname: ${name}\n`);
  expect(workflow).toContain('defaults:\n  run:\n    working-directory: code/packages/bridge\n');
  expect(workflow.match(/pnpm i --frozen-lockfile\n {8}working-directory: code\n/g)).toHaveLength(2);
});
