import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const tests = fileURLToPath(new URL('..', import.meta.url));

/** A project of its own in which the packed package is installed beside a test runner. */
export interface RunnerProject {
  /** `vitest 4`, `jest 30`. */
  readonly name: string;
  readonly directory: string;
  /** The Node that runs it. */
  readonly node: string;
}

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

/** Installs packages in a new project, and puts the fixtures there. */
export async function installRunner(
  name: string,
  directory: string,
  packages: readonly string[],
): Promise<RunnerProject> {
  await mkdir(directory, { recursive: true });
  const manifest = { name: 'runner', private: true, type: 'module' };
  await writeFile(join(directory, 'package.json'), JSON.stringify(manifest));
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages], {
    cwd: directory,
  });
  return { name, directory, node: process.execPath };
}

/** Copies the fixtures into a project, laid out as they are here. */
export async function copyFixtures({ directory }: RunnerProject): Promise<void> {
  const fixtures = ['runners/vitest', 'runners/jest', 'runners/types', 'support/scripted-observer.ts'];
  for (const path of fixtures) {
    await cp(join(tests, path), join(directory, 'test', path), { recursive: true });
  }
}

/** Runs the fixtures with a project's Vitest. */
export async function runVitest(project: RunnerProject): Promise<RunnerReport> {
  const root = ['--root', 'test/runners/vitest'];
  return reportOf(project, [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...root,
    '--reporter=json',
    '--reporter=default',
  ]);
}

/** Runs the fixtures with a project's Jest. */
export async function runJest(project: RunnerProject): Promise<RunnerReport> {
  const files = ['--rootDir', 'test/runners/jest', '--testMatch', '**/*.test.mjs', '--transform', '{}'];
  const modules = '--experimental-vm-modules';
  return reportOf(project, [modules, 'node_modules/jest/bin/jest.js', ...files, '--json']);
}

/**
 * Compiles a fixture with the project's libraries checked as well; gives what the compiler says, apart from what it
 * says of the runner: Vitest 3.2 and the types of chai contradict each other.
 */
export async function compile(project: RunnerProject, fixture: string): Promise<string[]> {
  const options = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--module', 'nodenext'];
  const target = ['--target', 'es2023', '--types', 'node', `test/runners/types/${fixture}`];
  const { stdout } = await output(project, ['node_modules/typescript/bin/tsc', ...options, ...target]);
  return stdout.split('\n').filter((line) => line !== '' && !/^node_modules\/(?:vitest|@types)\//.test(line));
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

async function reportOf(project: RunnerProject, args: readonly string[]): Promise<RunnerReport> {
  const report = join(project.directory, 'report.json');
  const { stdout, stderr } = await output(project, [...args, `--outputFile=${report}`]);
  const [unhandled = ''] = /Unhandled (?:Errors|Rejection)[\s\S]*/.exec(stdout + stderr) ?? [];
  const text = await readFile(report, 'utf8').catch(() => {
    throw new Error(`${project.name} wrote no report: ${stderr}`);
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

/** Runs a script of the project; one that ends badly is no failure here, since fixtures fail on purpose. */
async function output(
  { directory, node }: RunnerProject,
  args: readonly string[],
): Promise<{ stdout: string; stderr: string }> {
  const env = { ...process.env, NO_COLOR: '1', VITEST: undefined, NODE_OPTIONS: undefined };
  const options = { cwd: directory, env, maxBuffer: 2 ** 26 };
  return run(node, [...args], options).catch((error: { stdout: string; stderr: string }) => error);
}
