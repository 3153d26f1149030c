import { readFile } from 'node:fs/promises';

/** A suite in the report of Playwright Test as JSON: a file, or a block. */
interface PlaywrightSuite {
  readonly title: string;
  readonly specs: readonly {
    readonly title: string;
    readonly ok: boolean;
    readonly tests: readonly {
      readonly results: readonly { readonly errors: readonly { readonly message?: string }[] }[];
    }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

/** How a test ended. The failures are those of all attempts. */
interface PlaywrightOutcome {
  readonly passed: boolean;
  readonly failures: readonly string[];
}

/** Reads the report of Playwright Test as JSON: the outcomes by the titles below a file, and the errors outside of tests. */
export async function readPlaywrightReport(path: string): Promise<{
  readonly outcomes: ReadonlyMap<string, PlaywrightOutcome>;
  readonly errors: readonly string[];
}> {
  const { suites, errors } = JSON.parse(await readFile(path, 'utf8')) as {
    readonly suites: readonly PlaywrightSuite[];
    readonly errors: readonly { readonly message: string }[];
  };
  return {
    outcomes: new Map(suites.flatMap((file) => outcomesOf(file, []))),
    errors: errors.map(({ message }) => message),
  };
}

function outcomesOf(
  { specs, suites = [] }: PlaywrightSuite,
  above: readonly string[],
): [string, PlaywrightOutcome][] {
  const own = specs.map(({ title, ok, tests }): [string, PlaywrightOutcome] => {
    const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
    return [[...above, title].join(' '), { passed: ok, failures: errors.map(({ message = '' }) => message) }];
  });
  return [...own, ...suites.flatMap((suite) => outcomesOf(suite, [...above, suite.title]))];
}
