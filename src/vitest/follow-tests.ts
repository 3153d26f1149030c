import { configuredSettings } from '../deployment/current-deployment.js';
import { UsageError } from '../errors.js';
import { afterThisTurn, isRealClockFaked, realClock } from '../internal/clock.js';
import { runInTest, testOfContext } from '../running-test/test-context.js';
import { vitest } from './peer.js';
import { attemptsNow, enterFile, type FileScope, setupAdvice, TestAttempt } from './test-scope.js';

// The end of a file has its own limit, independent of `hookTimeout`.
const noTimeout = 0;

/**
 * Follows the tests and hooks of the next test file, so that it fails when it does not await its assertions and calls. Call
 * it once for each test file.
 *
 * @throws {UsageError} when a test is already running, because its file cannot be followed.
 */
export function followTestFile(): void {
  if (isInTest()) throw new UsageError('crosscheck/vitest was imported while a test runs', setupAdvice);
  const file = enterFile(vitest.expect.getState().testPath, vitest.TestRunner?.getCurrentSuite().file);
  if ('aroundEach' in vitest && 'aroundAll' in vitest) followByWrapping(file);
  else followByHooks(file);
}

/** For Vitest 4.1 and later. */
function followByWrapping(ofFile: FileScope): void {
  vitest.aroundAll(async (runSuite) => {
    const before = activeResources();
    await runInTest(ofFile, runSuite);
    await endFile(ofFile, before);
  }, noTimeout);
  // The first registered hook runs last, unless configured otherwise.
  vitest.afterAll(() => ofFile.startTeardown());
  vitest.aroundEach(async (runTest, { task, signal, skip }) => {
    const attempt = new TestAttempt({ task, signal, skip }, ofFile);
    const endTest = ofFile.startTest();
    await runInTest(attempt, runTest);
    endTest();
    await attempt.finish();
  });
  vitest.beforeEach(() => {
    const scope = testOfContext();
    if (scope instanceof TestAttempt) scope.enterHooks();
  });
}

/** For Vitest before 4.1. The first registered hook runs last. */
function followByHooks(ofFile: FileScope): void {
  let before: ReadonlySet<object> = new Set();
  vitest.beforeAll((...given: readonly object[]) => {
    // Its position among the arguments has changed.
    ofFile.root = given.at(-1) as FileScope['root'];
    before = activeResources();
  });
  vitest.afterAll(() => endFile(ofFile, before), noTimeout);
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

async function endFile(ofFile: FileScope, activeBefore: ReadonlySet<object>): Promise<void> {
  await ofFile.startWaiting();
  await stayOpen(activeBefore);
  ofFile.finish();
}

/** How long a file stays open for late calls: an assumption, longer than an answer usually takes. */
const defaultLateCallsMs = 1_000;
/** Covers what Node does not report as active: compression, key derivation. Assumption. */
const idleMs = 100;
const checkMs = 5;

/**
 * Keeps a file open after its last hook, so that a call that nobody awaits can still begin and be reported, rather than
 * vanish with the worker: until for `idleMs` nothing was active except what was so before the tests.
 */
async function stayOpen(activeBefore: ReadonlySet<object>): Promise<void> {
  const { lateCallsMs = defaultLateCallsMs } = configuredSettings();
  // Such timers may never end.
  if (isRealClockFaked) return;
  const endMs = realClock.now() + lateCallsMs;
  let idleUntilMs = realClock.now() + idleMs;
  while (realClock.now() < Math.min(endMs, idleUntilMs)) {
    await new Promise<void>((resolve) => realClock.setTimeout(resolve, checkMs));
    if ([...activeResources()].some((one) => !activeBefore.has(one))) idleUntilMs = realClock.now() + idleMs;
  }
  // Code that the last callback has resumed.
  await new Promise<void>((resolve) => afterThisTurn(resolve));
}

/** What Node has beside its public list, which counts resources by type: one that closes would hide one that opens. */
interface ActiveObjects {
  _getActiveHandles(): readonly object[];
  _getActiveRequests(): readonly object[];
}

/** Returns what keeps Node running. Timers are not accessible, so that each one is another object in each call. */
function activeResources(): ReadonlySet<object> {
  const node = process as unknown as ActiveObjects;
  const timers = process
    .getActiveResourcesInfo()
    .filter((type) => type === 'Timeout' || type === 'Immediate');
  return new Set([...node._getActiveHandles(), ...node._getActiveRequests(), ...timers.map(() => ({}))]);
}

function isInTest(): boolean {
  try {
    vitest.onTestFinished(() => {});
    return true;
  } catch {
    return false;
  }
}
