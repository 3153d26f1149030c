import { readdir, readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);

it('imports only from rooms above in the map of src, types included', async () => {
  const order = await roomsOfMap();
  const imports = await importsBetweenRooms();

  expect(new Set(imports.flatMap(({ from, to }) => [from, to]))).toEqual(new Set(order));
  expect(imports.filter(({ from, to }) => order.indexOf(to) > order.indexOf(from))).toEqual([]);
});

/** Returns the rooms in the order of CONTRIBUTING.md, lowest first. */
async function roomsOfMap(): Promise<string[]> {
  const text = await readFile(new URL('CONTRIBUTING.md', root), 'utf8');
  const map = /```\nsrc\/\n([^`]+)```/.exec(text)?.[1] ?? '';
  return [...map.matchAll(/^ {2}(\S+?)\/? /gm)].map(([, room]) => room as string);
}

/** Returns the relative imports of src that leave their room. The files of src itself are entries, except errors.ts. */
async function importsBetweenRooms(): Promise<{ file: string; from: string; to: string }[]> {
  const imports = [];
  const paths = await readdir(new URL('src/', root), { recursive: true });
  for (const path of paths.filter((path) => /\.tsx?$/.test(path))) {
    const file = posix.join('src', path.replaceAll('\\', '/'));
    const text = await readFile(new URL(file, root), 'utf8');
    for (const [, specifier] of text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'(\.[^']+)'/g)) {
      const from = roomOf(file);
      const to = roomOf(posix.join(posix.dirname(file), specifier as string).replace(/\.js$/, '.ts'));
      if (from !== to) imports.push({ file, from, to });
    }
  }
  return imports;
}

function roomOf(file: string): string {
  const [, room, inside] = file.split('/') as [string, string, string?];
  return inside !== undefined || room === 'errors.ts' ? room : 'index.ts';
}
