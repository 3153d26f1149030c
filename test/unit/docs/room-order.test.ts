import { readdir, readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);

it('imports only from rooms above in the map of src, types included', async () => {
  const order = await roomsOfMap();
  const imports = await importsBetweenRooms(order);

  expect(new Set(imports.flatMap(({ from, to }) => [from, to]))).toEqual(new Set(order));
  expect(imports.filter(({ from, to }) => order.indexOf(to) > order.indexOf(from))).toEqual([]);
});

/**
 * Returns the rooms in the order of CONTRIBUTING.md, lowest first. The sub-rooms of a room come before it, because the files
 * that are directly in a room put its sub-rooms together.
 */
async function roomsOfMap(): Promise<string[]> {
  const text = await readFile(new URL('CONTRIBUTING.md', root), 'utf8');
  const map = /```\nsrc\/\n([^`]+)```/.exec(text)?.[1] ?? '';
  const rooms: string[] = [];
  let outer = '';
  for (const [, indent, name] of map.matchAll(/^( {2}| {4})(\S+?)\/? /gm)) {
    if (indent === '  ') {
      outer = name as string;
      rooms.push(outer);
    } else rooms.splice(rooms.indexOf(outer), 0, `${outer}/${name}`);
  }
  return rooms;
}

/** Returns the relative imports of src that leave their room. The files of src itself are entries, except errors.ts. */
async function importsBetweenRooms(
  order: readonly string[],
): Promise<{ file: string; from: string; to: string }[]> {
  const withSubRooms = new Set(order.filter((room) => room.includes('/')).map((room) => room.split('/')[0]));
  const imports = [];
  const paths = await readdir(new URL('src/', root), { recursive: true });
  for (const path of paths.filter((path) => /\.tsx?$/.test(path))) {
    const file = posix.join('src', path.replaceAll('\\', '/'));
    const text = await readFile(new URL(file, root), 'utf8');
    for (const [, specifier] of text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'(\.[^']+)'/g)) {
      const from = roomOf(file, withSubRooms);
      const to = roomOf(
        posix.join(posix.dirname(file), specifier as string).replace(/\.js$/, '.ts'),
        withSubRooms,
      );
      if (from !== to) imports.push({ file, from, to });
    }
  }
  return imports;
}

function roomOf(file: string, withSubRooms: ReadonlySet<string | undefined>): string {
  const [, room, subRoom, inside] = file.split('/') as [string, string, string?, string?];
  if (subRoom === undefined) return room === 'errors.ts' ? room : 'index.ts';
  return inside !== undefined && withSubRooms.has(room) ? `${room}/${subRoom}` : room;
}
