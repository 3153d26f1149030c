import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf, openRawServer, type RawServer } from '../support/raw-server.js';
import { runVitest, type VitestRun } from '../support/vitest-process.js';
import { operationId, serviceOf } from '../unit/smoke/service.js';

const statistics = '/beta/observer/shards-statistics';
/** An operation that no service knows. */
const unknownId = `0x${'3b'.repeat(32)}`;

/** Starts a service with an endpoint beyond the interface, whose simulations take 5 ms. */
const openService = () =>
  openRawServer((socket, request) => {
    const answer = serviceOf(({ target }) => {
      if (!target.startsWith(statistics)) return undefined;
      return target.includes('?limit=10')
        ? answerOf(200, '{"shards":[]}')
        : answerOf(400, '{"error":"limit is required"}');
    });
    if (request.method === 'POST') setTimeout(() => answer(socket, request), 5);
    else answer(socket, request);
  });

const [staging, other, elsewhere] = [await openService(), await openService(), await openService()];
afterAll(() => Promise.all([staging, other, elsewhere].map((service) => service.close())));

const asked = ({ requests }: RawServer, part: string): number =>
  requests.filter(({ target }) => target.includes(part)).length;

/** The bodies of simulations. */
const bodiesOf = ({ requests }: RawServer): string[] =>
  requests.filter(({ method }) => method === 'POST').map(({ body }) => body);

const config = `
  import { defineEndpoint } from 'crosscheck';
  import { z } from 'zod';
  const statistics = defineEndpoint({
    name: 'shard-statistics',
    server: 'observer',
    method: 'GET',
    path: '/{beta}/observer/shards-statistics',
    query: z.object({ limit: z.int().min(1).max(100) }),
    response: z.object({ shards: z.array(z.unknown()) }),
    example: { query: { limit: 10 } },
  });
  const at = (simulatorUrl, operationId) => ({
    simulatorUrl,
    headers: () => ({ 'x-tenant': 'one' }),
    operationIds: [operationId],
    endpoints: [statistics],
  });
  export default {
    deployment: 'staging',
    deployments: {
      staging: at('${staging.origin}', '${operationId}'),
      other: at('${other.origin}', '${unknownId}'),
      secured: { simulatorUrl: 'https://secured.example.org', authorizationEnv: 'STAGING_TOKEN' },
    },
    smoke: { samples: 2, budgets: { simulateP50Ms: 1, simulateP95Ms: 1 }, skipChecks: ['empty-body'] },
  };`;
const head = `
  import { configure, currentDeployment, defineDeployment } from 'crosscheck';
  import { defineSmokeSuite } from 'crosscheck/vitest';
  import { expect, test } from 'vitest';
`;
const files = {
  'crosscheck.config.mjs': config,
  'configured.test.js': `${head}
    defineSmokeSuite(currentDeployment, { samples: undefined, budgets: { simulateP50Ms: 60_000 } });`,
  'options.test.js': `${head}
    process.env.CROSSCHECK_DEPLOYMENT = 'other';
    defineSmokeSuite(currentDeployment, { operationIds: ['${operationId}'], samples: 0, skipChecks: [] });`,
  'elsewhere.test.js': `${head}
    const url = '${elsewhere.origin}';
    configure({ deployment: defineDeployment({ name: 'elsewhere', simulatorUrl: url, observerUrl: url }) });
    defineSmokeSuite(currentDeployment, { samples: 0 });`,
  'invalid-options.test.js': `${head}
    const define = (options) => () => defineSmokeSuite(currentDeployment, options);
    test('a suite with invalid options', () => {
      expect(define({ sampels: 1 })).toThrow(/^defineSmokeSuite has invalid options: sampels .*did you mean samples\\?/);
      expect(define({ budgets: { simulateP95Ms: -1 } })).toThrow('budgets.simulateP95Ms');
      expect(define({ skipChecks: ['clock-scew'] })).toThrow(
        'skipChecks[0] must be the name of a check of smoke runs; did you mean clock-skew?',
      );
    });`,
  'deployment.test.js': `${head}
    test('the configured deployment', async () => {
      expect(currentDeployment().name).toBe('staging');
      expect(await currentDeployment().headers()).toEqual({ 'x-tenant': 'one' });
    });
    test.each([
      ['stagin', 'did you mean staging?'],
      ['secured', 'set STAGING_TOKEN'],
      ['local', 'No deployment is configured'],
    ])('the deployment %s', (name, said) => {
      process.env.CROSSCHECK_DEPLOYMENT = name;
      expect(currentDeployment).toThrow(said);
    });`,
  'broken/crosscheck.config.mjs': 'export const a = 1;',
  'broken/broken.test.js': `${head}
    test('a test that needs no deployment', () => {});
    test('a test that needs one', () => expect(currentDeployment).toThrow('has no default export'));`,
};

let run: VitestRun;
beforeAll(async () => {
  run = await runVitest(files);
}, 120_000);

/** Returns the tests of smoke suites that failed: file and check. */
const failuresIn = ({ output }: VitestRun): string[] =>
  [...output.matchAll(/^ FAIL {2}(\S+) > smoke > (\S+)/gm)].map(([, file, check]) => `${file}: ${check}`);

test.each([
  'the configured deployment',
  'the deployment stagin',
  'the deployment secured',
  'the deployment local',
  'a test that needs no deployment',
  'a test that needs one',
  'a suite with invalid options',
])('the configuration of a test file decides: %s', (title) => {
  expect(run.tests[title]?.failureMessages).toEqual([]);
});

test('a smoke suite of the current deployment uses its configuration', () => {
  expect(asked(staging, operationId)).toBeGreaterThan(0);
  // The example, a request without its limit, and the example again.
  expect([asked(staging, statistics), asked(staging, `${statistics}?limit=10`)]).toEqual([3, 2]);
});

test('a smoke suite uses the settings of the configuration that its options omit', () => {
  expect(failuresIn(run)).toEqual(['configured.test.js: simulate-latency']);
  expect(run.output).toMatch(
    /SmokeFailedError: p95 over budget: p50 .+ \(budget 60 s\), p95 .+ \(budget 1 ms\), 2 samples/,
  );
  expect(run.output).toContain('[skipped by skipChecks]');
});

test('a smoke suite prefers its options to the configuration', () => {
  expect([asked(other, unknownId), asked(other, statistics)]).toEqual([0, 3]);
  expect(asked(other, operationId)).toBeGreaterThan(0);
  expect(bodiesOf(other)).toContain('');
});

test('a smoke suite of another deployment ignores what is configured for the one of the configuration', () => {
  expect(elsewhere.requests.length).toBeGreaterThan(0);
  expect([asked(elsewhere, operationId), asked(elsewhere, statistics)]).toEqual([0, 0]);
  // The settings are those of all deployments.
  expect(bodiesOf(elsewhere)).not.toContain('');
});

test('every check of a suite whose deployment is not configured fails', async () => {
  const env = { CROSSCHECK_DEPLOYMENT: 'staging' };
  const { tests } = await runVitest(
    { 'none.test.js': `${head} defineSmokeSuite(currentDeployment, { samples: 0 });` },
    {},
    env,
  );
  expect(Object.keys(tests)).toEqual(expect.arrayContaining(['tls', 'clock-skew', 'empty-body']));
  for (const { failureMessages } of Object.values(tests))
    expect(failureMessages[0]).toMatch(
      /^UsageError: CROSSCHECK_DEPLOYMENT must be the name of a configured deployment, got "staging"/,
    );
});
