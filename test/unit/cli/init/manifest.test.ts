import { expect, test } from 'vitest';
import { filesOf, projectFolder } from '../../../support/project-folder.js';
import { initRun } from './init-run.js';

test.each([
  ['tabs', '{\n\t"type": "module"\n}\n', '\n\t"scripts": {\n\t\t"test:crosscheck"'],
  ['four spaces', '{\n    "type": "module"\n}\n', '\n    "scripts": {\n        "test:crosscheck"'],
  ['line ends of Windows', '{\r\n  "type": "module"\r\n}\r\n', '\r\n  "scripts": {\r\n    "test:crosscheck"'],
  ['no line feed at its end', '{\n  "type": "module"\n}', '\n  "scripts": {\n    "test:crosscheck"'],
])('package.json keeps %s', async (_, text, part) => {
  const folder = await projectFolder({ 'package.json': text });
  await initRun(folder);
  const changed = (await filesOf(folder))['package.json'] as string;
  expect(changed).toContain(part);
  expect(/\s*$/.exec(changed)?.[0]).toBe(/\s*$/.exec(text)?.[0]);
  expect(changed.replaceAll('\r\n', '').includes('\n')).toBe(!text.includes('\r\n'));
});

test('a package.json whose dependencies are not an object is left as it is', async () => {
  const text = '{ "devDependencies": "x" }';
  const folder = await projectFolder({ 'package.json': text });
  const { exitCode, stderr } = await initRun(folder);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringContaining('has devDependencies that are not a JSON object: fix them first'),
  });
  expect((await filesOf(folder))['package.json']).toBe(text);
});

test('without installing, packages are added in the order that package managers write', async () => {
  const folder = await projectFolder({
    'package.json': { dependencies: { crosscheck: '1' }, devDependencies: { zod: '4', typescript: '7' } },
  });
  const { ran, stdout } = await initRun(folder, ['--yes', '--no-install']);
  expect(ran).toEqual([]);
  expect(stdout).toContain('for development: fast-check, vitest');
  const { devDependencies } = JSON.parse((await filesOf(folder))['package.json'] as string);
  expect(Object.entries(devDependencies)).toEqual([
    ['fast-check', '^4'],
    ['typescript', '7'],
    ['vitest', '^4'],
    ['zod', '4'],
  ]);
});
