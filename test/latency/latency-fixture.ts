/** What the observer answers to a question about the pending operation: a record, or that it does not know it. */
export type PendingAnswer = 200 | 404;

export const operationIds = {
  included: `0x${'11'.repeat(32)}`,
  pending: `0x${'22'.repeat(32)}`,
  unknown: `0x${'33'.repeat(32)}`,
};

const request = {
  shardsKey: '1763712000042',
  alphaCallParams: { target: `0x${'11'.repeat(20)}` },
  betaAssets: [],
  betaCaller: `0:${'22'.repeat(32)}`,
};

/** How a test of the fixture ends: it passes, or fails with a message. */
type Expected = 'passes' | RegExp;

/** A runner that has the fixture. */
export type FixtureRunner = 'vitest' | 'jest' | 'playwright';

interface Cell {
  readonly code: string;
  readonly expected: Expected;
  /** Which runner has it. Default: all. */
  readonly only?: FixtureRunner;
}

const timesOut = (call: string): RegExp =>
  new RegExp(
    `expect\\(operationId\\)\\.${call} timed out \\((?:the test's own timeout of 5 s|matcher timeout)`,
  );
// A runner without a time of its own to tell gets a limit.
const wait = '{ ...limit }';
const window = '{ forMs: 700 }';

/**
 * Everything that asks a deployment: what waits, watches a window, or calls. Each test has the five seconds that Vitest and
 * Jest give by default.
 */
const cells: Readonly<Record<string, Cell>> = {
  'toReachInclusion, included': {
    code: `await expect(ids.included).toReachInclusion(${wait});`,
    expected: 'passes',
  },
  'toReachInclusion, pending': {
    code: `await expect(ids.pending).toReachInclusion(${wait});`,
    expected: timesOut('toReachInclusion\\(\\)'),
  },
  'not.toReachInclusion, pending': {
    code: `await expect(ids.pending).not.toReachInclusion(${window});`,
    expected: 'passes',
  },
  'not.toReachInclusion, included': {
    code: `await expect(ids.included).not.toReachInclusion(${window});`,
    expected: /not\.toReachInclusion\(\) failed after .+: it is included/,
  },
  'toReachStage, included': {
    code: `await expect(ids.included).toReachStage('collectedInBETA', ${wait});`,
    expected: 'passes',
  },
  'toReachStage, pending': {
    code: `await expect(ids.pending).toReachStage('collectedInBETA', ${wait});`,
    expected: timesOut("toReachStage\\('collectedInBETA'\\)"),
  },
  'not.toReachStage, pending': {
    code: `await expect(ids.pending).not.toReachStage('collectedInBETA', ${window});`,
    expected: 'passes',
  },
  'toRemainPending, pending': {
    code: `await expect(ids.pending).toRemainPending(${window});`,
    expected: 'passes',
  },
  // In Vitest the cells above have no limit either.
  'no limit, pending': {
    code: `const waits = await Promise.allSettled([
        expect(ids.pending).toReachInclusion(),
        expect(ids.pending).toReachStage('collectedInBETA'),
        waitForInclusion(client, ids.pending),
        waitForInclusions(client, [ids.pending]).then(([{ error }]) => { throw error; }),
      ]);
      throw new Error(waits.map(({ reason }) => reason.message.split('\\n')[0]).join('; '));`,
    expected: new RegExp(
      [
        'expect\\(operationId\\)\\.toReachInclusion\\(\\) timed out \\(timeoutMs, which is 3\\.5 s by default in Jest\\)',
        "expect\\(operationId\\)\\.toReachStage\\('collectedInBETA'\\) timed out \\(timeoutMs, which is 3\\.5 s by default in Jest\\)",
        'Not included within 3\\.5 s \\(timeoutMs, which is 3\\.5 s by default in Jest\\)',
        'Not included within 3\\.5 s \\(timeoutMs, which is 3\\.5 s by default in Jest\\)',
      ].join('.*; '),
    ),
    only: 'jest',
  },
  'expect.poll, included': {
    code: 'await expect.poll(() => ids.included, { timeout: 4_000 }).toReachInclusion();',
    expected: 'passes',
    only: 'vitest',
  },
  'expect.poll, pending': {
    code: 'await expect.poll(() => ids.pending, { timeout: 1_500 }).toReachInclusion();',
    expected: /toReachInclusion\(\) timed out \(one poll, as expect\.poll asks\)/,
    only: 'vitest',
  },
  'waitForInclusion, included': {
    code: `await waitForInclusion(client, ids.included, ${wait});`,
    expected: 'passes',
  },
  'waitForInclusion, pending': {
    code: `await waitForInclusion(client, ids.pending, ${wait});`,
    expected: /InclusionTimeoutError: Not included within /,
  },
  'waitForInclusion, stable': {
    code: 'await waitForInclusion(client, ids.included, { timeoutMs: 3_000, stableForMs: 500 });',
    expected: 'passes',
  },
  waitForInclusions: {
    code: `const outcomes = await waitForInclusions(client, [ids.included, ids.pending], ${wait});
      expect(outcomes.map(({ status }) => status)).toEqual(['included', 'timed-out']);`,
    expected: 'passes',
  },
  'one poll': {
    code: 'await waitForInclusion(client, ids.pending, { timeoutMs: 0 });',
    expected: /InclusionTimeoutError: Not included yet/,
  },
  'client.simulate': { code: 'await client.simulate(request);', expected: 'passes' },
  'client.inclusion': { code: 'await client.inclusion(ids.included);', expected: 'passes' },
  toSimulateSuccessfully: {
    code: 'await expect(request).toSimulateSuccessfully();',
    expected: 'passes',
  },
  'not.toSimulateSuccessfully': {
    code: 'await expect(request).not.toSimulateSuccessfully();',
    expected: /not\.toSimulateSuccessfully/,
  },
  toBeIncluded: {
    code: 'await expect(await client.inclusion(ids.included)).toBeIncluded();',
    expected: 'passes',
  },
  'a property': {
    code: `await checkProperty(
        fc.asyncProperty(fc.constantFrom('1', '2'), async (shardsKey) => {
          await expect({ ...request, shardsKey }).toSimulateSuccessfully();
        }),
        { numRuns: 3 },
      );`,
    expected: 'passes',
  },
  'a property about an unknown operation': {
    code: `await checkProperty(
        fc.asyncProperty(fc.constant(ids.unknown), async (id) => {
          await client.inclusion(id);
        }),
        { numRuns: 1, endOnFailure: true },
      );`,
    expected: /PropertyFailedError: /,
  },
};

/** Returns the source of the tests for a runner, an ES module. */
export function latencyFixture(runner: FixtureRunner): string {
  // Jest cannot import modules in concurrent tests.
  const test = runner === 'vitest' ? 'test.concurrent' : 'test';
  const tests = Object.entries(cells)
    .filter(([, { only }]) => only === undefined || only === runner)
    .map(([name, { code }]) => `${test}(${JSON.stringify(name)}, async () => {\n  ${code}\n});`);
  return `${runnerLines[runner]}\n${preamble}\n${tests.join('\n')}\n`;
}

/** Returns the source of an ES module as CommonJS. */
export function asCommonJs(source: string): string {
  return source.replace(/^ *import (.+) from '(.+)';$/gm, "const $1 = require('$2');");
}

const runnerLines: Readonly<Record<FixtureRunner, string>> = {
  vitest: "import { expect, test } from 'vitest';\nconst limit = {};",
  playwright: "import { expect, test } from 'crosscheck/playwright';\nconst limit = {};",
  jest: `import { expect, test } from '@jest/globals';
         import { matchers } from 'crosscheck/matchers';
         expect.extend(matchers);
         const limit = { timeoutMs: 1_500 };`,
};

const preamble = `
import { configure, createClient, defineDeployment, waitForInclusion, waitForInclusions } from 'crosscheck';
import { checkProperty } from 'crosscheck/arbitraries';
import fc from 'fast-check';
const url = process.env.LATENCY_URL;
const deployment = defineDeployment({ name: 'staging', simulatorUrl: url, observerUrl: url });
const client = createClient(deployment);
configure({ deployment });
const ids = ${JSON.stringify(operationIds)};
const request = ${JSON.stringify(request)};
`;

/** Assertions about the pending operation in tests of two seconds. */
export const latencyTest = `
import { expect, test } from 'vitest';
${preamble}
test('in two seconds', { timeout: 2_000 }, async () => {
  await expect(ids.pending).toReachInclusion();
});
test('polls in two seconds', { timeout: 2_000 }, async () => {
  await expect.poll(() => ids.pending, { timeout: 1_500 }).toReachInclusion();
});
`;

/** The latencies of the matrix, each with jitter of half of it. */
export const delaysMs = [0, 50, 150, 300, 800];

/** Returns the tests of the fixture that did not end as they should, each with its message. */
export function wrongOutcomes(
  runner: FixtureRunner,
  tests: Readonly<Record<string, { readonly status: string; readonly failureMessages: readonly string[] }>>,
): string[] {
  return Object.entries(cells)
    .filter(([, { only }]) => only === undefined || only === runner)
    .flatMap(([name, { expected }]) => {
      const test = tests[name];
      const message = test?.failureMessages.join('\n') ?? '';
      const isRight = expected === 'passes' ? test?.status === 'passed' : expected.test(message);
      return isRight
        ? []
        : [`${name}: ${message.split('\n    at ', 1)[0] || (test?.status ?? 'is missing')}`];
    });
}
