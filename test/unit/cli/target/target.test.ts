import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '../../../support/project-folder.js';
import { answerOf, startRawServer } from '../../../support/raw-server.js';
import { cliRun } from '../cli-run.js';

const operationId = `0x${'01'.repeat(32)}`;
const request = {
  shardsKey: '1',
  alphaCallParams: { target: `0x${'00'.repeat(20)}` },
  betaAssets: [],
  betaCaller: `0:${'00'.repeat(32)}`,
};

const config = `export default {
  deployment: 'staging',
  deployments: {
    staging: {
      simulatorUrl: 'https://staging.example.org',
      request: ${JSON.stringify(request)},
      operationIds: ['${operationId}'],
    },
    secured: { simulatorUrl: 'https://secured.example.org', authorizationEnv: 'STAGING_TOKEN' },
  },
  smoke: { samples: 3 },
  fuzz: { cases: 20, corpus: 'corpus', baseline: 'baseline.json', report: 'report.ndjson' },
  wait: { timeoutMs: 5 },
};`;

/** The options that commands use, by name, each with its value and where that comes from. */
async function optionsOf(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Record<string, readonly [value: unknown, source: string]>> {
  const { exitCode, stdout, stderr } = await cliRun(['config', '--json', ...args], { env });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const options: { name: string; value: unknown; source: string }[] = JSON.parse(stdout).options;
  return Object.fromEntries(options.map(({ name, value, source }) => [name, [value, source]]));
}

test('is the deployment of the configuration, with all that is known of it', async () => {
  const folder = await projectFolder({ 'crosscheck.config.mjs': config });
  const args = ['--config-file', join(folder, 'crosscheck.config.mjs'), '--name', 'mine'];
  const source = 'crosscheck.config.mjs';
  expect(await optionsOf(args)).toMatchObject({
    name: ['mine', '--name'],
    simulatorUrl: ['https://staging.example.org', source],
    operationIds: [[operationId], source],
    'smoke.samples': [3, source],
    'fuzz.cases': [20, source],
    'fuzz.corpus': ['corpus', source],
    'fuzz.baseline': ['baseline.json', source],
    'fuzz.report': ['report.ndjson', source],
    'wait.timeoutMs': [5, source],
  });
});

test('has the request of the configuration, whose paths start at its folder', async () => {
  const server = await startRawServer(answerOf(200, '{"response":{"simulationStatus":true}}'));
  const folder = await projectFolder({
    'crosscheck.config.mjs': config.replace('https://staging.example.org', server.origin),
  });
  const flags = ['--config-file', join(folder, 'crosscheck.config.mjs')];
  expect(await cliRun(['simulate', ...flags])).toMatchObject({ exitCode: 0 });
  expect(server.requests.map(({ body }) => JSON.parse(body))).toEqual([request]);
  const { stderr } = await cliRun(['replay', 'schema-5e04402250', ...flags]);
  expect(stderr).toContain(`${join(folder, 'corpus', 'schema-5e04402250.json')}: there is no such file`);
});

test('takes blank variables for unset', async () => {
  const folder = await projectFolder({ 'crosscheck.config.mjs': config });
  const variables = ['DEPLOYMENT', 'RECORD', 'REPLAY', 'SIMULATOR_URL', 'OBSERVER_URL', 'HEADERS', 'NAMED'];
  const env = Object.fromEntries(variables.map((name) => [`CROSSCHECK_${name}`, ' \n']));
  expect(await optionsOf(['--config-file', join(folder, 'crosscheck.config.mjs')], env)).toMatchObject({
    simulatorUrl: ['https://staging.example.org', 'crosscheck.config.mjs'],
  });
});

test('is what flags and environment define, with what the configuration says of every deployment', async () => {
  const folder = await projectFolder({ 'crosscheck.config.mjs': config });
  const env = { CROSSCHECK_CONFIG: join(folder, 'crosscheck.config.mjs'), CROSSCHECK_CHAINS: 'evm,tvm' };
  const options = await optionsOf(['--observer-url', 'http://127.0.0.1:1'], env);
  expect(options).toMatchObject({
    name: ['127.0.0.1:1', expect.any(String)],
    simulatorUrl: ['http://127.0.0.1:1', '--observer-url'],
    'chains.alpha': ['evm', 'CROSSCHECK_CHAINS'],
    'chains.beta': ['tvm', 'CROSSCHECK_CHAINS'],
    'smoke.samples': [3, 'crosscheck.config.mjs'],
  });
  expect(options.operationIds).toEqual([[], 'default']);
});

/** What a command prints that is given an unusable deployment. */
async function errorOf(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const { exitCode, stdout, stderr } = await cliRun(['wait', operationId, ...args], { env });
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  return stderr;
}

test.each<[string, string[], string]>([
  ['a name that none has', ['--deployment', 'stagin'], 'did you mean staging?'],
  ['a local deployment', ['--deployment', 'local'], 'run crosscheck serve'],
  ['missing credentials', ['--deployment', 'secured'], 'set STAGING_TOKEN'],
  ['a missing file', ['--config-file', 'none.ts'], 'none.ts: there is no such file'],
  [
    'a deployment with --control-url',
    ['--control-url', 'http://a', '--deployment', 'b'],
    'leave out --deployment',
  ],
  [
    'a URL with it',
    ['--control-url', 'http://a', '--simulator-url', 'http://b'],
    'leave out --simulator-url',
  ],
])('is rejected: %s', async (_, args, expected) => {
  const folder = await projectFolder({ 'crosscheck.config.mjs': config });
  const env = { CROSSCHECK_CONFIG: join(folder, 'crosscheck.config.mjs') };
  expect(await errorOf(args, env)).toContain(expected);
});

test.each(['CROSSCHECK_RECORD', 'CROSSCHECK_REPLAY'])(
  'is rejected together with %s, which is for tests',
  async (name) => {
    expect(await errorOf(['--simulator-url', 'http://a'], { [name]: 'recordings' })).toContain(
      `${name} is for tests in Vitest and has no effect in a shell: unset it; crosscheck simulate, wait and smoke have --record`,
    );
  },
);

test('is rejected where nothing names one', async () => {
  expect(await errorOf([])).toContain('No deployment is configured');
});
