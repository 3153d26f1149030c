import { configuredSettings } from '../deployment/current-deployment.js';
import { UsageError } from '../errors.js';
import { afterThisTurn, isRealClockFaked, realClock } from '../internal/clock.js';
import { runInTest, type TestContext, testOfContext } from '../running-test/test-context.js';
import { vitest } from './peer.js';
import { blocksOf, FileScope, LateScope, TestAttempt } from './test-scope.js';

// Earlier versions have it in an entry that later ones lack: as a literal, Vite would try to resolve it there.
const collectors: Pick<typeof vitest.TestRunner, 'getCurrentSuite'> =
  vitest.TestRunner ?? (await import(['vitest', 'suite'].join('/')));

// If the runner cannot wrap tests, by which tests are running.
const attemptsNow = new Set<TestAttempt>();

let file = new FileScope(undefined, undefined);

// The end of a file has its own limit, independent of `hookTimeout`.
const noTimeout = 0;

/**
 * Follows the tests and hooks of the next test file, so that it fails when it does not await its assertions and calls. Call
 * it once for each test file.
 *
 * @throws {UsageError} when a test is already running, because its file cannot be followed.
 */
export function followTestFile(): void {
  if (isInTest()) throw new UsageError('crosscheck/vitest was imported while a test runs', advice);
  file = new FileScope(vitest.expect.getState().testPath, vitest.TestRunner?.getCurrentSuite().file);
  if ('aroundEach' in vitest && 'aroundAll' in vitest) followByWrapping(file);
  else followByHooks(file);
}

const advice = [{ advice: "list it in the Vitest configuration: setupFiles: ['crosscheck/vitest']" }];

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

/**
 * Returns the test or file that the calling code belongs to.
 *
 * @throws {UsageError} in a file that is not tracked: another file of the same worker imported `crosscheck/vitest`.
 */
export function currentScope(): TestContext {
  const scope = testOfContext() as FileScope | TestAttempt | undefined;
  // Nothing awaits calls that start while the file waits: the ended scope rejects them.
  if (scope) return scope.signal.aborted && !file.isWaiting ? new LateScope(scope, file) : scope;
  if (vitest.expect.getState().testPath !== file.path)
    throw new UsageError('crosscheck/vitest does not follow this test file', [
      'Another file of the same worker imported it, and with isolate: false no module runs twice.',
      ...advice,
    ]);
  const [attempt, other] = attemptsNow;
  if (attempt && other === undefined) return attempt;
  // The teardown of a worker-scoped fixture.
  return file.hasEnded ? new LateScope(file, file) : file;
}

/** Returns the blocks that the calling code is part of, as a {@link TestRunner} does. */
export function currentBlocks(): readonly (readonly object[])[] {
  const scope = testOfContext();
  if (scope instanceof TestAttempt) return [scope.blocks];
  const { suite } = collectors.getCurrentSuite();
  if (suite) return [blocksOf(suite)];
  const running = file.runningTasks();
  if (running.length === 0) return [[]];
  // Without the context of an attempt it is code beside the test, such as an auto fixture. Before Vitest 4.1, none has one.
  return running.flatMap((task) =>
    task.type === 'suite' ? [blocksOf(task)] : [[task, ...blocksOf(task.suite)], blocksOf(task.suite)],
  );
}

/** Whether tests or hooks of other blocks may run beside the calling code. */
export function isConcurrent(): boolean {
  return (
    file.runningTasks().length > 1 ||
    currentBlocks()
      .flat()
      .some((block) => (block as Partial<TestAttempt>).concurrent)
  );
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
