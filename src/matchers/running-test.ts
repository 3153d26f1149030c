/** What a matcher may know of the test that uses it. An integration with a test runner tells it. */
export interface RunningTest {
  /** How long the test may take, in milliseconds. */
  readonly timeoutMs: number;
  /** Aborts when this try of the test ends: passed, failed, out of time or called off. */
  readonly signal: AbortSignal;
  /** Milliseconds that a wait may still take, so that the test can say how it ended; `Infinity` without a limit. */
  remainingMs(): number;
}

/** Gives the test that the calling code belongs to, if it belongs to one. */
export type RunningTestProvider = () => RunningTest | undefined;

let provider: RunningTestProvider = () => undefined;

/** Registers where the running test comes from; for integrations with a test runner. */
export function provideRunningTest(newProvider: RunningTestProvider): void {
  provider = newProvider;
}

/** The test that the calling code belongs to; undefined where the runner does not tell. */
export function runningTest(): RunningTest | undefined {
  return provider();
}

/** A signal that ends with the running test as well as with the one that was given. */
export function signalWithinTest(signal: AbortSignal | undefined): AbortSignal | undefined {
  const test = runningTest();
  if (test === undefined) return signal;
  return signal === undefined ? test.signal : AbortSignal.any([signal, test.signal]);
}
