import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Ajv, type AnySchemaObject } from 'ajv';
import { loadConfig } from 'crosscheck/config';
import { beforeAll, expect, test } from 'vitest';
import { projectFolder } from '../../support/project-folder.js';

const inRoot = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

let accepts: (config: unknown) => boolean;

beforeAll(async () => {
  const schema = JSON.parse(await readFile(inRoot('config.schema.json'), 'utf8')) as AnySchemaObject;
  // Its draft is known, its keywords are all known, and its patterns compile.
  accepts = new Ajv({ strict: true, strictTuples: true, strictTypes: false }).compile(schema);
});

async function loads(config: unknown): Promise<boolean> {
  const cwd = await projectFolder({ 'crosscheck.config.json': JSON.stringify(config) });
  return await loadConfig({ cwd, env: {} }).then(
    () => true,
    (error: { readonly code?: unknown }) => {
      expect(error.code).toBe('USAGE');
      return false;
    },
  );
}

const staging = { simulatorUrl: 'https://staging.example.org/api' };
const ofStaging = (options: object): object => ({ deployments: { staging: { ...staging, ...options } } });

test.each<[what: string, config: object]>([
  ['nothing', {}],
  ['the schema itself', { $schema: './node_modules/crosscheck/config.schema.json' }],
  ['a local deployment', { deployment: 'local', deployments: { local: 'local' } }],
  ['a deployment without URLs, which variables may give', { deployments: { staging: {} } }],
  ['chains', ofStaging({ chains: { alpha: 'evm', beta: 'tvm' } })],
  [
    'a header and a variable with credentials',
    ofStaging({ headers: { 'x-tenant': 'one' }, authorizationEnv: 'TOKEN' }),
  ],
  ['retries', ofStaging({ retries: 3 })],
  ['a retry policy', ofStaging({ retries: { limit: 3, minIntervalMs: 5 } })],
  ['a request', ofStaging({ request: { shardsKey: '1', betaAssets: [{ amount: '1' }] } })],
  [
    'a request with names of chains',
    ofStaging({ chains: { alpha: 'evm' }, request: { evmCallParams: { target: '0x' } } }),
  ],
  [
    'conventions',
    ofStaging({
      conventions: {
        requiredRequestFields: ['shardsKey', 'alphaCallParams.target', 'betaAssets[].amount'],
        stages: ['start', 'collected', 'included'],
        includedStage: 'included',
        errorNames: [],
        transactionsShared: true,
        timestampUnit: 'ms',
      },
    }),
  ],
  [
    'required fields with the names of chains',
    ofStaging({
      chains: { alpha: 'evm', beta: 'tvm' },
      conventions: { requiredRequestFields: ['evmCallParams.target', 'tvmAssets[].amount', 'tvmCaller'] },
    }),
  ],
  ['a module with an extension', { extend: inRoot('src/presets.ts') }],
  [
    'smoke settings',
    {
      smoke: {
        ratePerSecond: 2,
        budgets: { simulateP95Ms: 9 },
        skipChecks: ['tls', 'gas-missing', 'endpoint:statistics'],
      },
    },
  ],
  [
    'settings of campaigns',
    {
      fuzz: {
        cases: 5,
        ratePerSecond: 'auto',
        phases: { wire: false, valid: 9 },
        corpus: false,
        shard: { index: 0, count: 2 },
        seed: 7,
      },
    },
  ],
  [
    'a list of phases',
    {
      fuzz: { phases: ['smoke', ['valid', 50]], skipChecks: ['asset-order'], limits: { slowThresholdMs: 9 } },
    },
  ],
  [
    'settings of waits',
    { wait: { timeoutMs: 180_000, intervals: [1000, 5000], ignoreErrors: true, failFast: false } },
  ],
  ['one interval', { wait: { intervals: 250.5 } }],
])('accepts %s, as the loader does', async (_, config) => {
  expect(await loads(config)).toBe(true);
  expect(accepts(config)).toBe(true);
});

test.each<[what: string, config: unknown]>([
  ['a list', []],
  ['a misspelt member', { deploymnets: {} }],
  ['a schema that is no text', { $schema: 5 }],
  ['another kind of deployment', { deployments: { staging: 'remote' } }],
  ['a misspelt option', ofStaging({ autorizationEnv: 'TOKEN' })],
  ['a URL that is none', ofStaging({ observerUrl: 'staging.example.org' })],
  ['a URL of another protocol', ofStaging({ observerUrl: 'ftp://staging.example.org' })],
  ['a URL with a query', ofStaging({ observerUrl: 'https://staging.example.org/?key=1' })],
  ['a URL with credentials', ofStaging({ observerUrl: 'https://me:secret@staging.example.org' })],
  ['a chain name in upper case', ofStaging({ chains: { alpha: 'EVM' } })],
  ['a third chain', ofStaging({ chains: { gamma: 'evm' } })],
  ['a header that is no text', ofStaging({ headers: { 'x-tenant': 1 } })],
  ['a credential in place of the name of its variable', ofStaging({ authorizationEnv: 'Bearer abc' })],
  ['a reserved variable', ofStaging({ authorizationEnv: 'CROSSCHECK_AUTHORIZATION' })],
  ['a duration that is a text', ofStaging({ attemptTimeoutMs: '5s' })],
  ['a duration of zero', ofStaging({ attemptTimeoutMs: 0 })],
  ['a misspelt member of a retry policy', ofStaging({ retries: { limt: 3 } })],
  ['an amount that is a number', ofStaging({ request: { betaAssets: [{ amount: 1 }] } })],
  ['a function as a text', ofStaging({ conventions: { isIncluded: 'always' } })],
  ['a listener', ofStaging({ onExchange: {} })],
  ['endpoints', ofStaging({ endpoints: [{ name: 'statistics' }] })],
  ['a misspelt convention', ofStaging({ conventions: { timestampUnits: 'ms' } })],
  ['another unit', ofStaging({ conventions: { timestampUnit: 'min' } })],
  ['a field that requests do not have', ofStaging({ conventions: { requiredRequestFields: ['betaCallr'] } })],
  ['an extension that is no module', { extend: 5 }],
  ['a misspelt check of smoke runs', { smoke: { skipChecks: ['clock-scew'] } }],
  ['a misspelt budget', { smoke: { budgets: { simulateP59Ms: 9 } } }],
  ['no rate', { smoke: { ratePerSecond: 0 } }],
  ['a misspelt check of campaigns', { fuzz: { skipChecks: ['asset-ordr'] } }],
  ['a misspelt phase', { fuzz: { phases: { vaild: 5 } } }],
  ['a phase that is listed with a text', { fuzz: { phases: [['valid', 'many']] } }],
  ['a rate that is another text', { fuzz: { ratePerSecond: 'fast' } }],
  ['a corpus of true', { fuzz: { corpus: true } }],
  ['a callback of waits', { wait: { onPoll: {} } }],
  ['no intervals', { wait: { intervals: [] } }],
  ['a negative interval', { wait: { intervals: [-1] } }],
])('rejects %s, as the loader does', async (_, config) => {
  expect(await loads(config)).toBe(false);
  expect(accepts(config)).toBe(false);
});

test('is what the schemas of the configuration and their comments give', async () => {
  const run = promisify(execFile)('node', [inRoot('scripts/config-schema.mjs'), '--check']);
  await expect(run).resolves.toMatchObject({ stderr: '' });
}, 120_000);
