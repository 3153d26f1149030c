import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNpmProject } from '../support/npm-project.js';
import { packPackage } from '../support/pack-package.js';
import {
  asCommonJs,
  delaysMs,
  latencyFixture,
  type PendingAnswer,
  wrongOutcomes,
} from './latency-fixture.js';
import { behindLatency } from './run-behind-latency.js';

const run = promisify(execFile);
let folder: string;
let project: string;
let commonJsProject: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crosscheck-jest-'));
  project = join(folder, 'project');
  const packages = [await packPackage(folder), 'fast-check@4'];
  const jest30 = ['jest@30', '@jest/globals@30', 'expect@30'];
  await createNpmProject(project, { name: 'jest', private: true, type: 'module' }, [...packages, ...jest30]);
  await writeFile(join(project, 'latency.test.mjs'), latencyFixture('jest'));
  commonJsProject = join(folder, 'commonjs');
  await createNpmProject(commonJsProject, { name: 'jest-29', private: true }, [...packages, 'jest@29']);
  await writeFile(join(commonJsProject, 'latency.test.js'), asCommonJs(latencyFixture('jest')));
}, 280_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const matrix = delaysMs.flatMap((delayMs) =>
  ([200, 404] as const).map((answer): [number, PendingAnswer] => [delayMs, answer]),
);

test.for(matrix)('in Jest, behind %i ms, and an answer %i', async ([delayMs, answer]) => {
  const modules = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--transform', '{}'];
  await expectOutcomes(project, [...modules, '--testMatch', '**/*.test.mjs'], delayMs, answer);
});

test('in Jest 29 and CommonJS, behind 200 ms', async () => {
  await expectOutcomes(commonJsProject, ['node_modules/jest/bin/jest.js'], 200, 200);
});

async function expectOutcomes(
  cwd: string,
  jest: readonly string[],
  delayMs: number,
  answer: PendingAnswer,
): Promise<void> {
  const report = join(cwd, 'report.json');
  const args = [...jest, '--json', `--outputFile=${report}`];
  const output = await behindLatency(answer, { delayMs, jitterMs: delayMs / 2 }, async (url) => {
    const env = {
      ...process.env,
      NO_COLOR: '1',
      VITEST: undefined,
      NODE_OPTIONS: undefined,
      LATENCY_URL: url,
    };
    const { stderr } = await run(process.execPath, args, { cwd, env }).catch((failed) => failed);
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
}
