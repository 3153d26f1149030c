import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNpmProject } from '../support/npm-project.js';
import { packPackage } from '../support/pack-package.js';
import { readPlaywrightReport } from '../support/playwright-report.js';
import { latencyFixture, wrongOutcomes } from './latency-fixture.js';
import { behindLatency } from './run-behind-latency.js';

const run = promisify(execFile);
let folder: string;
let project: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crosscheck-playwright-'));
  project = join(folder, 'project');
  const packages = [await packPackage(folder), '@playwright/test@1', 'fast-check@4'];
  await createNpmProject(project, { name: 'playwright', private: true, type: 'module' }, packages);
  // The default timeout of Vitest and Jest.
  const config =
    "export default { timeout: 5_000, testMatch: '*.spec.mjs', fullyParallel: true, workers: 2 };";
  await writeFile(join(project, 'playwright.config.mjs'), config);
  await writeFile(join(project, 'latency.spec.mjs'), latencyFixture('playwright'));
}, 280_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

test('in Playwright Test, behind 200 ms', async () => {
  const report = join(project, 'report.json');
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=json'];
  const output = await behindLatency(200, { delayMs: 200, jitterMs: 100 }, async (url) => {
    const env = { ...process.env, NO_COLOR: '1', LATENCY_URL: url, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
    const { stdout, stderr } = await run(process.execPath, args, { cwd: project, env }).catch(
      (failed) => failed,
    );
    return `${stdout}${stderr}`;
  });
  const { outcomes } = await readPlaywrightReport(report);
  const tests = Object.fromEntries(
    Array.from(outcomes, ([name, { passed, failures }]) => [
      name,
      { status: passed ? 'passed' : 'failed', failureMessages: failures },
    ]),
  );
  expect(wrongOutcomes('playwright', tests), output).toEqual([]);
});
