import type { TestContext as VitestContext } from 'vitest';
import { InconclusiveError, UsageError } from '../errors.js';
import { afterThisTurn, type Clock, realClock, type Timer } from '../internal/clock.js';
import type { FollowedCall, TestContext } from '../internal/test-context.js';
import { noVerdictIn } from '../properties/no-verdict.js';

/** Kept for the last look of a wait, and for the test to report before Vitest ends it with "Test timed out". */
function reserveMs(timeoutMs: number): number {
  return Math.min(250, timeoutMs / 4);
}

/** How often a test looks whether its beforeEach hooks are over: by so much its time may be taken for less than it is. */
const hookLookMs = 20;

/** Code that must await its calls before it ends: an attempt of a test, or all of a file that is outside of tests. */
abstract class Scope implements TestContext {
  abstract readonly timeoutMs: number;
  readonly #end = new AbortController();
  readonly #calls = new Set<FollowedCall>();

  abstract remainingMs(): number;
  /** Whether it failed anyway, so that calls that it gave up are no news. */
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

  /** Ends it and every call in it; gives an error for each that was not settled, unless it failed anyway. */
  async end(): Promise<UsageError[]> {
    // Calls that the last statement cancelled settle in this turn.
    if (this.#unsettled().length > 0) await new Promise<void>((resolve) => afterThisTurn(resolve));
    const forgotten = this.#giveUp();
    this.#end.abort(new Error(`${this.kind} has ended`));
    return this.hasFailed ? [] : forgotten;
  }

  #giveUp(): UsageError[] {
    const calls = this.#unsettled();
    this.#calls.clear();
    return calls.map((call) => {
      const error = forgottenError(call, this.kind);
      call.end(error);
      return error;
    });
  }

  /** Aborts what is under way, as the runner asked for. */
  protected abort(reason: unknown): void {
    this.#giveUp();
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

/** Of a call that began when its test had ended; `failure` is what it failed with, where it was not refused. */
function lateError(call: FollowedCall, { name }: Scope, failure?: unknown): UsageError {
  const error = new UsageError(
    `${call.text} began after ${name} had ended${failure === undefined ? '' : ', and failed'}`,
    [
      ...(failure === undefined ? [] : [`It failed:  ${firstLineOf(failure)}`]),
      'Something that leads to this line is not awaited: a helper, a callback, Promise.race.',
      'What to do: await it in the test, so that the test ends after it; start in beforeAll what several tests share;',
      'bind what a shared queue runs to the test that adds it, with AsyncResource.bind of node:async_hooks',
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
        'of a property with interruptAfterTimeLimit await checkProperty, which awaits the run that it interrupts',
      ]
    : [`What to do: write await before it: await ${call.text}`];
  return errorAt(call, new UsageError(`${call.text} was still waiting when ${kind} ended`, advice));
}

/** An error whose stack names the line of a call. */
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

  /** Whether its tests and hooks may run: of what begins in them it can be told to which it belongs. */
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

  /** Says that its last hook has run: what begins now may be the teardown of a fixture that a test has set up. */
  startTeardown(): void {
    this.#phase = 'tears-down';
  }

  /** Says that none of its tests, hooks and fixtures runs any more. */
  startWaiting(): void {
    this.#phase = 'waits';
  }

  /**
   * Ends it.
   *
   * @throws what its tests could not report any more, and the calls that are not settled.
   */
  async finish(): Promise<void> {
    const forgotten = await this.end();
    this.#phase = 'ended';
    throwAll([...this.#late, ...forgotten]);
  }

  /** Takes an error that makes the run fail: with the file, or, when that has ended, by itself. */
  report(error: Error): void {
    if (this.hasEnded) void Promise.reject(error);
    else this.#late.push(error);
  }
}

/**
 * What a call belongs to that begins when its own test, or its own file, has ended, while something else runs. Whoever
 * awaits it may be a later test, as with a server that the first test started, or the teardown of a fixture, so it is not
 * refused, and the file follows it. An assertion that fails makes the run fail, because nobody may await it. One that holds
 * does so too while tests and hooks run: it is of a helper that nobody awaits, or of a queue that a test started, which
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
  /** The last moment at which its beforeEach hooks were seen running; its own time began after that. */
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
   * Says that the first of the beforeEach hooks runs. Nothing public tells when the last has ended and the time of the
   * test begins, but the task tells whether they run now: it is looked at until they do not, which errs to the safe side.
   */
  enterHooks(): void {
    this.#inHooksMs = this.#clock.now();
    this.#hookTimer = this.#clock.setTimeout(() => this.#lookAtHooks(), hookLookMs);
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

  /** A test that is expected to fail, and fails because nobody answered or a call was refused, says nothing. */
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
            : 'What to do: look whether the service answers, and at the right URL',
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

  /** Once: what tries again and again, as a property that shrinks, would tell the same each time. */
  report(error: Error): void {
    if (this.#hasReported) return;
    this.#hasReported = true;
    this.#file.report(error);
  }

  #lookAtHooks(): void {
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
