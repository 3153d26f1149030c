import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { type RunnerPromise, runners } from '../../consumers/runners.js';

const root = new URL('../../../', import.meta.url);
const promises: [string, RunnerPromise][] = Object.entries(runners);

/** The cells of the table of docs/runners.md: each row by its runner, without the versions. */
async function table(): Promise<Map<string, string[]>> {
  const page = await readFile(new URL('docs/runners.md', root), 'utf8');
  const [, rows = ''] = /^\| runner \|.*\n\| ---.*\n((?:\|.*\n)+)/m.exec(page) ?? [];
  const cells = rows
    .trim()
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim()));
  return new Map(
    cells.map(([, runner = '', ...others]) => [runner.split(' ', 1)[0] as string, [runner, ...others]]),
  );
}

/** The versions of a runner that consumers have: `runner: 'vitest@4'`, or `describeRunner('mocha', '12', …)`. */
async function versionsInConsumers(runner: string): Promise<Set<string>> {
  const folder = new URL('test/consumers/', root);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.test.ts'));
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')));
  const named = new RegExp(`'${runner}(?:@|', ')([\\d.]+)'`, 'gi');
  return new Set(texts.flatMap((text) => Array.from(text.matchAll(named), ([, version = '']) => version)));
}

it.each(promises)('the table says of %s what the consumers show', async (runner, promised) => {
  const [name, , timeLeft, forgottenAwait] = (await table()).get(runner) ?? [];
  expect(name).toBe(promised.title ?? `${runner} ${promised.versions.join(', ')}`);
  expect(timeLeft?.split(/[,;]/, 1)).toEqual([promised.timeLeft]);
  expect(forgottenAwait?.split(/[,;]/, 1)).toEqual([promised.forgottenAwait]);
  const tested = [...(await versionsInConsumers(runner))].map((version) =>
    version.replace(/^(\d+\.\d+)\.0$/, '$1'),
  );
  expect(tested.sort()).toEqual([...promised.versions].sort());
});
