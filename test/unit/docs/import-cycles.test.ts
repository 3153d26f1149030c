import { readdir, readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);

/** Cycles of types that are still to be cut. */
const known = [
  'src/contract/conventions.ts src/contract/formats.ts src/contract/simulation-request.ts',
  'src/local/local-control.ts src/local/source-chain/epochs.ts src/local/source-chain/operation-ledger.ts',
];

it('no files of src import each other in a circle, types included', async () => {
  const cycles = cyclesIn(await importsOfFiles());
  expect(cycles.filter((cycle) => !known.includes(cycle))).toEqual([]);
});

it('a cycle is found, with the files in it alone', () => {
  const imports = { a: ['b'], b: ['c', 'd'], c: ['a'], d: ['e'], e: [] };
  expect(cyclesIn(new Map(Object.entries(imports)))).toEqual(['a b c']);
});

/** Returns the groups of files that reach each other, each as one text. */
function cyclesIn(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const reached = new Map([...imports.keys()].map((file) => [file, reachableFrom(file, imports)]));
  const groups = [...imports.keys()]
    .filter((file) => reached.get(file)?.has(file))
    .map((file) =>
      [...imports.keys()].filter((to) => reached.get(file)?.has(to) && reached.get(to)?.has(file)),
    );
  return [...new Set(groups.map((group) => group.sort().join(' ')))];
}

function reachableFrom(file: string, imports: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>();
  const visit = (from: string): void => {
    for (const to of imports.get(from) ?? []) {
      if (reached.has(to)) continue;
      reached.add(to);
      visit(to);
    }
  };
  visit(file);
  return reached;
}

/** Returns the files of src that each file imports. */
async function importsOfFiles(): Promise<Map<string, string[]>> {
  const paths = await readdir(new URL('src/', root), { recursive: true });
  const files = paths
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => posix.join('src', path.replaceAll('\\', '/')));
  const imports = new Map<string, string[]>();
  for (const file of files) {
    const text = await readFile(new URL(file, root), 'utf8');
    const specifiers = [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, to]) => `${to}`);
    const targets = specifiers.map((to) => posix.join(posix.dirname(file), to).replace(/\.js$/, '.ts'));
    imports.set(
      file,
      targets.flatMap((to) => files.find((one) => one === to || one === `${to}x`) ?? []),
    );
  }
  return imports;
}
