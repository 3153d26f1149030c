import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNpmProject } from '../support/npm-project.js';
import { packPackage } from '../support/pack-package.js';
import { delaysMs, latencyFixture, type PendingAnswer, wrongOutcomes } from './latency-fixture.js';
import { behindLatency } from './run-behind-latency.js';

const run = promisify(execFile);
let folder: string;
let project: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crosscheck-jest-'));
  project = join(folder, 'project');
  const packages = [await packPackage(folder), 'jest@30', '@jest/globals@30', 'expect@30', 'fast-check@4'];
  await createNpmProject(project, { name: 'jest', private: true, type: 'module' }, packages);
  await writeFile(join(project, 'latency.test.mjs'), latencyFixture('jest'));
}, 280_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const matrix = delaysMs.flatMap((delayMs) =>
  ([200, 404] as const).map((answer): [number, PendingAnswer] => [delayMs, answer]),
);

test.for(matrix)('in Jest, behind %i ms, and an answer %i', async ([delayMs, answer]) => {
  const report = join(project, 'report.json');
  const modules = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--transform', '{}'];
  const args = [...modules, '--testMatch', '**/*.test.mjs', '--json', `--outputFile=${report}`];
  const output = await behindLatency(answer, { delayMs, jitterMs: delayMs / 2 }, async (url) => {
    const env = {
      ...process.env,
      NO_COLOR: '1',
      VITEST: undefined,
      NODE_OPTIONS: undefined,
      LATENCY_URL: url,
    };
    const { stderr } = await run(process.execPath, args, { cwd: project, env }).catch((failed) => failed);
    return stderr as string;
  });
  const { testResults } = JSON.parse(await readFile(report, 'utf8').catch(() => '{"testResults":[]}'));
  const tests = Object.fromEntries(
    testResults.flatMap(({ assertionResults }: { assertionResults: { title: string }[] }) =>
      assertionResults.map((one) => [one.title, one]),
    ),
  );
  expect(wrongOutcomes('jest', tests), output).toEqual([]);
  await rm(report, { force: true });
});
