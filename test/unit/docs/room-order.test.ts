import { readdir, readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);

/** Files of one room whose types refer to each other. Resolve them; add none. */
const knownCycles = [
  'src/client/evidence.ts src/client/exchange.ts src/client/http-errors.ts src/client/transport.ts',
  'src/contract/conventions.ts src/contract/simulation-request.ts',
  'src/deployment/deployment.ts src/deployment/test-context.ts',
  'src/local/local-control.ts src/local/source-chain/epochs.ts src/local/source-chain/operation-ledger.ts',
  'src/matchers/inclusion-matchers.ts src/matchers/record-matchers.ts',
  'src/polling/wait-message.ts src/polling/wait.ts',
];

it('imports only from rooms above in the map of src, types included', async () => {
  const order = await roomsOfMap();
  const imports = (await relativeImports())
    .map(({ file, imported }) => ({ file, from: roomOf(file), to: roomOf(imported) }))
    .filter(({ from, to }) => from !== to);

  expect(new Set(imports.flatMap(({ from, to }) => [from, to]))).toEqual(new Set(order));
  expect(imports.filter(({ from, to }) => order.indexOf(to) > order.indexOf(from))).toEqual([]);
});

it('has no import cycles between files, types included, except known ones', async () => {
  const importsOf = new Map<string, string[]>();
  for (const { file, imported } of await relativeImports())
    importsOf.set(file, [...(importsOf.get(file) ?? []), imported]);
  const reachable = new Map([...importsOf.keys()].map((file) => [file, reachableFrom(file, importsOf)]));
  const cycles = [...reachable]
    .filter(([file, reached]) => reached.has(file))
    .map(([file, reached]) => [...reached].filter((other) => reachable.get(other)?.has(file)).sort());

  expect([...new Set(cycles.map((files) => files.join(' ')))].sort()).toEqual(knownCycles);
});

/** Returns the rooms in the order of CONTRIBUTING.md, lowest first. */
async function roomsOfMap(): Promise<string[]> {
  const text = await readFile(new URL('CONTRIBUTING.md', root), 'utf8');
  const map = /```\nsrc\/\n([^`]+)```/.exec(text)?.[1] ?? '';
  return [...map.matchAll(/^ {2}(\S+?)\/? /gm)].map(([, room]) => room as string);
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

/** Returns the room of a file. The files of src itself are entries, except errors.ts. */
function roomOf(file: string): string {
  const [, room, inside] = file.split('/') as [string, string, string?];
  return inside !== undefined || room === 'errors.ts' ? room : 'index.ts';
}
