import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { type RunnerPromise, runners } from '../../consumers/runners.js';

const root = new URL('../../../', import.meta.url);
const promises: [string, RunnerPromise][] = Object.entries(runners);
const titleOf = ([runner, { title, versions }]: [string, RunnerPromise]): string =>
  title ?? `${runner} ${versions.join(', ')}`;

/** The cells of the table of docs/runners.md. */
async function table(): Promise<string[][]> {
  const page = await readFile(new URL('docs/runners.md', root), 'utf8');
  const [, rows = ''] = /^\| runner \|.*\n\| ---.*\n((?:\|.*\n)+)/m.exec(page) ?? [];
  return rows
    .trim()
    .split('\n')
    .map((row) => row.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));
}

/** The versions of a runner that consumers have, and their modules: `runner: 'vitest@4'`, or `describeRunner('mocha', '12', …)`. */
async function inConsumers(runner: string): Promise<Map<string, Set<string>>> {
  const folder = new URL('test/consumers/', root);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.test.ts'));
  const named = new RegExp(`'${runner}(?:@|', ')([\\d.]+)'`, 'i');
  const found = new Map<string, Set<string>>();
  for (const file of files) {
    const text = await readFile(new URL(file, folder), 'utf8');
    const version = named.exec(text)?.[1]?.replace(/^(\d+\.\d+)\.0$/, '$1');
    if (version === undefined) continue;
    const modules = found.get(version) ?? new Set();
    found.set(version, modules.add(text.includes('isCommonJs: true') ? 'CommonJS' : 'ES modules'));
    // describeRunner also runs a CommonJS file there.
    if (runner === 'mocha') modules.add('CommonJS');
  }
  return found;
}

/** Writes the modules of each version, once if all have the same. */
function modulesText(found: ReadonlyMap<string, ReadonlySet<string>>, versions: readonly string[]): string {
  const ofVersion = versions.map((version) => [...(found.get(version) ?? [])].sort().join(', '));
  if (new Set(ofVersion).size === 1) return ofVersion[0] as string;
  return versions.map((version, index) => `${version}: ${ofVersion[index]}`).join('; ');
}

it('the table has a row for each runner of the consumers', async () => {
  expect((await table()).map(([title]) => title)).toEqual(promises.map(titleOf));
});

it.each(promises)('the table says of %s what the consumers show', async (runner, promised) => {
  const [, modules, , timeLeft, missingAwait] =
    (await table()).find(([title]) => title === titleOf([runner, promised])) ?? [];
  expect(timeLeft?.split(/[,;]/, 1)).toEqual([promised.timeLeft]);
  expect(missingAwait?.split(/[,;]/, 1)).toEqual([promised.missingAwait]);
  expect(modules).toBe(promised.modules);
  const found = await inConsumers(runner.split(' ', 1)[0] as string);
  expect([...found.keys()].sort()).toEqual([...promised.versions].sort());
  expect(modulesText(found, promised.versions)).toBe(promised.modules);
});
