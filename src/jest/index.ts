/**
 * `crosscheck/jest`: registers the matchers with Jest, and fails a test that does not await an assertion or a call. List it in
 * `setupFilesAfterEnv`, with the test environment `crosscheck/jest/environment`.
 */
import { createRequire } from 'node:module';
import { UsageError } from '../errors.js';
import { realClock } from '../internal/clock.js';
import { loadHttpParser } from '../internal/undici.js';
import { type EqualityTester, resultTesters } from '../matchers/equality.js';
import { matchers } from '../matchers/matchers.js';
import { reserveMs, Scope, throwAll } from '../running-test/scope.js';
import { registerTestRunner, type TestContext } from '../running-test/test-context.js';
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

const run = (globalThis as { readonly [jestRunKey]?: JestRun })[jestRunKey] ?? failWithoutEnvironment();
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

/** Code outside of tests: hooks of suites. Nothing follows its calls, but they have the time of the hook. */
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
  tellsTime: () => !run.isConcurrent,
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

  /** What begins after it has ended belongs to what runs then. */
  report(error: Error): void {
    throw error;
  }
}

/** Each hook has the time of its own. */
function remainingMs(): number {
  if (run.running === undefined) return Number.POSITIVE_INFINITY;
  const { startedMs, timeoutMs } = run.running;
  return startedMs + timeoutMs - reserveMs(timeoutMs) - realClock.now();
}

function failWithoutEnvironment(): never {
  throw new UsageError('crosscheck/jest needs its test environment', [
    'Without it, nothing tells the running test and the time that it has left.',
    {
      advice:
        "set testEnvironment: 'crosscheck/jest/environment'; with another one, register the matchers of crosscheck/matchers",
    },
  ]);
}
