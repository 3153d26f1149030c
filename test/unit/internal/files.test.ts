import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { probeFile, writeWholeFile } from '../../../src/internal/files.js';
import { projectFolder } from '../../support/project-folder.js';

test('writeWholeFile writes a file and its folders, and leaves nothing behind if it cannot', async () => {
  const folder = await projectFolder({ 'taken/.keep': '' });
  await writeWholeFile(join(folder, 'a/b/c.json'), 'text');
  expect(await readFile(join(folder, 'a/b/c.json'), 'utf8')).toBe('text');
  await expect(writeWholeFile(join(folder, 'taken'), 'text')).rejects.toMatchObject({ code: 'EISDIR' });
  expect(await readdir(folder)).toEqual(['a', 'taken']);
});

test('probeFile makes the folders and does not change the file', async () => {
  const folder = await projectFolder({ 'a.json': 'text' });
  await probeFile(join(folder, 'a.json'));
  await probeFile(join(folder, 'b/c.json'));
  expect(await readFile(join(folder, 'a.json'), 'utf8')).toBe('text');
  expect([await readdir(folder), await readdir(join(folder, 'b'))]).toEqual([['a.json', 'b'], []]);
});

test.runIf(process.platform === 'linux')('probeFile throws if a folder cannot be made', async () => {
  await expect(probeFile('/proc/nope/a.json')).rejects.toMatchObject({ code: 'ENOENT' });
});
