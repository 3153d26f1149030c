import { AsyncLocalStorage } from 'node:async_hooks';
import { type DetailLine, framesIn, UsageError, withFrames } from '../errors.js';
import { afterThisTurn, realClock } from '../internal/clock.js';
import { sharedByCopies } from '../internal/shared-by-copies.js';

/** The test, or the test file, that the calling code belongs to. */
export interface TestContext {
  /** For messages: `the test "sends a call"`. */
  readonly name: string;
  /** The timeout of the test, in milliseconds; 0 if there is none. */
  readonly timeoutMs: number;
  /** Aborts when this attempt of the test ends: passed, failed, out of time or cancelled. */
  readonly signal: AbortSignal;
  /**
   * Returns the milliseconds that a call may take so that the test can still report its outcome; `Infinity` if
   * unlimited.
   */
  remainingMs(): number;
  /** Registers a call that the test must await. */
  follow(call: FollowedCall): void;
}

/** The toolkit's interface to a test runner. The runner's adapter, such as `crosscheck/vitest`, registers it. */
export interface TestRunner {
  /** Returns whether it knows the time that tests have left; if not, calls and waits have shorter defaults in Jest. */
  knowsTimeLeft(): boolean;
  /** Returns the test or test file that the calling code belongs to; undefined if unknown. */
  currentTest(): TestContext | undefined;
  /** Returns the path of the current test file. */
  testFile(): string | undefined;
  /**
   * Returns the test and the describe blocks that the calling code is part of, innermost first. There are several such
   * lists if it may be part of any of them.
   */
  currentBlocks(): readonly (readonly object[])[];
}

const noRunner: TestRunner = {
  knowsTimeLeft: () => false,
  currentTest: () => undefined,
  testFile: () => undefined,
  currentBlocks: () => [[]],
};

/** A test file may import one copy of the package, and a helper that it uses may require another. */
const shared = sharedByCopies('runningTest', () => ({
  runner: undefined as TestRunner | undefined,
  /**
   * The only storage, because on Node 20 each one slows down every `await`. It is kept here because Vitest evaluates the
   * adapter again for each test file of a worker, and code of an earlier file must be recognized.
   */
  contexts: new AsyncLocalStorage<CallContext>(),
}));
const { contexts } = shared;

/**
 * Registers the test runner; omitted members keep their defaults. Returns whether it is the first in this process or
 * worker: without isolation each test file registers one.
 */
export function registerTestRunner(adapter: Partial<TestRunner>): boolean {
  const isFirst = shared.runner === undefined;
  shared.runner = { ...noRunner, ...adapter };
  return isFirst;
}

/** Returns the registered test runner, or a default without tests. */
export function testRunner(): TestRunner {
  return shared.runner ?? noRunner;
}

/** What is known about code by its asynchronous context. */
interface CallContext {
  /** The test, or the test file, that it belongs to. */
  readonly test: TestContext | undefined;
  /** Whether another call awaits its calls, or nothing has to. */
  readonly isNested: boolean;
}

/** Runs the code of a test or a test file. */
export function runInTest<T>(test: TestContext, work: () => T): T {
  return contexts.run({ test, isNested: false }, work);
}

/** Returns the test or test file by the asynchronous context alone; it may have ended. */
export function testOfContext(): TestContext | undefined {
  return contexts.getStore()?.test;
}

/** Returns the test that the calling code belongs to; undefined if unknown. */
export function currentTest(): TestContext | undefined {
  return testRunner().currentTest();
}

/** Runs work whose calls need not be awaited: another call awaits them, or they outlive the test in which they start. */
export function unfollowed<T>(work: () => Promise<T>): Promise<T> {
  return contexts.run({ test: testOfContext(), isNested: true }, work);
}

/** A call to track. */
export interface CallSite {
  /** The call as the user wrote it: `client.simulate(...)`. */
  readonly text: string;
  /** The called function; its frame and all frames above are omitted from the stack. */
  readonly entry: (...args: never[]) => unknown;
  /** Whether the runner wraps the returned promise in its own, as it does for matchers. */
  readonly isWrapped?: boolean;
  /** Whether a failure is an expected result, as for a client's call. Default: false. */
  readonly mayFail?: boolean;
  /** Whether the test must also await the calls that the work makes, as those of a callback. Default: false. */
  readonly followsInner?: boolean;
  /** Returns the failure in the resolved value, as for a matcher; undefined if there is none. */
  readonly failureOf?: (value: unknown) => string | undefined;
}

/**
 * Runs work that the running test must await. The promise always settles: with the result of the work, or with an error
 * that names the call if the test ends first or has already ended. Without a test, or inside another tracked call, it
 * only runs the work.
 */
export function followed<T>(site: CallSite, work: (test: TestContext | undefined) => Promise<T>): Promise<T> {
  const test = contexts.getStore()?.isNested ? undefined : currentTest();
  if (test === undefined) return work(undefined);
  const call = new FollowedCall(site);
  test.follow(call);
  return call.run(() => work(test));
}

/**
 * Whether the runner may await a promise without calling its `then`: Bun does so with the one that a test returns. There, only a
 * call that is still running is known not to be awaited. Bun itself fails a test that drops a rejected promise.
 */
const mayAwaitWithoutThen = process.versions.bun !== undefined;

/** A call that a test must await. */
export class FollowedCall {
  readonly text: string;
  readonly #site: { readonly stack?: string } = {};
  /** The error with which the test ended it, if it did. */
  #ending: Error | undefined;
  #end: ((error: Error) => void) | undefined;
  #isSettled = false;
  #promise: FollowedPromise<unknown> | undefined;
  #onEnd: ((failure: unknown) => void) | undefined;
  readonly #isWrapped: boolean;
  readonly #mayFail: boolean;
  readonly #followsInner: boolean;
  readonly #failureOf: CallSite['failureOf'];

  constructor({
    text,
    entry,
    isWrapped = false,
    mayFail = false,
    followsInner = false,
    failureOf,
  }: CallSite) {
    this.text = text;
    this.#isWrapped = isWrapped;
    this.#mayFail = mayFail;
    this.#followsInner = followsInner;
    this.#failureOf = failureOf;
    Error.captureStackTrace(this.#site, entry);
  }

  /** The call site: a stack without a message. V8 formats it when it is first read, which few calls need. */
  get frames(): string {
    return framesIn(this.#site);
  }

  get isSettled(): boolean {
    return this.#isSettled;
  }

  /** Whether it is awaited; its caller may still not be. */
  get isAwaited(): boolean {
    return this.#promise?.isUsed ?? false;
  }

  /** Whether it is known to have settled without being awaited. */
  get isDropped(): boolean {
    return !mayAwaitWithoutThen && this.#isSettled && this.#promise !== undefined && !this.#promise.isUsed;
  }

  /** Rejects it unless it has settled. A call that has not begun never begins. */
  end(error: Error): void {
    if (this.#isSettled) return;
    this.#ending = error;
    // The test reports the error, so it must not also become an unhandled rejection.
    this.#promise?.ignore();
    this.#end?.(error);
  }

  /**
   * Calls back when it ends by itself: with its failure, or undefined if it passes. Ignored for calls that may fail,
   * which assert nothing.
   */
  onEnd(callback: (failure: unknown) => void): void {
    if (!this.#mayFail) this.#onEnd = callback;
  }

  /** Starts the work unless the call has ended. Rethrows synchronous errors. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const working = this.#begin(work);
    const promise = new FollowedPromise<T>((resolve, reject) => {
      const fail = (error: unknown): void => {
        this.#isSettled = true;
        if (this.#ending === undefined) this.#onEnd?.(error ?? 'nothing was thrown');
        reject(withFrames(error, this.frames));
      };
      this.#end = fail;
      working.then((value) => {
        this.#isSettled = true;
        if (this.#ending === undefined) this.#onEnd?.(this.#failureOf?.(value));
        resolve(value);
      }, fail);
    });
    if (this.#isWrapped) promise.wrapWith(this.frames);
    if (this.#ending) promise.ignore();
    this.#promise = promise;
    return promise;
  }

  #begin<T>(work: () => Promise<T>): Promise<T> {
    if (this.#ending) return Promise.reject(this.#ending);
    try {
      return this.#followsInner ? work() : unfollowed(work);
    } catch (error) {
      this.#isSettled = true;
      throw error;
    }
  }
}

/** A promise that records whether it is awaited. Promises derived from it are plain. */
class FollowedPromise<T> extends Promise<T> {
  #isUsed = false;
  #isIgnored = false;
  #wrapperFrames: string | undefined;
  #wrapper: FollowedPromise<unknown> | undefined;
  /** What `catch` returned. */
  readonly #caught: FollowedPromise<unknown>[] = [];

  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  /** Delegates to the first derived promise: the runner derives it and returns it to the user. */
  wrapWith(frames: string): void {
    this.#wrapperFrames = frames;
  }

  get isUsed(): boolean {
    return this.#isUsed || [this.#wrapper, ...this.#caught].some((promise) => promise?.isUsed);
  }

  /** Prevents an unhandled rejection. */
  ignore(): void {
    this.#isIgnored = true;
    for (const caught of this.#caught) caught.ignore();
    if (this.#wrapper) this.#wrapper.ignore();
    else if (!this.#isUsed) super.then(undefined, () => {});
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise, and overriding then() detects await.
  override then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    const frames = this.#wrapperFrames;
    const derived = super.then(onFulfilled, onRejected);
    // The runner's wrapper does not handle rejections. A handler, as with await, means that the matcher was called
    // directly.
    if (frames === undefined || this.#wrapper || onRejected) this.#isUsed = true;
    if (frames === undefined || this.#wrapper) return derived;
    const wrapper = new FollowedPromise<A | B>((resolve, reject) => {
      derived.then(resolve, (error: unknown) => reject(withFrames(error, frames)));
    });
    if (this.#isIgnored) wrapper.ignore();
    this.#wrapper = wrapper;
    return wrapper;
  }

  /** Code that catches a failure does not wait for it: whoever awaits the promise that this returns does. */
  override catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    const handled = super.then(undefined, onRejected);
    const caught = new FollowedPromise<T | B>((resolve, reject) => {
      handled.then(resolve, reject);
    });
    this.#caught.push(caught);
    return caught;
  }
}

// Scopes.

/**
 * Returns the milliseconds that a call may take before the runner ends what has begun at `startMs`; `Infinity` without a timeout. Some
 * of the time is reserved for the final poll of a wait, and for the test to report.
 */
export function timeLeft(startMs: number, timeoutMs: number): number {
  if (timeoutMs <= 0 || !Number.isFinite(timeoutMs)) return Number.POSITIVE_INFINITY;
  return startMs + timeoutMs - Math.min(250, timeoutMs / 4) - realClock.now();
}

/** Code that must await its calls: a test attempt, or the code of a file outside tests. */
export abstract class Scope implements TestContext {
  abstract readonly timeoutMs: number;
  readonly #end = new AbortController();
  readonly #calls = new Set<FollowedCall>();

  abstract remainingMs(): number;
  protected hasCalls = false;
  /** Whether it has failed anyway, so that missing awaits need no report. */
  protected abstract get hasFailed(): boolean;
  /** For messages: `the test`. */
  protected abstract readonly kind: string;
  /** For messages: `the test "sends a call"`. */
  abstract get name(): string;
  /** Fails the run even though this scope has ended. */
  abstract report(error: Error): void;

  get signal(): AbortSignal {
    return this.#end.signal;
  }

  follow(call: FollowedCall): void {
    this.hasCalls = true;
    if (this.signal.aborted) this.#reject(call);
    else this.#calls.add(call);
  }

  /** Ends the scope and its calls. Returns an error for each call that was not awaited, unless the scope has failed. */
  async end(): Promise<UsageError[]> {
    // Calls cancelled by the last statement settle in this turn.
    if (this.#unsettled().length > 0) await new Promise<void>((resolve) => afterThisTurn(resolve));
    const unawaited = this.#abortCalls();
    this.#end.abort(new Error(`${this.kind} has ended`));
    return this.hasFailed ? [] : unawaited;
  }

  #abortCalls(): UsageError[] {
    const unawaited = [...this.#calls].filter((call) => !call.isSettled || call.isDropped);
    this.#calls.clear();
    return unawaited.map((call) => {
      const error = unawaitedError(call, this.kind);
      call.end(error);
      return error;
    });
  }

  /** Aborts the scope and its calls when the runner aborts. */
  protected abort(reason: unknown): void {
    this.#abortCalls();
    this.#end.abort(reason);
  }

  #unsettled(): FollowedCall[] {
    return [...this.#calls].filter(({ isSettled }) => !isSettled);
  }

  #reject(call: FollowedCall): void {
    const error = this.lateError(call);
    call.end(error);
    this.report(error);
  }

  /** Creates the error for a call that began after the scope ended; `failure` is the call's own error, if it ran. */
  lateError(call: FollowedCall, failure?: unknown): UsageError {
    const hasFailed = failure !== undefined;
    const error = new UsageError(
      `${call.text} began after ${this.name} had ended${hasFailed ? ', and failed' : ''}`,
      [...(hasFailed ? [`It failed:  ${firstLineOf(failure)}`] : []), ...this.lateLines(hasFailed)],
      failure,
    );
    return errorAt(call, error);
  }

  /** What messages say of a call that began after the scope ended. */
  protected lateLines(_hasFailed: boolean): readonly DetailLine[] {
    return [
      missingAwait,
      {
        advice:
          'await it in the test, so that the test ends after it; start in beforeAll what several tests share;\n' +
          'bind what a shared queue runs to the test that adds it, with AsyncResource.bind of node:async_hooks',
      },
    ];
  }
}

/** What messages say of a late call. */
export const missingAwait =
  'Something that leads to this line is not awaited: a helper, a callback, Promise.race.';

/** Returns the first line of an error's message. */
export function firstLineOf(error: unknown): string {
  const { message = error } = (error ?? {}) as { readonly message?: unknown };
  return String(message).split('\n', 1)[0] as string;
}

function unawaitedError(call: FollowedCall, kind: string): UsageError {
  const advice = call.isAwaited
    ? [
        {
          advice:
            'this line is awaited, but what leads to it is not: await the helper, fc.assert or Promise around it;\n' +
            'for a property with interruptAfterTimeLimit use checkProperty, which waits for the run that it interrupts',
        },
      ]
    : [{ advice: `write await before it: await ${call.text}` }];
  const fact = call.isSettled ? 'was not awaited before' : 'was still waiting when';
  return errorAt(call, new UsageError(`${call.text} ${fact} ${kind} ended`, advice));
}

/** Sets the stack of an error to that of a call. */
export function errorAt<E extends Error>({ frames }: FollowedCall, error: E): E {
  error.stack = `${error.name}: ${error.message}${frames}`;
  return error;
}

/** Throws an error, or several as one; returns if there is none. */
export function throwAll(errors: readonly Error[]): void {
  const [first] = errors;
  if (first === undefined) return;
  if (errors.length === 1) throw first;
  const all = new AggregateError(errors, errors.map(({ message }) => message).join('\n\n'));
  // Vitest 3 shows only the stack of the AggregateError.
  if (first.stack) all.stack = first.stack;
  throw all;
}
