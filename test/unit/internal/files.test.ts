import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { probeFile, writeWholeFile } from '../../../src/internal/files.js';
import { projectFolder } from '../../support/project-folder.js';

test('a file is written with its folders, and one that cannot be leaves nothing behind', async () => {
  const folder = await projectFolder({ 'taken/.keep': '' });
  await writeWholeFile(join(folder, 'a/b/c.json'), 'text');
  expect(await readFile(join(folder, 'a/b/c.json'), 'utf8')).toBe('text');
  await expect(writeWholeFile(join(folder, 'taken'), 'text')).rejects.toMatchObject({ code: 'EISDIR' });
  expect(await readdir(folder)).toEqual(['a', 'taken']);
});

test('a probe makes the folders and leaves the file as it is', async () => {
  const folder = await projectFolder({ 'a.json': 'text' });
  await probeFile(join(folder, 'a.json'));
  await probeFile(join(folder, 'b/c.json'));
  expect(await readFile(join(folder, 'a.json'), 'utf8')).toBe('text');
  expect([await readdir(folder), await readdir(join(folder, 'b'))]).toEqual([['a.json', 'b'], []]);
});

test.runIf(process.platform === 'linux')('where no folder can be made, it says so', async () => {
  await expect(probeFile('/proc/nope/a.json')).rejects.toMatchObject({ code: 'ENOENT' });
});
