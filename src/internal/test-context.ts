import { AsyncLocalStorage } from 'node:async_hooks';
import type { Deployment } from '../deployment/deployment.js';
import { hideInternalFrames, InconclusiveError, isCrosscheckError } from '../errors.js';
import { realClock } from './clock.js';
import { printDuration } from './print.js';
import { withTimeLimit } from './waiting.js';

/** The test, or the test file, that the calling code belongs to. */
export interface TestContext {
  /** What it is: `the test "sends a call"`. */
  readonly name: string;
  /** How long the test may take, in milliseconds; 0 without a limit. */
  readonly timeoutMs: number;
  /** Aborts when this attempt of the test ends: passed, failed, out of time or cancelled. */
  readonly signal: AbortSignal;
  /** Milliseconds that a call may still take, so that the test can say how it ended; `Infinity` without a limit. */
  remainingMs(): number;
  /** Registers a call that the test must await, and tells it how the call ends. */
  follow(call: FollowedCall): void;
}

/** What the toolkit needs of a test runner. The adapter of a runner, such as `crosscheck/vitest`, registers it, and nothing else. */
export interface TestRunner {
  /** Returns the test, or the test file, that the calling code belongs to; undefined where the runner does not tell. */
  currentTest(): TestContext | undefined;
  /** Returns the path of the test file that runs, for which the settings of `configure` are. */
  testFile(): string | undefined;
  /** Returns the deployment that the configuration file names, in which the environment is taken into account. */
  configuredDeployment(): Deployment | undefined;
  /** Returns the deployment that the runner has started for the run. */
  startedDeployment(): Deployment | undefined;
  /** Returns the deployment to use in the place of another: one that records its exchanges, or replays them. */
  deploymentInUse(deployment: Deployment): Deployment;
  /** Whether every deployment of the run answers from a recording. */
  readonly isReplayed: boolean;
}

const noRunner: TestRunner = {
  currentTest: () => undefined,
  testFile: () => undefined,
  configuredDeployment: () => undefined,
  startedDeployment: () => undefined,
  deploymentInUse: (deployment) => deployment,
  isReplayed: false,
};

let runner = noRunner;

/** Registers the test runner. What it leaves out is as without one. */
export function registerTestRunner(adapter: Partial<TestRunner>): void {
  runner = { ...noRunner, ...adapter };
}

/** Returns the test runner, or one that knows nothing where none is registered. */
export function testRunner(): TestRunner {
  return runner;
}

/** Returns the test that the calling code belongs to; undefined where the runner does not tell. */
export function currentTest(): TestContext | undefined {
  return runner.currentTest();
}

/** Returns a signal that aborts with a test as well as with the one that was given. */
export function signalWithin(
  test: TestContext | undefined,
  signal: AbortSignal | undefined,
): AbortSignal | undefined {
  if (test === undefined) return signal;
  return signal === undefined ? test.signal : AbortSignal.any([signal, test.signal]);
}

/** What a call waits for. */
export interface Awaited {
  /** The call that waits: `expect(received).toSimulateSuccessfully()`. */
  readonly call: string;
  /** What it waits for: `the simulator's answer`; or a function that tells what it is when the time is up. */
  readonly what: string | (() => string);
  /** The user's own signal. */
  readonly signal: AbortSignal | undefined;
  /** The test that ends it. */
  readonly test: TestContext | undefined;
}

const timeUp = Symbol('the time of the test is up');

/**
 * Awaits something, but no longer than the running test lasts. Ends a little before the time of the test is up, so that the
 * test fails with what was awaited and not with "Test timed out".
 *
 * @throws {InconclusiveError} when the time of the test is up.
 */
export async function withinTest<T>(
  { call, what, signal, test }: Awaited,
  work: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  const outer = signalWithin(test, signal);
  const remainingMs = test?.remainingMs() ?? Number.POSITIVE_INFINITY;
  if (test === undefined || remainingMs === Number.POSITIVE_INFINITY) return work(outer);

  const limit = new AbortController();
  const either = outer ? AbortSignal.any([outer, limit.signal]) : limit.signal;
  if (remainingMs <= 0) {
    throw new InconclusiveError({
      summary: `${call} is inconclusive: nothing was sent, because nothing was left of the test's time`,
      details: [
        `Left:       0 ms of the test's own timeout of ${printDuration(test.timeoutMs)}; what came before took it, or loading`,
        "What to do: raise the test's own timeout",
      ],
    });
  }
  const waitMs = remainingMs;
  const came = await withTimeLimit<T | typeof timeUp>(work(either), waitMs, () => timeUp, realClock);
  if (came !== timeUp) return came;
  const error = new InconclusiveError({
    summary: `${call} is inconclusive: ${typeof what === 'string' ? what : what()} did not come in time`,
    details: [
      `Waited:     ${printDuration(waitMs)}, until just before the test's own timeout of ${printDuration(test.timeoutMs)}`,
      "What to do: find out why it takes so long, or raise the test's own timeout",
    ],
  });
  limit.abort(error);
  throw error;
}

// Calls that a followed call makes are part of it: whoever awaits it awaits them.
const followedCalls = new AsyncLocalStorage<FollowedCall | 'apart'>();

/** Runs work that outlives the test in which it begins: no call in it is followed, and none ends with the test. */
export function apartFromTests<T>(work: () => Promise<T>): Promise<T> {
  return followedCalls.run('apart', work);
}

/** A call that is about to be followed. */
export interface CallSite {
  /** The call as the user wrote it: `client.simulate(...)`. */
  readonly text: string;
  /** The function that was called; its frame and all above it are left out of the stack. */
  readonly entry: (...args: never[]) => unknown;
  /** Whether the runner puts a promise of its own around the one that is returned, as it does for matchers. */
  readonly isWrapped?: boolean;
  /** Whether its failure is a result that the caller may expect, as that of a client's call. Default: false. */
  readonly mayFail?: boolean;
  /** Returns the failure in a value that the call resolves with, as a matcher does; undefined for none. */
  readonly failureOf?: (value: unknown) => string | undefined;
}

/**
 * Runs work that the running test must await. The promise always settles: with the result of the work, or, when the test
 * ends first or has ended already, with an error that names the call. Without a test, and inside another followed call, it
 * only runs the work.
 */
export function followed<T>(site: CallSite, work: (test: TestContext | undefined) => Promise<T>): Promise<T> {
  const test = followedCalls.getStore() === undefined ? currentTest() : undefined;
  if (test === undefined) return work(undefined);
  const call = new FollowedCall(site);
  test.follow(call);
  return call.run(() => work(test));
}

/** A call that a test must await. */
export class FollowedCall {
  readonly text: string;
  /** Where it was made: a stack without a message. */
  readonly frames: string;
  /** The error that the test ended it with, if it did. */
  #ending: Error | undefined;
  #end: ((error: Error) => void) | undefined;
  #isSettled = false;
  #promise: FollowedPromise<unknown> | undefined;
  #onEnd: ((failure: unknown) => void) | undefined;
  readonly #isWrapped: boolean;
  readonly #mayFail: boolean;
  readonly #failureOf: CallSite['failureOf'];

  constructor({ text, entry, isWrapped = false, mayFail = false, failureOf }: CallSite) {
    this.text = text;
    this.#isWrapped = isWrapped;
    this.#mayFail = mayFail;
    this.#failureOf = failureOf;
    this.frames = framesAbove(entry);
  }

  get isSettled(): boolean {
    return this.#isSettled;
  }

  /** Whether anybody awaits it, which may be a caller that nobody awaits. */
  get isAwaited(): boolean {
    return this.#promise?.isUsed ?? false;
  }

  /** Whether it has settled, and nobody has asked for its result. */
  get isDropped(): boolean {
    return this.#isSettled && this.#promise !== undefined && !this.#promise.isUsed;
  }

  /** Rejects it, unless it is settled; a call that has not begun never begins. */
  end(error: Error): void {
    if (this.#isSettled) return;
    this.#ending = error;
    // The test reports it, so a promise that nobody awaits must not be reported again as an unhandled rejection.
    this.#promise?.ignore();
    this.#end?.(error);
  }

  /**
   * Calls back when it ends by itself: with its failure, or undefined when it holds. Not for a call that may fail, which
   * asserts nothing.
   */
  onEnd(told: (failure: unknown) => void): void {
    if (!this.#mayFail) this.#onEnd = told;
  }

  /** Begins the work, unless the call has ended. Throws what the work throws synchronously. */
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
      return followedCalls.run(this, work);
    } catch (error) {
      this.#isSettled = true;
      throw error;
    }
  }
}

/** A promise that knows whether anybody awaits it. Promises that it derives are plain. */
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

  /** Lets the first promise that is derived stand for this one: the runner derives it and returns it to the user. */
  wrapWith(frames: string): void {
    this.#wrapperFrames = frames;
  }

  get isUsed(): boolean {
    return this.#isUsed || [this.#wrapper, ...this.#caught].some((promise) => promise?.isUsed);
  }

  /** Keeps a rejection that nobody waits for from being reported as unhandled. */
  ignore(): void {
    this.#isIgnored = true;
    for (const caught of this.#caught) caught.ignore();
    if (this.#wrapper) this.#wrapper.ignore();
    else if (!this.#isUsed) super.then(undefined, () => {});
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise, and this is how it learns that somebody waits.
  override then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    const frames = this.#wrapperFrames;
    const derived = super.then(onFulfilled, onRejected);
    // The runner leaves a failure to its caller. Who handles it, as await does, has called the matcher directly.
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

/** Adds the frames of the user's call to the stack of its error, which was thrown later. */
export function withFrames(error: unknown, frames: string): unknown {
  if (!(error instanceof Error) || frames === '') return error;
  const stack = error.stack ?? '';
  const [, first = ''] = frames.split('\n', 2);
  // What was thrown at once has the same frames, but a long stack is cut before it comes to the user's code.
  const start = stack.indexOf(`\n${first}`);
  error.stack = (start < 0 ? stack : stack.slice(0, start)) + frames;
  if (isCrosscheckError(error)) hideInternalFrames(error);
  return error;
}

/** Returns where a function was called: a stack without a message, and without the frame of the function. */
export function framesAbove(entry: (...args: never[]) => unknown): string {
  const here: { stack?: string } = {};
  Error.captureStackTrace(here, entry);
  const { stack = '' } = here;
  const start = stack.indexOf('\n    at ');
  return start < 0 ? '' : stack.slice(start);
}
