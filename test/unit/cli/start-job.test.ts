import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { processContext } from '../../../src/cli/process-context.js';
import type { JobSettings, StartJob } from './cli-run.js';

const settings: JobSettings = {
  seed: 7,
  shard: { index: 0, count: 2 },
  concurrency: 4,
  ratePerSecond: 'auto',
  operationIds: [],
  report: 'report.ndjson.job-1',
};
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crosscheck-job-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Starts a script as if it were the program of this process. */
async function start(
  script: string,
  args: string[],
  onMessage: (message: unknown) => void,
): Promise<ReturnType<StartJob>> {
  const file = join(folder, 'program.mjs');
  await writeFile(file, script);
  const [, program = ''] = process.argv;
  process.argv[1] = file;
  onTestFinished(() => {
    process.argv[1] = program;
  });
  return processContext().startJob(args, settings, onMessage, 'pipe');
}

test('delivers everything that a job sent before its end', async () => {
  const messages: unknown[] = [];
  const script = `
    process.send({ args: process.argv.slice(2), job: JSON.parse(process.env.CROSSCHECK_JOB) });
    for (let at = 0; at < 200; at++) process.send({ at, text: 'x'.repeat(10_000) });
    console.error('said');
    process.send({ last: true }, () => process.exit(3));`;
  const job = await start(script, ['fuzz', '--seed', '7'], (message) => messages.push(message));
  expect(await job.ended).toEqual({ exitCode: 3, stderr: 'said\n' });
  expect(messages).toHaveLength(202);
  expect(messages[0]).toEqual({ args: ['fuzz', '--seed', '7'], job: settings });
  expect(messages.at(-1)).toEqual({ last: true });
});

test('asks a job to stop by a signal, and has no exit code of one that is killed', async () => {
  const script = `
    process.on('SIGTERM', () => process.send('told', () => process.kill(process.pid, 'SIGKILL')));
    setInterval(() => {}, 1000);
    process.send('ready');`;
  const messages: unknown[] = [];
  let isReady = (): void => {};
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  const job = await start(script, [], (message) => {
    messages.push(message);
    isReady();
  });
  await ready;
  job.stop();
  expect(await job.ended).toEqual({ exitCode: undefined, stderr: '' });
  expect(messages).toEqual(['ready', 'told']);
});
