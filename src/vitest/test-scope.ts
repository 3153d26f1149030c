import type { RunnerTestSuite as Suite, TestContext as VitestContext } from 'vitest';
import { InconclusiveError, UsageError } from '../errors.js';
import { afterThisTurn, type Clock, realClock, type Timer } from '../internal/clock.js';
import type { FollowedCall, TestContext } from '../internal/test-context.js';
import { noVerdictIn } from '../properties/no-verdict.js';

/** Returns the time that is kept for the last poll of a wait, and for the test to report before Vitest ends it. */
function reserveMs(timeoutMs: number): number {
  return Math.min(250, timeoutMs / 4);
}

/** How often a test checks whether its beforeEach hooks have ended; its time is taken for shorter by up to so much. */
const hookCheckMs = 20;

/** Code that must await its calls: an attempt of a test, or all of a file that is outside of tests. */
abstract class Scope implements TestContext {
  abstract readonly timeoutMs: number;
  readonly #end = new AbortController();
  readonly #calls = new Set<FollowedCall>();

  abstract remainingMs(): number;
  /** Whether it failed anyway, so that calls that it did not await need not be reported. */
  protected abstract get hasFailed(): boolean;
  /** What it is: `the test`. */
  protected abstract readonly kind: string;
  /** Which one it is: `the test "sends a call"`. */
  abstract get name(): string;
  /** Makes the run fail, although this has ended. */
  abstract report(error: Error): void;

  get signal(): AbortSignal {
    return this.#end.signal;
  }

  follow(call: FollowedCall): void {
    if (this.signal.aborted) this.#refuse(call);
    else this.#calls.add(call);
  }

  /** Ends it and every call in it. Returns an error for each that was not awaited, unless it failed anyway. */
  async end(): Promise<UsageError[]> {
    // Calls that the last statement cancelled settle in this turn.
    if (this.#unsettled().length > 0) await new Promise<void>((resolve) => afterThisTurn(resolve));
    const forgotten = this.#abortCalls();
    this.#end.abort(new Error(`${this.kind} has ended`));
    return this.hasFailed ? [] : forgotten;
  }

  #abortCalls(): UsageError[] {
    const forgotten = [...this.#calls].filter((call) => !call.isSettled || call.isDropped);
    this.#calls.clear();
    return forgotten.map((call) => {
      const error = forgottenError(call, this.kind);
      call.end(error);
      return error;
    });
  }

  /** Aborts it and its calls, as the runner asked for. */
  protected abort(reason: unknown): void {
    this.#abortCalls();
    this.#end.abort(reason);
  }

  #unsettled(): FollowedCall[] {
    return [...this.#calls].filter(({ isSettled }) => !isSettled);
  }

  #refuse(call: FollowedCall): void {
    const error = lateError(call, this);
    call.end(error);
    this.report(error);
  }
}

/** Returns the error of a call that began after its test had ended. `failure` is its own, where it was not refused. */
function lateError(call: FollowedCall, scope: Scope, failure?: unknown): UsageError {
  const { name } = scope;
  const advice =
    scope instanceof FileScope
      ? ['What to do: await it in the hook in which it begins, or at the top level of the file']
      : [
          'What to do: await it in the test, so that the test ends after it; start in beforeAll what several tests share;',
          'bind what a shared queue runs to the test that adds it, with AsyncResource.bind of node:async_hooks',
        ];
  const error = new UsageError(
    `${call.text} began after ${name} had ended${failure === undefined ? '' : ', and failed'}`,
    [
      ...(failure === undefined ? [] : [`It failed:  ${firstLineOf(failure)}`]),
      'Something that leads to this line is not awaited: a helper, a callback, Promise.race.',
      ...advice,
    ],
    failure,
  );
  return errorAt(call, error);
}

function firstLineOf(error: unknown): string {
  const { message = error } = (error ?? {}) as { readonly message?: unknown };
  return String(message).split('\n', 1)[0] as string;
}

function forgottenError(call: FollowedCall, kind: string): UsageError {
  const advice = call.isAwaited
    ? [
        'What to do: this line is awaited, but what leads to it is not: await the helper, fc.assert or Promise around it;',
        'for a property with interruptAfterTimeLimit use checkProperty, which waits for the run that it interrupts',
      ]
    : [`What to do: write await before it: await ${call.text}`];
  const fact = call.isSettled ? 'was not awaited before' : 'was still waiting when';
  return errorAt(call, new UsageError(`${call.text} ${fact} ${kind} ended`, advice));
}

/** Returns the error of a call that a hook or the module began, and that failed when that had ended. */
function outlivedError(call: FollowedCall, failure: unknown): UsageError {
  const error = new UsageError(
    `${call.text} began in a hook or at the top level, and failed while a test ran`,
    [
      `It failed:  ${firstLineOf(failure)}`,
      'What to do: await it where it begins, and so any helper that leads to it',
    ],
    failure,
  );
  return errorAt(call, error);
}

/** Gives an error the stack of a call. */
function errorAt<E extends Error>({ frames }: FollowedCall, error: E): E {
  error.stack = `${error.name}: ${error.message}${frames}`;
  return error;
}

function throwAll(errors: readonly Error[]): void {
  const [first] = errors;
  if (first === undefined) return;
  if (errors.length === 1) throw first;
  const all = new AggregateError(errors, errors.map(({ message }) => message).join('\n\n'));
  // Vitest 3 shows the stack of this one alone.
  if (first.stack) all.stack = first.stack;
  throw all;
}

/** All of a test file that is outside of its tests: module code, describe bodies, and the hooks of suites. */
export class FileScope extends Scope {
  readonly timeoutMs = 0;
  protected readonly kind = 'the test file';
  readonly path: string | undefined;
  readonly #late: Error[] = [];
  /** Its suites, once a test has begun. */
  #root: Readonly<Suite> | undefined;
  #runningTests = 0;
  #phase: 'runs' | 'tears-down' | 'waits' | 'ended' = 'runs';

  constructor(path: string | undefined) {
    super();
    this.path = path;
  }

  get name(): string {
    return this.kind;
  }

  protected get hasFailed(): boolean {
    return false;
  }

  remainingMs(): number {
    return Number.POSITIVE_INFINITY;
  }

  /** Whether its tests and hooks run, of which each call can be told to which it belongs. */
  get runs(): boolean {
    return this.#phase === 'runs';
  }

  /** Whether none of its tests, hooks and fixtures runs any more, but it has not ended. */
  get isWaiting(): boolean {
    return this.#phase === 'waits';
  }

  /** Whether all that it reports is reported. */
  get hasEnded(): boolean {
    return this.#phase === 'ended';
  }

  /** Notes that a test begins whose calls can be told from those of hooks. Returns a function that notes that it has ended. */
  startTest(root: Readonly<Suite>): () => void {
    this.#root = root;
    this.#runningTests++;
    return () => {
      this.#runningTests--;
    };
  }

  /**
   * A call that a hook or the module begins may be awaited later, by a test. If it fails while tests run, the hook has not
   * awaited it, and whoever does may drop the failure. A call that begins while tests run may be that of a server or queue.
   */
  override follow(call: FollowedCall): void {
    super.follow(call);
    if (this.#runsTestsOnly) return;
    call.onEnd((failure) => {
      if (failure !== undefined && this.#runsTestsOnly) this.report(outlivedError(call, failure));
    });
  }

  /** Whether tests run, and no hook of a suite, which may be concurrent. */
  get #runsTestsOnly(): boolean {
    return this.#root !== undefined && this.#runningTests > 0 && !runsHook(this.#root);
  }

  /** Notes that its last hook has run. What begins now may be the teardown of a fixture that a test has set up. */
  startTeardown(): void {
    this.#phase = 'tears-down';
  }

  /** Ends its calls, because none of its tests, hooks and fixtures runs any more. A call that begins later is refused. */
  async startWaiting(): Promise<void> {
    this.#phase = 'waits';
    this.#late.push(...(await this.end()));
  }

  /**
   * Ends it.
   *
   * @throws the calls that it did not await, and what its tests could not report any more.
   */
  finish(): void {
    this.#phase = 'ended';
    throwAll(this.#late);
  }

  /** Takes an error that makes the run fail: with the file, or, when that has ended, by itself. */
  report(error: Error): void {
    if (this.hasEnded) void Promise.reject(error);
    else this.#late.push(error);
  }
}

/** Whether a hook of a suite, or of one in it, runs. */
function runsHook({ result, tasks }: Readonly<Suite>): boolean {
  const { beforeAll, afterAll } = result?.hooks ?? {};
  return (
    beforeAll === 'run' || afterAll === 'run' || tasks.some((task) => task.type === 'suite' && runsHook(task))
  );
}

/**
 * The context of a call that begins after its own test, or its own file, has ended, while something else runs. A later test
 * may await it, as with a server that the first test started, or the teardown of a fixture. So it is not refused, and the
 * file follows it. An assertion that fails makes the run fail, because it may be that nobody awaits it. While tests and hooks
 * run, one that holds does so too: it is that of a helper that nobody awaits, or of a queue that a test started, which
 * cannot be told apart.
 */
export class LateScope implements TestContext {
  readonly timeoutMs = 0;
  readonly signal: AbortSignal;
  readonly #origin: Scope;
  readonly #file: FileScope;

  /** @param file - The one that runs; where none does, the last one. */
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
    // After the last file, in the teardown of a fixture of the worker, nothing is left that could follow it.
    if (!this.#file.hasEnded) this.#file.follow(call);
    const isDuringTests = this.#file.runs;
    call.onEnd((failure) => {
      if (failure !== undefined) this.#file.report(lateError(call, this.#origin, failure));
      else if (isDuringTests) this.#origin.report(lateError(call, this.#origin));
    });
  }
}

/** One attempt of a test. */
export class TestAttempt extends Scope {
  protected readonly kind = 'the test';
  readonly #task: VitestContext['task'];
  readonly #file: FileScope;
  readonly #clock: Clock;
  readonly #stateAtStart: string | undefined;
  #hasReported = false;
  #hookTimer: Timer;
  /** When its beforeEach hooks were last seen running; its own time began after that. */
  #inHooksMs: number | undefined;

  constructor({ task, signal }: Pick<VitestContext, 'task' | 'signal'>, file: FileScope, clock = realClock) {
    super();
    this.#task = task;
    this.#file = file;
    this.#clock = clock;
    this.#stateAtStart = task.result?.state;
    // In Vitest 4 the signal of an attempt that was aborted serves the next as well: a listener hears only new aborts.
    signal.addEventListener('abort', () => this.abort(signal.reason), { once: true, signal: this.signal });
  }

  get timeoutMs(): number {
    return this.#task.timeout;
  }

  /**
   * Notes that the beforeEach hooks run. Nothing public tells when the last has ended and the time of the test begins, but
   * the task tells whether they run now. It is checked until they do not, which takes the test's time for a little shorter.
   */
  enterHooks(): void {
    this.#inHooksMs = this.#clock.now();
    this.#hookTimer = this.#clock.setTimeout(() => this.#checkHooks(), hookCheckMs);
    (this.#hookTimer as Partial<NodeJS.Timeout>).unref?.();
  }

  /** Unlimited in a hook, before the test and after it, because the time of hooks is another. */
  remainingMs(): number {
    const { beforeEach, afterEach } = this.#task.result?.hooks ?? {};
    const isInHook = beforeEach === 'run' || (afterEach === 'run' && !this.#isRepeated) || this.#hasPassed;
    if (this.#inHooksMs === undefined || this.timeoutMs <= 0 || isInHook) return Number.POSITIVE_INFINITY;
    return this.#inHooksMs + this.timeoutMs - reserveMs(this.timeoutMs) - this.#clock.now();
  }

  /**
   * Ends it.
   *
   * @throws the calls that are not settled, unless the test failed anyway.
   */
  async finish(): Promise<void> {
    this.#clock.clearTimeout(this.#hookTimer);
    const forgotten = await this.end();
    this.#hasReported = forgotten.length > 0 || this.hasFailed;
    // Vitest turns the failure of such a test round, or drops it.
    const { fails, result } = this.#task;
    if (fails || result?.state === 'skip') for (const error of forgotten) this.#file.report(error);
    if (fails) this.#refuseNoVerdict();
    throwAll(forgotten);
  }

  /** A test that is expected to fail has no verdict when it fails because nobody answered, or because of misuse. */
  #refuseNoVerdict(): void {
    for (const error of this.#task.result?.errors ?? []) {
      const isUsage = (error as { code?: unknown }).code === 'USAGE';
      const reason = isUsage ? error : noVerdictIn(error);
      if (reason === undefined) continue;
      const inconclusive = new InconclusiveError({
        summary: `${this.name} is expected to fail, and was inconclusive: ${firstLineOf(reason)}`,
        details: [
          isUsage
            ? 'What to do: fix the call; it was refused before anything was asserted'
            : 'What to do: check that the service answers, and that the URL is right',
        ],
      });
      const frames = error.stack?.indexOf('\n    at ') ?? -1;
      if (frames >= 0)
        inconclusive.stack = `${inconclusive.name}: ${inconclusive.message}${error.stack?.slice(frames)}`;
      this.#file.report(inconclusive);
      return;
    }
  }

  get name(): string {
    return `the test "${this.#task.name}"`;
  }

  protected get hasFailed(): boolean {
    return this.#task.result?.state === 'fail';
  }

  /** Once: what tries again and again, as a property that shrinks, would report the same each time. */
  report(error: Error): void {
    if (this.#hasReported) return;
    this.#hasReported = true;
    this.#file.report(error);
  }

  #checkHooks(): void {
    if (this.#task.result?.hooks?.beforeEach === 'run') this.enterHooks();
  }

  /** A test that is repeated has passed already when it starts again. */
  get #isRepeated(): boolean {
    return this.#stateAtStart === 'pass';
  }

  get #hasPassed(): boolean {
    return !this.#isRepeated && this.#task.result?.state === 'pass';
  }
}
