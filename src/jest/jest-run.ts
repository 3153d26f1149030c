/** A test of jest-circus, as far as it is used. */
export interface CircusTest {
  readonly name: string;
  readonly timeout?: number | undefined;
  readonly errors: readonly unknown[];
  readonly concurrent?: boolean | undefined;
}

/** The state of the run of a test file. The environment, outside of the realm of the tests, writes it; `crosscheck/jest` reads it there. */
export interface JestRun {
  /** The test function or hook that runs: when it began, and its timeout, in milliseconds. */
  running: { readonly startMs: number; readonly timeoutMs: number } | undefined;
  /** The test that runs, with its hooks. */
  test: CircusTest | undefined;
  /** Whether a test of the file is concurrent: then the test that the calling code belongs to is unknown. */
  isConcurrent: boolean;
}

/** Its name in the global object of the tests. */
export const jestRunKey: unique symbol = Symbol.for('crosscheck.jestRun') as never;
