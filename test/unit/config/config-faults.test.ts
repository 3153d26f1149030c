import { expect, test } from 'vitest';
import { z } from 'zod';
import { configIssues } from '../../../src/deployment/config.js';
import { defineEndpoint } from '../../../src/endpoint/define-endpoint.js';

const statistics = defineEndpoint({
  name: 'shard-statistics',
  server: 'observer',
  method: 'GET',
  path: '/{beta}/statistics',
  response: z.object({}),
});

const whole = {
  deployment: 'staging',
  deployments: {
    local: 'local',
    staging: {
      simulatorUrl: 'https://staging.example.org',
      chains: { alpha: 'evm', beta: 'tvm' },
      headers: () => ({ 'x-tenant': 'a' }),
      retries: { limit: 1 },
      conventions: { timestampUnit: 'ms' },
      authorizationEnv: 'STAGING_TOKEN',
      request: { shardsKey: '1', alphaCallParams: { target: '0x00' }, betaAssets: [{ amount: '5' }] },
      operationIds: ['0x01'],
      endpoints: [statistics],
    },
    // What it lacks may come from the environment.
    production: { simulatorUrl: undefined, chains: {} },
  },
  smoke: { ratePerSecond: 2, budgets: { simulateP50Ms: 400 } },
  fuzz: { cases: 20, phases: { stateful: false }, corpus: 'corpus' },
  wait: { timeoutMs: 180_000, intervals: [1000, 5000], minConsecutivePolls: 2 },
};

test('finds nothing in what may all stand in it', async () => {
  expect(await configIssues(whole)).toEqual([]);
  expect(await configIssues({})).toEqual([]);
});

test.each<[string, unknown, string[]]>([
  ['the top', { deploymnet: 'local' }, ['deploymnet is not an option; did you mean deployment?']],
  [
    'a deployment',
    { deployments: { staging: { simulatorurl: 'https://a', autorizationFrom: 'A' } } },
    [
      'deployments.staging.simulatorurl is not an option; did you mean simulatorUrl?',
      'deployments.staging.autorizationFrom is not an option; did you mean authorizationEnv?',
    ],
  ],
  [
    'the top and below it, all at once',
    { deployment: 'a', smok: {}, wait: 5, deployments: { staging: { obsrverUrl: 'https://a' } } },
    [
      'wait must be an object',
      'smok is not an option; did you mean smoke?',
      'deployments.staging.obsrverUrl is not an option; did you mean observerUrl?',
    ],
  ],
  [
    'a group of a deployment',
    {
      deployments: {
        staging: { chains: { alfa: 'evm' }, retries: { limits: 1 }, conventions: { stage: [] } },
      },
    },
    [
      'deployments.staging.chains.alfa is not an option; did you mean alpha?',
      'deployments.staging.retries.limits is not an option; did you mean limit?',
      'deployments.staging.conventions.stage is not an option; did you mean stages?',
    ],
  ],
  [
    'a request',
    { deployments: { staging: { request: { shardKey: '1', betaAssets: [{ amout: '1' }] } } } },
    [
      'deployments.staging.request.betaAssets[0].amout is not an option; did you mean amount?',
      'deployments.staging.request.shardKey is not an option; did you mean shardsKey?',
    ],
  ],
  [
    'smoke',
    { smoke: { ratePerSeconds: 1 } },
    ['smoke.ratePerSeconds is not an option; did you mean ratePerSecond?'],
  ],
  [
    'its budgets',
    { smoke: { budgets: { simulateP95ms: 1 } } },
    ['smoke.budgets.simulateP95ms is not an option; did you mean simulateP95Ms?'],
  ],
  ['fuzz', { fuzz: { case: 1 } }, ['fuzz.case is not an option; did you mean cases?']],
  [
    'its limits',
    { fuzz: { limits: { slowTreshold: 1 } } },
    ['fuzz.limits.slowTreshold is not an option; did you mean slowThresholdMs?'],
  ],
  ['wait', { wait: { timeout: 1 } }, ['wait.timeout is not an option; did you mean timeoutMs?']],
])('names what was meant by a misspelt name of %s', async (_, config, expected) => {
  expect((await configIssues(config)).map(({ path, message }) => `${path} ${message}`)).toEqual(expected);
});

test.each<[string, unknown, string]>([
  [
    'a deployment that is a text',
    { deployments: { a: 'https://u:hunter2@a' } },
    "must be 'local' or an object",
  ],
  ['a deployment that is null', { deployments: { a: null } }, "must be 'local' or an object"],
  ['deployments in a list', { deployments: ['hunter2'] }, 'deployments must be an object'],
  [
    'a URL with a password',
    { deployments: { a: { simulatorUrl: 'https://u:hunter2@a' } } },
    'no user or password',
  ],
  ['a header', { deployments: { a: { headers: { authorization: 'hunter2\n' } } } }, 'ends with a line break'],
  [
    'a credential in the place of its variable',
    { deployments: { a: { authorizationEnv: 'hunter2' } } },
    'must be the name of an environment variable',
  ],
  [
    'a variable that is for crosscheck',
    { deployments: { a: { authorizationEnv: 'CROSSCHECK_TOKEN' } } },
    'must be a variable of yours',
  ],
  [
    'an endpoint that is none',
    { deployments: { a: { endpoints: [{ name: 'hunter2' }] } } },
    'defineEndpoint',
  ],
  [
    'two endpoints of a name',
    { deployments: { a: { endpoints: [statistics, statistics] } } },
    'two endpoints of the name shard-statistics',
  ],
  ['a choice that is none', { deployment: 'stagin', deployments: { staging: {} } }, 'did you mean staging?'],
  ['a callback of a wait', { wait: { onPoll: () => {} } }, 'wait.onPoll is not an option'],
  ['a bad setting of smoke runs', { smoke: { maxRequests: 'hunter' } }, 'smoke.maxRequests must be'],
  ['a bad option of campaigns', { fuzz: { ratePerSecond: 'fast' } }, 'fuzz.ratePerSecond must be'],
])('refuses %s, and prints no credential', async (_, config, expected) => {
  const faults = await configIssues(config);
  expect(faults).toHaveLength(1);
  const [text] = faults.map(({ path, message }) => `${path} ${message}`);
  expect(text).toContain(expected);
  expect(text).not.toContain('hunter2');
});
