import type { RunnerTestSuite as Suite, RunnerTask as Task, TestContext as VitestContext } from 'vitest';
import { type DetailLine, UsageError } from '../errors.js';
import { realClock, type Timer } from '../internal/clock.js';
import { invalidCallIn, unansweredIn } from '../properties/no-verdict.js';
import { expectedFailureError } from '../running-test/expected-failure.js';
import {
  errorAt,
  type FollowedCall,
  firstLineOf,
  missingAwait,
  Scope,
  type TestContext,
  testOfContext,
  throwAll,
  timeLeft,
} from '../running-test/test-context.js';
import { ownTimeout } from '../running-test/within-test.js';
import { vitest } from './peer.js';

/** How often to check whether beforeEach hooks have ended, which may shorten the measured test time by as much. */
const hookCheckMs = 20;

/** An error of a test, as Vitest has serialized it. */
interface ReportedError {
  readonly message: string;
  readonly code?: unknown;
  readonly cause?: unknown;
}

/** Vitest's own messages: of a test, and of an `expect.poll` of which no attempt ended. */
const timedOut = /^Test timed out in |^expect\.poll\(\) .+ didn't resolve in time/;

/** Creates the error for a call from a hook or module code that failed after that code had ended. */
function outlivedError(call: FollowedCall, failure: unknown): UsageError {
  const error = new UsageError(
    `${call.text} began in a hook or at the top level, and failed while a test ran`,
    [
      `It failed:  ${firstLineOf(failure)}`,
      { advice: 'await it where it begins, and so any helper that leads to it' },
    ],
    failure,
  );
  return errorAt(call, error);
}

/** The code of a file outside its tests: module code, describe bodies, and hooks of suites. */
export class FileScope extends Scope {
  readonly timeoutMs = 0;
  protected readonly kind = 'the test file';
  readonly path: string | undefined;
  readonly #late: Error[] = [];
  /** The file's root suite. */
  root: Readonly<Suite> | undefined;
  #runningTests = 0;
  #phase: 'runs' | 'tears-down' | 'waits' | 'ended' = 'runs';

  constructor(path: string | undefined, root: Readonly<Suite> | undefined) {
    super();
    this.path = path;
    this.root = root;
  }

  get name(): string {
    return this.kind;
  }

  protected get hasFailed(): boolean {
    return false;
  }

  protected override lateLines(hasFailed: boolean): readonly DetailLine[] {
    return [
      hasFailed && this.hasEnded
        ? 'It is in the teardown of a worker-scoped fixture, or something that leads to this line is not awaited.'
        : missingAwait,
      { advice: 'await it in the hook in which it begins, or at the top level of the file' },
    ];
  }

  remainingMs(): number {
    return Number.POSITIVE_INFINITY;
  }

  /** Whether its tests and hooks are running, so that each call can be attributed. */
  get runs(): boolean {
    return this.#phase === 'runs';
  }

  /** Whether its tests, hooks and fixtures have all finished, but the file has not ended. */
  get isWaiting(): boolean {
    return this.#phase === 'waits';
  }

  /** Whether everything has been reported. */
  get hasEnded(): boolean {
    return this.#phase === 'ended';
  }

  /** Records the start of a test. Returns a function that records its end. */
  startTest(): () => void {
    this.#runningTests++;
    return () => {
      this.#runningTests--;
    };
  }

  /**
   * Follows a call of a hook or of the module, which a test may await later. If it fails while tests run, the hook has not
   * awaited it, and a test that awaits it may ignore the failure. A call that begins while tests run may belong to a server
   * or queue.
   */
  override follow(call: FollowedCall): void {
    super.follow(call);
    if (this.#runsTestsOnly) return;
    call.onEnd((failure) => {
      if (failure !== undefined && this.#runsTestsOnly) this.report(outlivedError(call, failure));
    });
  }

  /** Whether tests are running and no hook of a suite, which may be concurrent. */
  get #runsTestsOnly(): boolean {
    return this.#runningTests > 0 && this.runningTasks().every(({ type }) => type === 'test');
  }

  /** Returns the tests that are running, and the suites of which only the code around their tests is: a hook, or its clean-up. */
  runningTasks(): readonly Readonly<Task>[] {
    return this.root === undefined ? [] : runningTasks(this.root);
  }

  /** Called after the last hook. Later calls may belong to the teardown of a fixture. */
  startTeardown(): void {
    this.#phase = 'tears-down';
  }

  /** Ends all calls once the tests, hooks and fixtures have finished. Later calls are rejected. */
  async startWaiting(): Promise<void> {
    this.#phase = 'waits';
    this.#late.push(...(await this.end()));
  }

  /**
   * Ends the file.
   *
   * @throws an error with the calls that it did not await, and those that its tests could no longer report.
   */
  finish(): void {
    this.#phase = 'ended';
    throwAll(this.#late);
  }

  /** Fails the run with an error: through the file, or as an unhandled rejection if the file has ended. */
  report(error: Error): void {
    if (this.hasEnded) void Promise.reject(error);
    else this.#late.push(error);
  }
}

/** Returns the innermost tasks that have begun and not ended. The state of a hook would not do: it stays `run` if it throws. */
function runningTasks(task: Readonly<Task>): readonly Readonly<Task>[] {
  const { mode, result } = task;
  const isRunning = result?.startTime !== undefined && result.duration === undefined;
  if (!isRunning || mode === 'skip' || mode === 'todo') return [];
  const nested = task.type === 'suite' ? task.tasks.flatMap(runningTasks) : [];
  return nested.length > 0 ? nested : [task];
}

/** Returns a suite and the suites around it, innermost first, without that of the file. */
function blocksOf(suite: Readonly<Suite> | undefined): readonly object[] {
  return suite === undefined || 'filepath' in suite ? [] : [suite, ...blocksOf(suite.suite)];
}

/**
 * The context of a call that begins after its own test, or its own file, has ended, while something else runs. A later test
 * may await it, as with a server that the first test started, or the teardown of a fixture. So it is not rejected, and the
 * file follows it. A failed assertion makes the run fail, because it may not be awaited. While tests and hooks run, an
 * assertion that passes makes the run fail too: it belongs to a helper without await or to a queue that a test started,
 * which cannot be distinguished.
 */
class LateScope implements TestContext {
  readonly timeoutMs = 0;
  readonly signal: AbortSignal;
  readonly #origin: Scope;
  readonly #file: FileScope;

  /** @param file - The running file; if there is none, the last one. */
  constructor(origin: Scope, file: FileScope) {
    this.#origin = origin;
    this.#file = file;
    this.signal = file.hasEnded ? new AbortController().signal : file.signal;
  }

  get name(): string {
    return this.#origin.name;
  }

  remainingMs(): number {
    return Number.POSITIVE_INFINITY;
  }

  follow(call: FollowedCall): void {
    // After the last file (teardown of a worker fixture), no file is left to track it.
    if (!this.#file.hasEnded) this.#file.follow(call);
    const isDuringTests = this.#file.runs;
    call.onEnd((failure) => {
      if (failure !== undefined) this.#file.report(this.#origin.lateError(call, failure));
      else if (isDuringTests) this.#origin.report(this.#origin.lateError(call));
    });
  }
}

/** One attempt of a test. */
export class TestAttempt extends Scope {
  protected readonly kind = 'the test';
  readonly #task: VitestContext['task'];
  readonly #skip: VitestContext['skip'];
  readonly #file: FileScope;
  readonly #stateAtStart: string | undefined;
  #hasReported = false;
  #hookTimer: Timer;
  /** When beforeEach hooks were last seen running; the test's own time began later. */
  #inHooksMs: number | undefined;

  constructor({ task, signal, skip }: Pick<VitestContext, 'task' | 'signal' | 'skip'>, file: FileScope) {
    super();
    this.#task = task;
    this.#skip = skip;
    this.#file = file;
    this.#stateAtStart = task.result?.state;
    // Vitest 4 reuses an aborted signal for the next attempt; a listener only reacts to new aborts.
    signal.addEventListener('abort', () => this.abort(signal.reason), { once: true, signal: this.signal });
  }

  get timeoutMs(): number {
    return this.#task.timeout;
  }

  /**
   * Notes that the beforeEach hooks run. No public API reports when the last of them has ended and the time of the test
   * begins, but the task shows whether they run now. So it is polled until they do not, which makes the measured time of the
   * test slightly shorter.
   */
  enterHooks(): void {
    this.#inHooksMs = realClock.now();
    this.#hookTimer = realClock.setTimeout(() => this.#checkHooks(), hookCheckMs);
    (this.#hookTimer as Partial<NodeJS.Timeout>).unref?.();
  }

  /** Skips the test, by throwing, unless it has ended. */
  skip(reason: string): void {
    if (!this.signal.aborted) this.#skip(reason);
  }

  /** Unlimited in hooks and outside the test, because hooks have their own timeout. */
  remainingMs(): number {
    const { beforeEach, afterEach } = this.#task.result?.hooks ?? {};
    const isInHook = beforeEach === 'run' || (afterEach === 'run' && !this.#isRepeated) || this.#hasPassed;
    if (this.#inHooksMs === undefined || isInHook) return Number.POSITIVE_INFINITY;
    return timeLeft(this.#inHooksMs, this.timeoutMs);
  }

  /**
   * Ends the test.
   *
   * @throws an error with the calls that have not settled, unless the test failed for another reason.
   */
  async finish(): Promise<void> {
    realClock.clearTimeout(this.#hookTimer);
    const unawaited = await this.end();
    this.#hasReported = unawaited.length > 0 || this.hasFailed;
    // Vitest inverts the failures of these tests, or drops them.
    const { fails, result } = this.#task;
    if (fails || result?.state === 'skip') for (const error of unawaited) this.#file.report(error);
    if (fails) this.#reportNoVerdict();
    throwAll(unawaited);
  }

  /** Reports a `test.fails` that failed for a reason that proves nothing: misuse, an outage, or the end of its time. */
  #reportNoVerdict(): void {
    for (const error of this.#task.result?.errors ?? []) {
      const failure = this.#noVerdict(error);
      if (failure === undefined) continue;
      const frames = error.stack?.indexOf('\n    at ') ?? -1;
      if (frames >= 0) failure.stack = `${failure.name}: ${failure.message}${error.stack?.slice(frames)}`;
      this.#file.report(failure);
      return;
    }
  }

  #noVerdict(error: ReportedError): Error | undefined {
    const invalid = invalidCallIn(error);
    if (invalid !== undefined) return expectedFailureError(this.name, 'invalid', firstLineOf(invalid));
    const isOutOfTime = error.message.includes(ownTimeout) || (this.hasCalls && timedOut.test(error.message));
    const reason = unansweredIn(error) ?? (isOutOfTime ? error : undefined);
    if (reason === undefined) return undefined;
    return expectedFailureError(this.name, isOutOfTime ? 'out-of-time' : 'unanswered', firstLineOf(reason));
  }

  /** The attempt and the describe blocks around it, innermost first. */
  get blocks(): readonly object[] {
    return [this, ...blocksOf(this.#task.suite)];
  }

  /** Whether other tests may run beside it. The suites among `blocks` have the same member. */
  get concurrent(): boolean {
    return this.#task.concurrent === true;
  }

  get name(): string {
    return `the test "${this.#task.name}"`;
  }

  protected get hasFailed(): boolean {
    return this.#task.result?.state === 'fail';
  }

  /** Reports only once: a property that shrinks would repeat the same error. */
  report(error: Error): void {
    if (this.#hasReported) return;
    this.#hasReported = true;
    this.#file.report(error);
  }

  #checkHooks(): void {
    if (this.#task.result?.hooks?.beforeEach === 'run') this.enterHooks();
  }

  /** A repeated test already has the state `pass` when it starts again. */
  get #isRepeated(): boolean {
    return this.#stateAtStart === 'pass';
  }

  get #hasPassed(): boolean {
    return !this.#isRepeated && this.#task.result?.state === 'pass';
  }
}

/** The file that runs now, or ran last. */
let file = new FileScope(undefined, undefined);

/** Enters the next test file, whose code {@link currentScope} finds. */
export function enterFile(path: string | undefined, root: Readonly<Suite> | undefined): FileScope {
  file = new FileScope(path, root);
  return file;
}

/** The tests that run now, if the runner cannot wrap them, so that their code has no context. */
export const attemptsNow = new Set<TestAttempt>();

/** What to do if a file cannot be followed. */
export const setupAdvice = [
  { advice: "list it in the Vitest configuration: setupFiles: ['crosscheck/vitest']" },
];

// Earlier versions have it in an entry that later ones lack: as a literal, Vite would try to resolve it there.
const collectors: Pick<typeof vitest.TestRunner, 'getCurrentSuite'> =
  vitest.TestRunner ?? (await import(['vitest', 'suite'].join('/')));

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
      ...setupAdvice,
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
