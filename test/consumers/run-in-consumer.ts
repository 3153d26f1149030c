import { execFile } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readPlaywrightReport } from '../support/playwright-report.js';
import type { InstalledConsumer } from './consumer.js';

const run = promisify(execFile);
const tests = fileURLToPath(new URL('..', import.meta.url));

/** How a test of a fixture ended, and its failure, if it failed. */
export interface Outcome {
  readonly passed: boolean;
  readonly failure: string;
}

/** What came of a run of the fixtures. */
export interface RunnerReport {
  readonly outcomes: ReadonlyMap<string, Outcome>;
  /** What was printed of errors that no test heard of; empty when there were none. */
  readonly unhandled: string;
}

/** How a command ended. */
export interface Output {
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** Copies the fixtures into a consumer, laid out as they are here. */
export async function copyFixtures({ directory }: InstalledConsumer): Promise<void> {
  for (const path of ['consumers/fixtures', 'support/scripted-observer.ts', 'types']) {
    await cp(join(tests, path), join(directory, 'test', path), { recursive: true });
  }
}

/** Runs the fixtures with a consumer's Vitest. */
export function runVitest(consumer: InstalledConsumer): Promise<RunnerReport> {
  const root = ['--root', 'test/consumers/fixtures/vitest'];
  const reporters = ['--reporter=json', '--reporter=default'];
  return reportOf(consumer, ['node_modules/vitest/vitest.mjs', 'run', ...root, ...reporters]);
}

/** Runs the fixtures with a consumer's Jest: ES modules, or, in a CommonJS project, those that need no flags. */
export function runJest(consumer: InstalledConsumer): Promise<RunnerReport> {
  const { isCommonJs } = consumer.consumer;
  const config = `test/consumers/fixtures/${isCommonJs ? 'jest-commonjs/jest.config.js' : 'jest/jest.config.mjs'}`;
  return runJestProject(consumer, config, isCommonJs ? [] : ['--experimental-vm-modules']);
}

/** Runs the tests of a configuration with a consumer's Jest. */
export function runJestProject(
  consumer: InstalledConsumer,
  config: string,
  flags: readonly string[] = [],
): Promise<RunnerReport> {
  return reportOf(consumer, [...flags, 'node_modules/jest/bin/jest.js', '--config', config, '--json']);
}

/** Runs the fixtures with a consumer's Playwright Test. */
export async function runPlaywright(
  consumer: InstalledConsumer,
  { env: variables = {}, grep }: { env?: Record<string, string>; grep?: string } = {},
): Promise<RunnerReport> {
  const report = join(consumer.directory, 'report.json');
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=json'];
  const config = ['--config', 'test/consumers/fixtures/playwright/playwright.config.ts'];
  const only = grep === undefined ? [] : ['--grep', grep];
  const env = { ...consumer.env, ...variables, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const { stderr } = await output({ ...consumer, env }, 'node', [...args, ...config, ...only]);
  const { outcomes, errors } = await readPlaywrightReport(report).catch(() => {
    throw new Error(`${consumer.versions.runner} wrote no report: ${stderr}`);
  });
  const joined = [...outcomes].map(([name, { passed, failures }]): [string, Outcome] => [
    name,
    { passed, failure: failures.join('\n') },
  ]);
  return { outcomes: new Map(joined), unhandled: errors.join('\n') };
}

/** Runs a command of a consumer with its own Node. */
export async function output(
  { directory, env }: InstalledConsumer,
  command: string,
  args: readonly string[],
): Promise<Output> {
  try {
    const options = { cwd: directory, env, maxBuffer: 2 ** 26 };
    return { ok: true, ...(await run(command, [...args], options)) };
  } catch (error) {
    return { ...(error as Output), ok: false };
  }
}

interface JsonReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[] | null;
    }[];
  }[];
}

/** Fixtures fail on purpose: how the run ended says nothing, its report does. */
async function reportOf(consumer: InstalledConsumer, args: readonly string[]): Promise<RunnerReport> {
  const report = join(consumer.directory, 'report.json');
  const { stdout, stderr } = await output(consumer, 'node', [...args, `--outputFile=${report}`]);
  const [unhandled = ''] = /Unhandled (?:Errors|Rejection)[\s\S]*/.exec(stdout + stderr) ?? [];
  const text = await readFile(report, 'utf8').catch(() => {
    throw new Error(`${consumer.versions.runner} wrote no report: ${stderr}`);
  });
  const { testResults } = JSON.parse(text) as JsonReport;
  const outcomes = new Map(
    testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .map(({ fullName, status, failureMessages }) => [
        fullName,
        { passed: status === 'passed', failure: (failureMessages ?? []).join('\n') },
      ]),
  );
  return { outcomes, unhandled };
}
