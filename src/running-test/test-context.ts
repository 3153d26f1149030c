import { AsyncLocalStorage } from 'node:async_hooks';
import { hideInternalFrames, isCrosscheckError, stackOfCalledCode } from '../errors.js';
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
  /** The call site: a stack without a message. */
  readonly frames: string;
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
    this.frames = framesAbove(entry);
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

/** Appends the frames of the user's call to the stack of an error that was thrown later. */
export function withFrames(error: unknown, frames: string): unknown {
  if (!(error instanceof Error) || frames === '') return error;
  // Between the code that failed and the user's call are frames of the package, and of the runner.
  const stack = stackOfCalledCode(error);
  const [, first = ''] = frames.split('\n', 2);
  // Synchronous errors have the same frames, but a long stack is truncated before it reaches the user's code.
  const start = stack.indexOf(`\n${first}`);
  error.stack = (start < 0 ? stack : stack.slice(0, start)) + frames;
  if (isCrosscheckError(error)) hideInternalFrames(error);
  return error;
}

/** Returns the call site of a function: a stack without a message and without the function's frame. */
export function framesAbove(entry: (...args: never[]) => unknown): string {
  const here: { stack?: string } = {};
  Error.captureStackTrace(here, entry);
  const { stack = '' } = here;
  const start = stack.indexOf('\n    at ');
  return start < 0 ? '' : stack.slice(start);
}
