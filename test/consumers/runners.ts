/** How a runner has a feature: by itself, with something that the user adds, or not. */
type Support = 'yes' | 'no' | `with ${string}`;

/** What is promised of a runner. The consumers show that it is true, and the table of docs/runners.md says so. */
export interface RunnerPromise {
  /** The versions that consumers test. */
  readonly versions: readonly string[];
  /** How the table names it. Default: its name and the versions. */
  readonly title?: string;
  /** Whether a wait knows the time that its test has left. */
  readonly timeLeft: Support;
  /** Whether a test fails that forgets to await an assertion. */
  readonly forgottenAwait: Support;
}

/** The runners by the first word of their rows. */
export const runners = {
  Vitest: { versions: ['3.2', '4', '5'], timeLeft: 'yes', forgottenAwait: 'yes' },
  Jest: {
    versions: ['29', '30'],
    timeLeft: 'with `crosscheck/jest`',
    forgottenAwait: 'with `crosscheck/jest`',
  },
  Playwright: {
    versions: ['1.50', '1'],
    title: 'Playwright Test 1.50 and later',
    timeLeft: 'yes',
    forgottenAwait: 'yes',
  },
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
