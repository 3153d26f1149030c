import { execFile } from 'node:child_process';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startLocalDeployment } from '../../src/local/index.js';
import { readPage } from '../documentation/read-page.js';
import type { nodeVersions } from './consumer.js';
import { installProject } from './install-consumer.js';
import type { Outcome } from './run-in-consumer.js';
import { type RunnerPromise, runners } from './runners.js';

const run = promisify(execFile);
const page = fileURLToPath(new URL('../../docs/runners.md', import.meta.url));
const fixtures = fileURLToPath(new URL('fixtures', import.meta.url));

/** A project whose runner `describeConsumer` does not know. */
interface RunnerProject {
  /** The Node that runs it, and its package manager. */
  readonly node?: (typeof nodeVersions)[number];
  readonly packageManager?: 'npm' | 'pnpm';
  /** What else is installed. */
  readonly packages?: readonly string[];
}

/** How the fixtures of a runner are run. */
interface RunnerCommand {
  /** The folder of its fixtures. */
  readonly fixtures: string;
  /** The command, and its arguments before the file. */
  readonly command: readonly string[];
  /** The flags with which it loads a setup file before the tests. */
  readonly setup: readonly string[];
  /** Reads the outcomes from its output. */
  readonly outcomes: (printed: string) => Iterable<readonly [name: string, outcome: Outcome]>;
  /** The file of types that is compiled. */
  readonly types: string;
}

/** The permissions that Deno needs for tests with a local deployment. */
export const denoPermissions = ['net', 'env', 'read', 'run'].map((name) => `--allow-${name}`);
const mochaReporter = '--reporter=./fixtures/runners/mocha-reporter.cjs';

const runnerCommands: Record<'node:test' | 'mocha' | 'Bun' | 'Deno', RunnerCommand> = {
  'node:test': {
    fixtures: 'node-test',
    command: ['node', '--test', '--test-reporter=./fixtures/runners/node-reporter.mjs'],
    setup: ['--import=./setup.js'],
    outcomes: linesOf,
    types: 'assert-types.ts',
  },
  mocha: {
    fixtures: 'mocha',
    command: ['node', 'node_modules/mocha/bin/mocha.js', '--require=crosscheck/mocha', mochaReporter],
    setup: ['--require=./setup.js'],
    outcomes: linesOf,
    types: 'chai-types.ts',
  },
  Bun: {
    fixtures: 'bun',
    command: ['node_modules/@oven/bun-linux-x64/bin/bun', 'test'],
    setup: ['--preload=./setup.js'],
    outcomes: bunOutcomes,
    types: 'assert-types.ts',
  },
  Deno: {
    fixtures: 'deno',
    command: [
      'node_modules/@deno/linux-x64-glibc/deno',
      ...['test', '--no-check', '--no-prompt', '--reporter=junit', ...denoPermissions],
    ],
    setup: ['--preload=./setup.js', '--allow-sys'],
    outcomes: junitOutcomes,
    types: 'assert-types.ts',
  },
};

const pending = /collectedInBETA, success=true/;

/** How each test of the fixtures that must fail ends, in every runner. */
const verdicts = {
  'fails when the verdict is another':
    /toSimulateSuccessfully\(\): simulation failed: execution reverted: paused/,
  'fails when the verdict is another and it is negated':
    /not\.toSimulateSuccessfully\(\): simulation succeeded/,
  'fails when a record says otherwise': /toBeIncluded\(\): the record is pending: /,
  'fails while the message is pending': /toReachInclusion\(\) timed out \(matcher timeout\): /,
};
const withoutVerdict = {
  'fails when nobody answers':
    /HttpNetworkError.*: The simulator of .+ could not be reached: connection refused/,
  'is inconclusive when a wait gets no answer':
    /InclusionUnknownError.*: .+ is inconclusive .+ answered with status 503/,
  'is inconclusive when a negated wait gets no answer':
    /InclusionUnknownError.*: .+not\.toReachInclusion\(\) is inconclusive: .+ answered with status 503/,
};

/** Declares what must work in a project with a runner that `describeConsumer` does not know. */
export function describeRunner(
  runner: keyof typeof runnerCommands,
  version: string,
  { node = '22', packageManager = 'npm', packages = [] }: RunnerProject,
): void {
  const promised: RunnerPromise = runners[runner];
  const { fixtures: folder, command, setup, outcomes: outcomesIn, types } = runnerCommands[runner];

  describe(`${runner} ${version}, Node ${node}, ${packageManager}`, () => {
    let directory: string;
    let env: NodeJS.ProcessEnv;
    let installMs: number;
    let outcomes: ReadonlyMap<string, Outcome>;

    beforeAll(async () => {
      const installed = await installProject(`${folder}-${version}`, { node, packageManager }, [
        ...packages,
        'typescript@7',
        `@types/node@${node.split('.')[0]}`,
      ]);
      ({ directory, installMs } = installed);
      env = { ...installed.env, DENO_DIR: join(directory, 'deno') };
      await cp(fixtures, join(directory, 'fixtures'), { recursive: true });
      outcomes = new Map(outcomesIn(await printedBy([...command, `fixtures/${folder}/matchers.test.mjs`])));
    }, 240_000);

    test('has the versions in its name', async ({ task }) => {
      const versionOf = async (program: string, ...args: string[]): Promise<string> =>
        (await run(program, args, { cwd: directory, env })).stdout
          .replace(/^(?:v|deno )/, '')
          .split(/\s/, 1)[0] as string;
      const ofNode = await versionOf('node', '--version');
      expect(`${ofNode}.`).toMatch(new RegExp(`^${node}\\.`));
      const [program = '', script = ''] = command;
      const ofRunner = await versionOf(program, ...(runner === 'mocha' ? [script] : []), '--version');
      expect(`${ofRunner}.`).toMatch(new RegExp(`^${version}\\.`));
      task.meta.consumer = {
        runner: `${runner} ${ofRunner}`,
        node: ofNode,
        packageManager: `${packageManager} ${await versionOf(packageManager, '--version')}`,
        fastCheck: '',
        typescript: '7',
        installMs,
      };
    });

    /** Fixtures fail on purpose: only their output says how. */
    async function printedBy([program = '', ...args]: readonly string[], variables = env): Promise<string> {
      const options = { cwd: directory, env: variables, maxBuffer: 2 ** 26 };
      const { stdout, stderr } = await run(program, args, options).catch((error: Printed) => error);
      return runner === 'Bun' ? stderr : stdout;
    }

    const fails = (name: string): string => {
      expect(outcomes.get(name)).toMatchObject({ passed: false });
      return outcomes.get(name)?.failure ?? '';
    };

    test.for([
      'passes',
      'passes when negated',
      'returns its wait',
      'is the next one',
      'asks a local deployment',
    ])('a test %s', (name) => {
      expect(outcomes.get(name)).toEqual({ passed: true, failure: '' });
    });

    test.for(Object.entries(verdicts))('a test %s', ([name, message]) => {
      const failure = fails(name);
      expect(failure).toMatch(message);
      // Bun makes an error of its own.
      if (runner !== 'Bun') expect(failure).toContain('AssertionError');
      expect(failure).not.toMatch(/(?:Inconclusive|InclusionUnknown|HttpNetwork)Error/);
    });

    test.for(Object.entries(withoutVerdict))('a test %s', ([name, message]) => {
      const failure = fails(name);
      expect(failure).toMatch(message);
      expect(failure).not.toContain('AssertionError');
    });

    test.runIf(runner === 'mocha')('a CommonJS file is followed too', async () => {
      const ended = new Map(outcomesIn(await printedBy([...command, 'fixtures/mocha/commonjs.test.cjs'])));
      expect(ended.get('passes')).toEqual({ passed: true, failure: '' });
      expect(ended.get('omits an await')?.failure).toMatch(/was still waiting when the test ended/);
      expect(ended.get('has too little time')?.failure).toMatch(/the test's own timeout of 2 s/);
    });

    test.runIf(runner === 'mocha')('an assertion that begins after its test fails the run', async () => {
      // After a failed root hook, mocha skips the hook of the file that stops its service.
      const args = ['--exit', 'fixtures/mocha/late.test.mjs'];
      const ended = [...outcomesIn(await printedBy([...command, ...args]))];
      expect(ended).toEqual([
        ['calls a helper', { passed: true, failure: '' }],
        ['runs while the helper asserts', { passed: true, failure: '' }],
        [
          'takes a callback, and omits an await',
          { passed: false, failure: expect.stringMatching(/toRemainPending.+ when the test ended/) },
        ],
        [
          expect.stringContaining('"after all" hook'),
          {
            passed: false,
            failure: expect.stringContaining('began after the test "calls a helper" had ended'),
          },
        ],
      ]);
    });

    test.runIf(runner === 'mocha')(
      'an assertion that fails, which a hook does not await, fails the run',
      async () => {
        const args = ['--exit', 'fixtures/mocha/hook.test.mjs'];
        const ended = [...outcomesIn(await printedBy([...command, ...args]))];
        // Before mocha 12, the test that runs meanwhile fails too.
        const [name, { failure }] = ended.at(-1) as (typeof ended)[number];
        expect(name).toContain('"after all" hook');
        expect(failure).toMatch(
          /expect\(\.\.\.\)\.toSimulateSuccessfully\(\.\.\.\), outside of the tests, was not awaited and failed/,
        );
        expect(failure.match(/outside of the tests/g)).toHaveLength(1);
      },
    );

    test.runIf(promised.missingAwait !== 'no')('a test that omits an await fails', () => {
      // Bun waits for an assertion, whether the test does or not.
      expect(fails('omits an await')).toMatch(
        runner === 'Bun' ? /timed out \(matcher timeout\)/ : /toReachInclusion\(\.\.\.\) was still waiting/,
      );
    });

    test.runIf(promised.timeLeft !== 'no')('a wait ends before its test does, and says so', () => {
      const failure = fails('has too little time');
      expect(failure).toMatch(/timed out \(the test's own timeout of [25] s; timeoutMs is 60 s\)/);
      expect(failure).toMatch(pending);
    });

    test('the example of docs/runners.md passes', async () => {
      const { file, code } = await exampleOf(runner);
      await writeFile(join(directory, file), code);
      const ended = [...outcomesIn(await printedBy([...command, `./${file}`]))];
      expect(ended).toEqual([['a call is simulated, submitted and included', { passed: true, failure: '' }]]);
    });

    test('the setup file of docs/runners.md sets the deployment', async () => {
      const { code } = await exampleOf('The deployment in force');
      await writeFile(join(directory, 'setup.js'), code);
      const url = 'http://127.0.0.1:9';
      const staging = { simulatorUrl: url, observerUrl: url };
      await writeFile(
        join(directory, 'crosscheck.config.json'),
        JSON.stringify({ deployments: { staging } }),
      );
      const tests = [...command, ...setup, './fixtures/runners/setup.test.mjs'];
      const passed = { passed: true, failure: '' };
      expect([...outcomesIn(await printedBy(tests))]).toEqual([
        ['has the deployment of the configuration', passed],
      ]);
      const local = await startLocalDeployment();
      onTestFinished(() => local.stop());
      const joining = { ...env, CROSSCHECK_CONTROL_URL: local.controlUrl, SIMULATOR_URL: local.simulatorUrl };
      expect([...outcomesIn(await printedBy(tests, joining))]).toEqual([
        ['has the deployment of CROSSCHECK_CONTROL_URL', passed],
      ]);
    });

    test('has types', async () => {
      const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023'];
      const args = ['node_modules/typescript/bin/tsc', ...options, `fixtures/types/${types}`];
      const compiled = await run('node', args, { cwd: directory, env }).catch((error: Printed) => error);
      expect(compiled.stdout).toBe('');
    });
  });
}

/** Returns the file that docs/runners.md has below a heading. */
export async function exampleOf(heading: string): Promise<{ file: string; code: string }> {
  const [code = ''] = (await readPage(page)).flatMap((snippet) =>
    snippet.heading === heading && snippet.language === 'js' ? snippet.code : [],
  );
  const [, file = ''] = /^\/\/ (\S+)/.exec(code) ?? [];
  return { file, code };
}

/** What a command printed. */
interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/** Reads a line of JSON for each test. */
function linesOf(printed: string): [string, Outcome][] {
  const lines = printed.split('\n').filter((line) => line.startsWith('{'));
  return lines
    .map((line) => JSON.parse(line) as Outcome & { readonly name: string })
    .map(({ name, ...outcome }) => [name, outcome]);
}

/** Reads what Bun prints: the errors of a test, and then how it ended. */
function bunOutcomes(printed: string): [string, Outcome][] {
  const ends = printed.matchAll(/([\s\S]*?)^\((pass|fail)\) (.+) \[[\d.]+ms\]$/gm);
  return Array.from(ends, ([, failure = '', end, name = '']) => [
    name,
    end === 'pass' ? { passed: true, failure: '' } : { passed: false, failure },
  ]);
}

/** Reads a report in the format of JUnit. */
function junitOutcomes(printed: string): [string, Outcome][] {
  const cases = printed.matchAll(/<testcase name="([^"]*)"[^>]*?(?:\/>|>([\s\S]*?)<\/testcase>)/g);
  return Array.from(cases, ([, name = '', content = '']) => {
    const [, failure] = /<failure[^>]*>([\s\S]*)<\/failure>/.exec(content) ?? [];
    return [unescaped(name), { passed: failure === undefined, failure: unescaped(failure ?? '') }];
  });
}

function unescaped(xml: string): string {
  return xml.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name] ?? '');
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
