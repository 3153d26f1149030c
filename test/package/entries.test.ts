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
      .filter(([name]) => !name.endsWith('.json'))
      .map(([name, target]) => [name, join(root(), target.default)]),
  );
}

/** What loading a file loads at once, packages and files of this one, without what it loads when it is needed. */
async function loadedWith(file: string, seen = new Set<string>()): Promise<Set<string>> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const [imports] = parse(await readFile(file, 'utf8'));
  for (const { type, specifier } of imports) {
    if (type !== 'static' && type !== 'reexport-star') continue;
    if (specifier.startsWith('.')) await loadedWith(join(file, '..', specifier), seen);
    else if (!specifier.startsWith('node:')) seen.add(specifier);
  }
  return seen;
}

async function loadedPackages(entry: string): Promise<string[]> {
  return packagesLoadedWith((await entryFiles()).get(entry) as string);
}

async function packagesLoadedWith(file: string): Promise<string[]> {
  return [...(await loadedWith(file))].filter((loaded) => !loaded.startsWith(root())).sort();
}

test.each([
  ['.', ['undici/index.js']],
  ['./vitest', ['undici/index.js']],
  ['./vitest/local-setup', []],
  ['./matchers', ['undici/index.js']],
  ['./assert', ['undici/index.js']],
  ['./chai', ['undici/index.js']],
  ['./mocha', []],
])('%s loads at once, of what takes long to load, only %j', async (entry, packages) => {
  const loaded = await loadedPackages(entry);
  expect(loaded.filter((name) => /vitest|undici|ethereumjs|merkletreejs|fast-check/.test(name))).toEqual(
    packages,
  );
});

test.each([
  ['./contract', []],
  ['./arbitraries', ['ox/AbiFunction', 'ox/AbiParameters']],
])('%s loads no Vitest, undici or EVM, and of ABI encoding %j', async (entry, encoders) => {
  const loaded = await loadedPackages(entry);
  expect(loaded.filter((name) => /vitest|undici|ox\/Abi|merkletreejs/.test(name))).toEqual(encoders);
});

test('the types of every entry that can be required are found without exports too', async () => {
  const { exports, typesVersions } = JSON.parse(await readFile(join(root(), 'package.json'), 'utf8'));
  const required = Object.entries<{ require?: { types: string } }>(exports).flatMap(([name, { require }]) =>
    name === '.' || require === undefined ? [] : [[name.slice(2), [require.types]]],
  );
  expect(required.length).toBeGreaterThan(10);
  expect(typesVersions).toEqual({ '*': Object.fromEntries(required) });
});

test('the command line loads only commander before it knows the command', async () => {
  expect(await packagesLoadedWith(join(root(), 'dist/cli/crosscheck.js'))).toEqual(['commander']);
});

test.each(['.', './vitest', './matchers', './assert', './chai', './mocha', './config'])(
  '%s loads no checks at once',
  async (entry) => {
    const loaded = await loadedWith((await entryFiles()).get(entry) as string);
    const files = [...loaded].filter((file) => file.startsWith(root()));
    expect(files.length).toBeGreaterThan(1);
    for (const file of files)
      expect(await readFile(file, 'utf8')).not.toMatch(/#region src\/(?:case|checks)\//);
  },
);

test('./report needs no fast-check, which is optional', async () => {
  expect(await loadedPackages('./report')).not.toContain('fast-check');
});

/** The declarations of a file and of all that they import, including `import('…')` in inferred types. */
async function declarationsOf(file: string, seen = new Map<string, string>()): Promise<Map<string, string>> {
  if (seen.has(file)) return seen;
  const text = await readFile(file, 'utf8');
  seen.set(file, text);
  for (const [, path = ''] of text.matchAll(/(?:from|import\()\s*['"](\.[^'"]+)['"]/g))
    await declarationsOf(join(file, '..', path.replace(/\.js$/, '.d.ts')), seen);
  return seen;
}

test('only the declarations of ./arbitraries and ./fuzz need fast-check, which is optional', async () => {
  const needing: string[] = [];
  for (const [name, file] of await entryFiles()) {
    const declarations = await declarationsOf(file.replace(/\.js$/, '.d.ts'));
    if ([...declarations.values()].some((text) => /['"]fast-check['"]/.test(text))) needing.push(name);
  }
  expect(needing).toEqual(['./arbitraries', './fuzz']);
});

test('every entry exports the names that docs/stability.md lists', async () => {
  const exported: Record<string, string[]> = {};
  for (const [name, file] of await entryFiles()) exported[name] = await exportsOf(file);
  const page = await readFile(join(root(), 'docs/stability.md'), 'utf8');
  const rows = page.matchAll(/^\| `crosscheck(\/\S+|)` \| (.+) \|$/gm);
  const listed = Array.from(rows, ([, name = '', names = '']) => [
    `.${name}`,
    Array.from(names.matchAll(/`(\w+)`/g), ([, exported]) => exported),
  ]);
  expect(exported).toEqual(Object.fromEntries(listed));
});

async function exportsOf(file: string): Promise<string[]> {
  const [, exports] = parse(await readFile(file, 'utf8'));
  return exports.flatMap((one) => ('name' in one ? one.name : [])).sort();
}

test('errors have the names by which they are exported', async () => {
  const entry = await import(/* @vite-ignore */ pathToFileURL((await entryFiles()).get('.') as string).href);
  const made = Object.entries(entry).flatMap(([name, value]) =>
    /^[A-Z].*Error$/.test(name) && typeof value === 'function' ? [[name, String(value)] as const] : [],
  );
  expect(made.length).toBeGreaterThan(10);
  const isAbstract = /^(?:Crosscheck|Http|Inclusion)Error$/;
  expect(
    made.filter(
      ([name, code]) =>
        // The bundler may rename the function.
        !isAbstract.test(name) && !new RegExp(`name = named[$\\d]*\\(this, .${name}.\\)`).test(code),
    ),
  ).toEqual([]);
});
