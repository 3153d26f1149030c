import type { AsyncLocalStorage } from 'node:async_hooks';
import * as vitest from 'vitest';
import { UsageError } from '../errors.js';
import { realClock } from '../internal/clock.js';
import { type TestContext, testScopes } from '../internal/test-context.js';
import { followPendingWork, pendingWork, pendingWorkEnds } from './leftover-work.js';
import { FileScope, LateScope, TestAttempt } from './test-scope.js';

// Concurrent tests that share the global `expect` are distinguished by async context.
const scopes = testScopes as AsyncLocalStorage<FileScope | TestAttempt>;

// If the runner cannot wrap tests, by which tests are running.
const attemptsNow = new Set<TestAttempt>();

let file = new FileScope(undefined);

// The wait for leftover work has its own limits, independent of `hookTimeout`.
const noTimeout = 0;

// If the runner cannot wrap tests, everything after collection counts as a test or hook.
let isCollecting = true;
const canWrap = 'aroundEach' in vitest && 'aroundAll' in vitest;
followPendingWork(() => (canWrap ? scopes.getStore() !== undefined : !isCollecting));

/**
 * Follows the tests and hooks of the next test file, so that it fails when it does not await its assertions and calls. Call
 * it once for each test file.
 *
 * @throws {UsageError} when a test is already running, because its file cannot be followed.
 */
export function followTestFile(): void {
  if (isInTest()) throw new UsageError('crosscheck/vitest was imported while a test runs', advice);
  file = new FileScope(vitest.expect.getState().testPath);
  isCollecting = true;
  if (canWrap) followByWrapping(file, isImportedByTests());
  else followByHooks(file);
}

/** Returns whether the test file imports this itself, rather than through setupFiles. */
function isImportedByTests(): boolean {
  const { file: current } = vitest.TestRunner?.getCurrentSuite() ?? {};
  return current?.setupDuration !== undefined;
}

/**
 * Makes the run fail when the worker continues with a test file that is not followed, because without isolation a module
 * runs once in a worker.
 */
function failUnfollowedFile(ofFile: FileScope): void {
  const timer = realClock.setTimeout(() => {
    if (file !== ofFile) return;
    const next = vitest.expect.getState().testPath;
    if (next === ofFile.path || next === undefined) failUnfollowedFile(ofFile);
    else void Promise.reject(notFollowed(next));
  }, nextFileCheckMs);
  (timer as Partial<NodeJS.Timeout>).unref?.();
}

// Shorter than it takes to load the next file.
const nextFileCheckMs = 5;

function notFollowed(path: string | undefined): UsageError {
  return new UsageError(`crosscheck/vitest does not follow this test file${path ? `: ${path}` : ''}`, [
    'Another file of the same worker imported it, and with isolate: false no module runs twice.',
    ...advice,
  ]);
}

const advice = ["What to do: list it in the Vitest configuration: setupFiles: ['crosscheck/vitest']"];

/** For Vitest 4.1 and later. */
function followByWrapping(ofFile: FileScope, isAlone: boolean): void {
  vitest.aroundAll(async (runSuite) => {
    const before = pendingWork();
    await scopes.run(ofFile, runSuite);
    await ofFile.startWaiting();
    await pendingWorkEnds(before);
    if (isAlone) failUnfollowedFile(ofFile);
    ofFile.finish();
  }, noTimeout);
  // The first registered hook runs last, unless configured otherwise.
  vitest.afterAll(() => ofFile.startTeardown());
  vitest.aroundEach(async (runTest, { task, signal, skip }) => {
    const attempt = new TestAttempt({ task, signal, skip }, ofFile);
    const endTest = ofFile.startTest(task.file);
    await scopes.run(attempt, runTest);
    endTest();
    await attempt.finish();
  });
  vitest.beforeEach(() => {
    const scope = scopes.getStore();
    if (scope instanceof TestAttempt) scope.enterHooks();
  });
}

/** For Vitest before 4.1. The first registered hook runs last. */
function followByHooks(ofFile: FileScope): void {
  let before = pendingWork();
  vitest.beforeAll(() => {
    before = pendingWork();
    isCollecting = false;
  });
  vitest.afterAll(async () => {
    await ofFile.startWaiting();
    await pendingWorkEnds(before);
    ofFile.finish();
  }, noTimeout);
  vitest.beforeEach(({ task, signal, skip, onTestFinished }) => {
    const attempt = new TestAttempt({ task, signal, skip }, ofFile);
    attempt.enterHooks();
    attemptsNow.add(attempt);
    onTestFinished(async () => {
      attemptsNow.delete(attempt);
      await attempt.finish();
    });
  });
}

/**
 * Returns the test or file that the calling code belongs to.
 *
 * @throws {UsageError} in a file that is not tracked: another file of the same worker imported `crosscheck/vitest`.
 */
export function currentScope(): TestContext {
  const scope = scopes.getStore();
  // Nothing awaits calls that start while the file waits: the ended scope rejects them.
  if (scope) return scope.signal.aborted && !file.isWaiting ? new LateScope(scope, file) : scope;
  if (vitest.expect.getState().testPath !== file.path) {
    throw notFollowed(undefined);
  }
  const [attempt, other] = attemptsNow;
  return attempt && other === undefined ? attempt : file;
}

/** Skips the test that the calling code belongs to, by throwing. Returns if there is none, as in `beforeAll`. */
export function skipTest(reason: string): void {
  const scope = currentScope();
  if (scope instanceof TestAttempt) scope.skip(reason);
}

function isInTest(): boolean {
  try {
    vitest.onTestFinished(() => {});
    return true;
  } catch {
    return false;
  }
}
