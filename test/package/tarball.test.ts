import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';

const run = promisify(execFile);

async function files(): Promise<string[]> {
  const { stdout } = await run('tar', ['-tzf', inject('tarball')]);
  return stdout
    .trim()
    .split('\n')
    .map((path) => path.replace('package/', ''));
}

test('holds the compiled entries and what a package says of itself, nothing else', async () => {
  const others = (await files()).filter((path) => !/^dist\/.+\.(?:js|d\.ts)$/.test(path));
  expect(others.sort()).toEqual(['LICENSE', 'README.md', 'package.json']);
});

test('keeps every room of the map, and no test or source', async () => {
  const rooms = new Set((await files()).flatMap((path) => /^dist\/([^/]+)\//.exec(path)?.[1] ?? []));
  expect([...rooms].sort()).toEqual([
    'arbitraries',
    'checks',
    'chunks',
    'cli',
    'contract',
    'deployment',
    'errors',
    'fuzz',
    'http',
    'inclusion',
    'internal',
    'local',
    'matchers',
    'report',
    'vitest',
  ]);
});

test('has no declarations that no entry leads to', async () => {
  expect((await files()).filter((path) => /^dist\/(?:cli|local\/server)\/.+\.d\.ts$/.test(path))).toEqual([]);
});

test('is smaller than 300 kB', async () => {
  expect((await stat(inject('tarball'))).size).toBeLessThan(300_000);
});
