import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { init, parse } from 'es-module-lexer';
import { expect, inject, test } from 'vitest';

await init;

const root = (): string => join(inject('scratchProject'), 'node_modules/crosscheck');

async function entryFiles(): Promise<Map<string, string>> {
  const { exports } = JSON.parse(await readFile(join(root(), 'package.json'), 'utf8'));
  return new Map(
    Object.entries<{ default: string }>(exports)
      .filter(([name]) => name !== './package.json')
      .map(([name, target]) => [name, join(root(), target.default)]),
  );
}

/** The packages that loading a file loads at once, without those that it loads when they are needed. */
async function loadedPackages(file: string, seen = new Set<string>()): Promise<string[]> {
  if (seen.has(file)) return [];
  seen.add(file);
  const [imports] = parse(await readFile(file, 'utf8'));
  const atOnce = imports.flatMap((found) =>
    found.type === 'static' || found.type === 'reexport-star' ? [found.specifier] : [],
  );
  const loaded = await Promise.all(
    atOnce.map((path) => (path.startsWith('.') ? loadedPackages(join(file, '..', path), seen) : [path])),
  );
  return [...new Set(loaded.flat().filter((path) => !path.startsWith('node:')))].sort();
}

test.each([
  ['.', []],
  ['./vitest', ['vitest']],
  ['./vitest/local-setup', []],
  ['./matchers', []],
])('%s loads at once only %j', async (entry, packages) => {
  expect(await loadedPackages((await entryFiles()).get(entry) as string)).toEqual(packages);
});

test.each([
  ['./contract', []],
  ['./arbitraries', ['ox/AbiFunction', 'ox/AbiParameters']],
])('%s loads no Vitest, undici or EVM, and of ABI encoding %j', async (entry, encoders) => {
  const loaded = await loadedPackages((await entryFiles()).get(entry) as string);
  expect(loaded.filter((name) => /vitest|undici|ox\/Abi|merkletreejs/.test(name))).toEqual(encoders);
});

test('./report needs no fast-check, which is optional', async () => {
  expect(await loadedPackages((await entryFiles()).get('./report') as string)).not.toContain('fast-check');
});

test('every entry exports what it says', async () => {
  const exported: Record<string, string[]> = {};
  for (const [name, file] of await entryFiles()) {
    if (name === './vitest') continue; // It registers itself, which only works inside Vitest's own copy.
    exported[name] = Object.keys(await import(/* @vite-ignore */ pathToFileURL(file).href)).sort();
  }
  expect(exported).toMatchSnapshot();
});
