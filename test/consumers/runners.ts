/** How a runner has a feature: by itself, with something that the user adds, or not. */
type Support = 'yes' | 'no' | `with ${string}`;

/** What is promised of a runner. The consumers show that it is true, and the table of docs/runners.md says so. */
export interface RunnerPromise {
  /** The versions that consumers test. */
  readonly versions: readonly string[];
  /** Whether a wait knows the time that its test has left. */
  readonly timeLeft: Support;
  /** Whether a test fails that forgets to await an assertion. */
  readonly forgottenAwait: Support;
}

/** The runners, as the table names them. */
export const runners = {
  Vitest: { versions: ['3.2', '4', '5'], timeLeft: 'yes', forgottenAwait: 'yes' },
  Jest: { versions: ['30'], timeLeft: 'no', forgottenAwait: 'no' },
  'node:test': {
    versions: ['20.19', '22', '24'],
    timeLeft: 'with `followTests`',
    forgottenAwait: 'with `followTests`',
  },
  mocha: {
    versions: ['10', '11', '12'],
    timeLeft: 'with `crosscheck/mocha`',
    forgottenAwait: 'with `crosscheck/mocha`',
  },
  Bun: { versions: ['1'], timeLeft: 'with `followTests`', forgottenAwait: 'yes' },
  Deno: { versions: ['2'], timeLeft: 'with `followTests`', forgottenAwait: 'with `followTests`' },
} as const satisfies Record<string, RunnerPromise>;
