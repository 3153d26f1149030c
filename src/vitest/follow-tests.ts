import { AsyncLocalStorage } from 'node:async_hooks';
import * as vitest from 'vitest';
import { UsageError } from '../errors/usage-error.js';
import { provideTestContext, type TestContext } from '../internal/test-context.js';
import { FileScope, TestAttempt } from './test-scope.js';

// Concurrent tests that share the global `expect` are told apart by the code that calls it.
const scopes = new AsyncLocalStorage<FileScope | TestAttempt>();

// Where the runner cannot wrap tests, they are told apart by what runs now.
const attemptsNow = new Set<TestAttempt>();

let file = new FileScope(undefined);

/**
 * Follows the tests and hooks of the test file that is about to run, so that it fails when it does not await its
 * assertions and calls. Once for each test file.
 *
 * @throws {UsageError} when a test runs already: its file could not be followed.
 */
export function followTestFile(): void {
  if (isInTest()) throw new UsageError('crosscheck/vitest was imported while a test runs', advice);
  file = new FileScope(vitest.expect.getState().testPath);
  provideTestContext(currentScope);
  if ('aroundEach' in vitest && 'aroundAll' in vitest) followByWrapping(file);
  else followByHooks(file);
}

const advice = ["What to do: list it in the Vitest configuration: setupFiles: ['crosscheck/vitest']"];

/** From Vitest 4.1. */
function followByWrapping(ofFile: FileScope): void {
  vitest.aroundAll(async (runSuite) => {
    await scopes.run(ofFile, runSuite);
    await ofFile.finish();
  });
  vitest.aroundEach(async (runTest, { task, signal }) => {
    const attempt = new TestAttempt({ task, signal }, ofFile);
    await scopes.run(attempt, runTest);
    const forgotten = await attempt.end();
    if (forgotten) throw forgotten;
  });
  vitest.beforeEach(() => {
    const scope = scopes.getStore();
    if (scope instanceof TestAttempt) scope.enterHooks();
  });
}

/** Before Vitest 4.1. Hooks that are registered first end last. */
function followByHooks(ofFile: FileScope): void {
  vitest.afterAll(() => ofFile.finish());
  vitest.beforeEach(({ task, signal, onTestFinished }) => {
    const attempt = new TestAttempt({ task, signal }, ofFile);
    attempt.enterHooks();
    attemptsNow.add(attempt);
    onTestFinished(async () => {
      attemptsNow.delete(attempt);
      const forgotten = await attempt.end();
      if (forgotten) throw forgotten;
    });
  });
}

/**
 * What the calling code belongs to.
 *
 * @throws {UsageError} in a file that is not followed: another file of the same worker imported `crosscheck/vitest`.
 */
function currentScope(): TestContext {
  const scope = scopes.getStore();
  if (scope) return scope;
  if (vitest.expect.getState().testPath !== file.path) {
    throw new UsageError('crosscheck/vitest does not follow this test file', [
      'Another file of the same worker imported it, and with isolate: false no module runs twice.',
      ...advice,
    ]);
  }
  const [attempt, other] = attemptsNow;
  return attempt && other === undefined ? attempt : file;
}

function isInTest(): boolean {
  try {
    vitest.onTestFinished(() => {});
    return true;
  } catch {
    return false;
  }
}
