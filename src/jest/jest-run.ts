/** A test of jest-circus, as far as it is used. */
export interface CircusTest {
  readonly name: string;
  readonly timeout?: number | undefined;
  readonly errors: readonly unknown[];
  readonly concurrent?: boolean | undefined;
}

/** What the environment, which is outside of the realm of the tests, tells of the run of a test file. */
export interface JestRun {
  /** The test function or hook that runs: when it began, and its timeout, in milliseconds. */
  running: { readonly startedMs: number; readonly timeoutMs: number } | undefined;
  /** The test that runs, with its hooks. */
  test: CircusTest | undefined;
  /** Whether a test of the file is concurrent: then nothing tells which test the calling code belongs to. */
  isConcurrent: boolean;
}

/** The member of the global object of the tests that has it. */
export const jestRunKey: unique symbol = Symbol.for('crosscheck.jestRun') as never;
