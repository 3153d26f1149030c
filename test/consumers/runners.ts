/** How a runner has a feature: by itself, with something that the user adds, or not. */
type Support = 'yes' | 'no' | `with ${string}`;

/** What is promised of a runner. The consumers show that it is true, and the table of docs/runners.md says so. */
export interface RunnerPromise {
  /** The versions that consumers test. */
  readonly versions: readonly string[];
  /** How the table names it. Default: its name and the versions. */
  readonly title?: string;
  /** The projects in which consumers run it: as ES modules, or as CommonJS. */
  readonly modules: string;
  /** Whether a wait knows the time that its test has left. */
  readonly timeLeft: Support;
  /** Whether a missing `await` of an assertion fails the test. */
  readonly missingAwait: Support;
}

/** The runners. */
export const runners = {
  Vitest: { versions: ['3.2', '4', '5'], modules: 'ES modules', timeLeft: 'yes', missingAwait: 'yes' },
  Jest: {
    versions: ['29', '30'],
    modules: '29: CommonJS; 30: CommonJS, ES modules',
    timeLeft: 'with `crosscheck/jest`',
    missingAwait: 'with `crosscheck/jest`',
  },
  'Jest without its environment': {
    versions: ['29', '30'],
    title: 'Jest 29, 30, without the environment of `crosscheck/jest`',
    modules: '29: CommonJS; 30: CommonJS, ES modules',
    timeLeft: 'no',
    missingAwait: 'no',
  },
  Playwright: {
    versions: ['1.50', '1'],
    title: 'Playwright Test 1.50 and later',
    modules: '1.50: CommonJS; 1: ES modules',
    timeLeft: 'yes',
    missingAwait: 'yes',
  },
  'node:test': {
    versions: ['20.19', '22', '24'],
    modules: 'ES modules',
    timeLeft: 'with `followTests`',
    missingAwait: 'with `followTests`',
  },
  mocha: {
    versions: ['10', '11', '12'],
    modules: 'CommonJS, ES modules',
    timeLeft: 'with `crosscheck/mocha`',
    missingAwait: 'with `crosscheck/mocha`',
  },
  Bun: { versions: ['1'], modules: 'ES modules', timeLeft: 'with `followTests`', missingAwait: 'yes' },
  Deno: {
    versions: ['2'],
    modules: 'ES modules',
    timeLeft: 'with `followTests`',
    missingAwait: 'with `followTests`',
  },
} as const satisfies Record<string, RunnerPromise>;
