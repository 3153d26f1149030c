import { readdir, readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);

it('imports only from rooms above in the map of src, types included', async () => {
  const order = await roomsOfMap();
  const imports = (await relativeImports())
    .map(({ file, imported }) => ({ file, from: roomOf(file), to: roomOf(imported) }))
    .filter(({ from, to }) => from !== to);

  expect(new Set(imports.flatMap(({ from, to }) => [from, to]))).toEqual(new Set(order));
  expect(imports.filter(({ from, to }) => order.indexOf(to) > order.indexOf(from))).toEqual([]);
});

it('has no import cycles between files, types included', async () => {
  const importsOf = new Map<string, string[]>();
  for (const { file, imported } of await relativeImports())
    importsOf.set(file, [...(importsOf.get(file) ?? []), imported]);
  const reachable = new Map([...importsOf.keys()].map((file) => [file, reachableFrom(file, importsOf)]));
  const cycles = [...reachable]
    .filter(([file, reached]) => reached.has(file))
    .map(([file, reached]) => [...reached].filter((other) => reachable.get(other)?.has(file)).sort());

  expect(reachable.size).toBeGreaterThan(100);
  expect([...new Set(cycles.map((files) => files.join(' ')))]).toEqual([]);
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

/** Returns the imports of files of src from others of them. */
async function relativeImports(): Promise<{ file: string; imported: string }[]> {
  const paths = await readdir(new URL('src/', root), { recursive: true });
  const files = paths
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => posix.join('src', path.replaceAll('\\', '/')));
  const fileOf = new Map(files.map((file) => [file.replace(/\.tsx?$/, '.js'), file]));
  const imports = [];
  for (const file of files) {
    const text = await readFile(new URL(file, root), 'utf8');
    for (const [, specifier] of text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'(\.[^']+)'/g)) {
      const path = posix.join(posix.dirname(file), specifier as string);
      imports.push({ file, imported: fileOf.get(path) ?? path });
    }
  }
  return imports;
}

/** Returns every file that a file imports, directly or not. */
function reachableFrom(file: string, importsOf: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>();
  const next = [...(importsOf.get(file) ?? [])];
  for (let imported = next.pop(); imported !== undefined; imported = next.pop()) {
    if (reached.has(imported)) continue;
    reached.add(imported);
    next.push(...(importsOf.get(imported) ?? []));
  }
  return reached;
}

/** Returns the room of a file, or its sub-room: a folder in a room. The files of src itself are entries, except errors.ts. */
function roomOf(file: string): string {
  const [, room, subRoom, inside] = file.split('/') as [string, string, string?, string?];
  if (subRoom === undefined) return room === 'errors.ts' ? room : 'index.ts';
  return inside === undefined ? room : `${room}/${subRoom}`;
}
