import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';

const run = promisify(execFile);
const inPackage = (path: string): string => join(inject('scratchProject'), 'node_modules/crosscheck', path);

async function files(): Promise<string[]> {
  const { stdout } = await run('tar', ['-tzf', inject('tarball')]);
  return stdout
    .trim()
    .split('\n')
    .map((path) => path.replace('package/', ''));
}

/** The files that the manifest names: commands, entries and their types, as ES modules and as CommonJS. */
async function namedFiles(): Promise<string[]> {
  const { bin, main, types, exports } = JSON.parse(await readFile(inPackage('package.json'), 'utf8'));
  const pathsIn = (value: unknown): string[] =>
    typeof value === 'object' && value !== null ? Object.values(value).flatMap(pathsIn) : [String(value)];
  return pathsIn([bin, main, types, exports])
    .filter((path) => /\.c?[jt]s$/.test(path))
    .map((path) => join(path));
}

/** Those files and all that they lead to, at once or when it is needed. */
async function reachedFiles(): Promise<Set<string>> {
  const reached = new Set(await namedFiles());
  for (const path of reached) {
    const text = await readFile(inPackage(path), 'utf8');
    const [ending = ''] = /(?:\.d)?\.c?[jt]s$/.exec(path) ?? [];
    const imports = text.matchAll(/(?:from|import|require) ?\(?[`'"](\.[^`'"]+)\.c?js[`'"]/g);
    for (const [, imported = ''] of imports) reached.add(`${join(path, '..', imported)}${ending}`);
  }
  return reached;
}

test('holds the compiled entries, their sources, the docs and the examples, nothing else', async () => {
  const others = (await files()).filter((path) => !/^(?:dist|docs|examples|src)\//.test(path));
  expect(others.sort()).toEqual([
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'LICENSE',
    'README.md',
    'SECURITY.md',
    'config.schema.json',
    'package.json',
  ]);
});

test('holds everything that its pages link to', async () => {
  const packed = await files();
  const pages = packed.filter((path) => path.endsWith('.md'));
  expect(pages).toContain('docs/README.md');
  const broken: string[] = [];
  for (const page of pages) {
    const text = (await readFile(inPackage(page), 'utf8')).replace(/^```.*?^```/gms, '');
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)) {
      if (/^https?:/.test(target)) continue;
      const path = join(page, '..', target);
      const isThere = packed.some((one) => one === path || one.startsWith(join(path, '/')));
      if (!isThere) broken.push(`${page}: ${target}`);
    }
  }
  expect(broken).toEqual([]);
});

test('has what the manifest names and all that it leads to, and no script that nothing leads to', async () => {
  const packed = await files();
  const reached = await reachedFiles();
  expect([...reached].filter((path) => !packed.includes(path))).toEqual([]);
  const scripts = packed.filter((path) => /^dist\/(?!assets\/).*\.(?:c?js|d\.cts)$/.test(path));
  expect(scripts.filter((path) => !reached.has(path))).toEqual([]);
});

test('has a map for every ES module and its declarations, which leads to sources that are there', async () => {
  const packed = await files();
  const compiled = packed.filter((path) => /^dist\/(?!assets\/).*\.(?:js|d\.ts)$/.test(path));
  expect(compiled.length).toBeGreaterThan(100);
  const missing: string[] = [];
  for (const path of compiled) {
    const text = await readFile(inPackage(path), 'utf8');
    // What only exports again what is in other files has nothing to map.
    if (text.replace(/^(?:import|export)\s*(?:\*|\{)[^;]*;$/gm, '').trim() === '') continue;
    const map = JSON.parse(await readFile(inPackage(`${path}.map`), 'utf8'));
    for (const source of map.sources) {
      const original = join(path, '..', source);
      if (!packed.includes(original)) missing.push(`${path}: ${original}`);
    }
  }
  expect(missing).toEqual([]);
});

test('keeps the docstrings of its exports whole, with their examples', async () => {
  const declarations = await readFile(inPackage('dist/configuration/config.d.ts'), 'utf8');
  expect(declarations).toContain('@example');
});
