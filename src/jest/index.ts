/**
 * `crosscheck/jest`: registers the matchers with Jest, and fails a test that does not await an assertion or a call. List it in
 * `setupFilesAfterEnv`, with the test environment `crosscheck/jest/environment`.
 */
import { createRequire } from 'node:module';
import { UsageError } from '../errors.js';
import { loadHttpParser } from '../internal/undici.js';
import { type EqualityTester, resultTesters } from '../matchers/equality.js';
import { matchers } from '../matchers/matchers.js';
import {
  registerTestRunner,
  Scope,
  type TestContext,
  throwAll,
  timeLeft,
} from '../running-test/test-context.js';
import { type CircusTest, type JestRun, jestRunKey } from './jest-run.js';

/** Jest's globals, as far as they are used. */
interface JestGlobals {
  readonly expect: {
    extend(matchers: object): void;
    /** From Jest 29.4 on. */
    addEqualityTesters?(testers: readonly EqualityTester[]): void;
    getState(): { readonly testPath?: string | undefined };
  };
  beforeEach(hook: () => void): void;
  afterEach(hook: () => Promise<void>): void;
}

const run = (globalThis as { readonly [jestRunKey]?: JestRun })[jestRunKey] ?? failOutside();
// Jest itself provides it, also where its global objects are switched off.
const { expect, beforeEach, afterEach } = createRequire(import.meta.url)('@jest/globals') as JestGlobals;

let attempt: TestAttempt | undefined;

loadHttpParser();
expect.extend(matchers);
expect.addEqualityTesters?.(resultTesters);
beforeEach(() => {
  attempt = run.test && new TestAttempt(run.test);
});
afterEach(async () => {
  const ended = attempt;
  attempt = undefined;
  throwAll((await ended?.end()) ?? []);
});

/** Code outside of tests: hooks of suites. Its calls are not followed, but limited to the time of the hook. */
const outside: TestContext = {
  name: 'the test file',
  get timeoutMs() {
    return run.running?.timeoutMs ?? 0;
  },
  signal: new AbortController().signal,
  remainingMs,
  follow: () => {},
};

registerTestRunner({
  knowsTimeLeft: () => !run.isConcurrent,
  currentTest: () => (run.isConcurrent ? undefined : (attempt ?? outside)),
  testFile: () => expect.getState().testPath,
  currentBlocks: () => [attempt === undefined || run.isConcurrent ? [] : [attempt]],
});

/** One attempt of a test, with its hooks. */
class TestAttempt extends Scope {
  protected readonly kind = 'the test';
  readonly #test: CircusTest;

  constructor(test: CircusTest) {
    super();
    this.#test = test;
  }

  get name(): string {
    return `the test "${this.#test.name}"`;
  }

  get timeoutMs(): number {
    return outside.timeoutMs;
  }

  protected get hasFailed(): boolean {
    return this.#test.errors.length > 0;
  }

  remainingMs(): number {
    return remainingMs();
  }

  /** Nothing begins in it after it has ended: a later call belongs to what runs then. */
  report(error: Error): void {
    throw error;
  }
}

/** Each hook has a timeout of its own. */
function remainingMs(): number {
  if (run.running === undefined) return Number.POSITIVE_INFINITY;
  return timeLeft(run.running.startMs, run.running.timeoutMs);
}

function failOutside(): never {
  // Jest sets it for every test file, also without workers.
  if (process.env.JEST_WORKER_ID === undefined)
    throw new UsageError('crosscheck/jest is for test files of Jest, and Jest is not running', [
      {
        advice:
          'list it in setupFilesAfterEnv of the Jest configuration; for other runners, see docs/runners.md of the package',
      },
    ]);
  throw new UsageError('crosscheck/jest needs its test environment', [
    'Without it, the running test and the time that it has left are unknown.',
    {
      advice:
        "set testEnvironment: 'crosscheck/jest/environment'; with another one, register the matchers of crosscheck/matchers",
    },
  ]);
}
