import type { TestContext } from 'vitest';
import { UsageError } from '../errors/usage-error.js';
import { realClock } from '../internal/clock.js';
import type { RunningTest } from '../matchers/running-test.js';

// For the last look of a wait, and for the test to report before Vitest ends it with "Test timed out".
const reserveMs = 250;

/** One try of a test: what is left of its time, and the assertions in it that are not settled. */
export class TestAttempt implements RunningTest {
  readonly #task: TestContext['task'];
  readonly #end = new AbortController();
  readonly #unsettled = new Map<Promise<unknown>, UsageError>();
  #startMs: number | undefined;
  #stateAtStart: string | undefined;

  constructor({ task, signal }: Pick<TestContext, 'task' | 'signal'>) {
    this.#task = task;
    // In Vitest 4 the signal of a try that was aborted serves the next try as well: a listener hears only new aborts.
    signal.addEventListener('abort', () => this.#end.abort(signal.reason), {
      once: true,
      signal: this.signal,
    });
    this.#noteStart(signal);
  }

  get signal(): AbortSignal {
    return this.#end.signal;
  }

  get timeoutMs(): number {
    return this.#task.timeout;
  }

  /** Unlimited in a hook, before the test and after it, because the time of hooks is another. */
  remainingMs(): number {
    if (this.#startMs === undefined || this.timeoutMs <= 0 || this.#hasPassed())
      return Number.POSITIVE_INFINITY;
    return this.#startMs + this.timeoutMs - reserveMs - realClock.now();
  }

  /** Gives what an assertion gives, for as long as the try lasts: afterwards nobody is there to hear of a failure. */
  watch<T>(assertion: string, settling: Promise<T>): Promise<T> {
    const forgotten = new UsageError(`${assertion} was still waiting when the test ended`, [
      `What to do: write await before it: await ${assertion}`,
    ]);
    return new Promise((resolve, reject) => {
      const settle = (tell: () => void): void => {
        this.#unsettled.delete(settling);
        if (!this.#end.signal.aborted) tell();
      };
      this.#unsettled.set(settling, forgotten);
      settling.then(
        (value) => settle(() => resolve(value)),
        (error) => settle(() => reject(error)),
      );
    });
  }

  /**
   * Ends the try, and every wait in it.
   *
   * @throws {UsageError} when an assertion is not settled, though the test passed so far.
   */
  end(): void {
    const [forgotten] = this.#unsettled.values();
    this.#end.abort(new Error('the test has ended'));
    if (forgotten && this.#task.result?.state === 'pass') throw forgotten;
  }

  /** A test that is repeated has passed already when it starts again. */
  #hasPassed(): boolean {
    return this.#stateAtStart !== 'pass' && this.#task.result?.state === 'pass';
  }

  /**
   * Vitest starts a test's time after its hooks and, among concurrent tests, after waiting for its turn. Nothing
   * public tells when; but the first that it does then is to listen to the test's signal, as hooks and fixtures may
   * have done before.
   */
  #noteStart(signal: AbortSignal): void {
    const listen = signal.addEventListener.bind(signal);
    signal.addEventListener = (...listener: Parameters<typeof listen>) => {
      if (isCalledBy('runWithCancel')) {
        Reflect.deleteProperty(signal, 'addEventListener');
        this.#startMs = realClock.now();
        this.#stateAtStart = this.#task.result?.state;
      }
      listen(...listener);
    };
  }
}

function isCalledBy(functionName: string): boolean {
  return new Error('for its stack').stack?.includes(functionName) ?? false;
}
