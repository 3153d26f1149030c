import { z } from 'zod';
import { realClock } from '../internal/clock.js';
import { callback, durationMs, parseOptions } from '../internal/options.js';
import { registerTestRunner, Scope, throwAll, timeLeft } from './test-context.js';

/** The hooks of a test runner, which call back before and after each test, in `node:test` with its context. */
export interface TestHooks {
  beforeEach(hook: (...context: readonly unknown[]) => void): unknown;
  afterEach(hook: (...context: readonly unknown[]) => Promise<void>): unknown;
}

const testHooks = z.object({
  beforeEach: callback<TestHooks['beforeEach']>(),
  afterEach: callback<TestHooks['afterEach']>(),
});

export const followShape = {
  /**
   * The timeout of a test, in milliseconds, as the runner has it. Waits, calls and assertions end before it: by 250 ms, or a
   * quarter of it. Default: none.
   */
  timeoutMs: durationMs(1).optional(),
};
const followOptions = z.strictObject(followShape);

/** Options of `followTests`. */
export interface FollowOptions extends Readonly<z.input<z.ZodObject<typeof followShape>>> {}

/**
 * Follows tests by the hooks of their runner, so that a missing `await` of an assertion or a call fails the test. With
 * `timeoutMs`, waits and calls also end before the test does, and say what they waited for. Tests that run at the same time
 * are followed together, without a time limit, until the last of them ends. For runners without an integration of their own,
 * such as `node:test`, Bun and Deno: call it once, in a setup file or at the top of a test file.
 *
 * @example
 * import { afterEach, beforeEach } from 'node:test';
 * import { followTests } from 'crosscheck/matchers';
 *
 * followTests({ beforeEach, afterEach }, { timeoutMs: 30_000 });
 *
 * @throws {UsageError} when a hook is missing, or an option is unknown or invalid.
 */
export function followTests(hooks: TestHooks, options: FollowOptions = {}): void {
  parseOptions('followTests was given invalid hooks', testHooks, hooks);
  const { timeoutMs = 0 } = parseOptions('followTests has invalid options', followOptions, options);
  /** The tests that run now, by their signals, which only `node:test` has. */
  let running: (AbortSignal | undefined)[] = [];
  /** Whether others have begun while the first of them ran. */
  let areConcurrent = false;
  const test: FollowableTest = {
    name: 'the test',
    hasFailed: false,
    report: rejectUnhandled,
    // Which of several tests a call belongs to is unknown, and so is when it began.
    get timeoutMs() {
      return areConcurrent ? 0 : timeoutMs;
    },
  };
  let scope: FollowedTest | undefined;
  registerTestRunner({ currentTest: () => scope });
  // A parameter would be a callback in some runners.
  hooks.beforeEach((...[context]) => {
    // Before Node 24, afterEach is not called for a test that skips itself.
    running = [...running.filter((signal) => !signal?.aborted), signalOf(context)];
    areConcurrent = running.length > 1;
    if (!areConcurrent) scope = new FollowedTest(test);
  });
  hooks.afterEach(async (...[context]) => {
    running.splice(running.indexOf(signalOf(context)), 1);
    if (running.length > 0) return;
    const ended = scope;
    scope = undefined;
    await ended?.finish();
  });
}

function signalOf(context: unknown): AbortSignal | undefined {
  return (context as { readonly signal?: AbortSignal } | undefined)?.signal;
}

function rejectUnhandled(error: Error): void {
  void Promise.reject(error);
}

/** A test that can be followed, apart from others that run at the same time. */
export interface FollowableTest {
  /** For messages: `the test "sends a call"`. */
  readonly name: string;
  /** Its timeout in milliseconds; 0 if there is none. */
  readonly timeoutMs: number;
  /** Whether it has failed anyway, so that missing awaits need no report. */
  readonly hasFailed: boolean;
  /** Reports an error although the test has ended. */
  report(error: Error): void;
}

/** A test that begins when this is created. */
export class FollowedTest extends Scope {
  protected readonly kind = 'the test';
  readonly #test: FollowableTest;
  readonly #startMs = realClock.now();

  constructor(test: FollowableTest) {
    super();
    this.#test = test;
  }

  get name(): string {
    return this.#test.name;
  }

  get timeoutMs(): number {
    return this.#test.timeoutMs;
  }

  remainingMs(): number {
    return timeLeft(this.#startMs, this.timeoutMs);
  }

  /**
   * Ends the test.
   *
   * @throws an error with the calls that were not awaited, unless the test failed for another reason.
   */
  async finish(): Promise<void> {
    throwAll(await this.end());
  }

  protected get hasFailed(): boolean {
    return this.#test.hasFailed;
  }

  report(error: Error): void {
    this.#test.report(error);
  }
}
