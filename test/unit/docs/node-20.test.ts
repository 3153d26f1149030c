import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

it('no guide and no example has await using, which Node 20 cannot parse', async () => {
  const names = [
    'README.md',
    ...(await readdir(join(root, 'docs'))).map((name) => `docs/${name}`),
    ...(await readdir(join(root, 'examples'), { recursive: true })).map((name) => `examples/${name}`),
  ].filter((name) => /\.(?:md|ts)$/.test(name) && !name.includes('node_modules'));
  const found: string[] = [];
  for (const name of names)
    if (/^\s*await using /m.test(await readFile(join(root, name), 'utf8'))) found.push(name);
  expect(found).toEqual([]);
});
