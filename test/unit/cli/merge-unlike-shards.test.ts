import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ended, found, reportText, started, tick } from '../report/events.js';
import { cliRun } from './cli-run.js';

let folder: string;
const at = (name: string): string => join(folder, name);
const shardOf = (index: number, changes: Parameters<typeof started>[0] = {}) =>
  reportText([started({ shard: { index, count: 2 }, ...changes }), tick(), found(), ended()]);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crosscheck-merge-'));
  await writeFile(at('first.ndjson'), shardOf(0));
});
afterAll(() => rm(folder, { recursive: true }));

const production = {
  name: 'production',
  simulatorUrl: 'https://production.example.org/',
  observerUrl: 'https://production.example.org/',
};

test.each([
  ['phases', { phases: ['smoke', 'valid'] }],
  ['checks', { checks: ['server-error', 'schema'] }],
  ['deployment', { deployment: production }],
  ['seed', { seed: 8 }],
  ['version', { version: '0.2.0' }],
])('crosscheck report merge rejects shards with another %s, and names it', async (name, changes) => {
  await writeFile(at('second.ndjson'), shardOf(1, changes as Parameters<typeof started>[0]));
  const args = ['report', 'merge', at('first.ndjson'), at('second.ndjson')];
  const { exitCode, stdout, stderr } = await cliRun(args);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain(name);
});
