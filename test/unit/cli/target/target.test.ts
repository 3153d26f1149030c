import { join } from 'node:path';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import type { CliContext } from '../../../../src/cli/cli-context.js';
import { addFlags } from '../../../../src/cli/flags.js';
import { type Target, targetFlags, targetOf } from '../../../../src/cli/target.js';
import { projectFolder } from '../../../support/project-folder.js';

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

/** What a command talks to that is given some arguments. */
async function targetAt(args: readonly string[], env: CliContext['env'] = {}): Promise<Target> {
  const command = new Command();
  addFlags(command, targetFlags);
  await command.parseAsync(args, { from: 'user' });
  return await targetOf(command, { env } as CliContext);
}

test('is the deployment of the configuration, with all that is known of it', async () => {
  const folder = await projectFolder({ 'crosscheck.config.mjs': config });
  const target = await targetAt(['--config-file', join(folder, 'crosscheck.config.mjs'), '--name', 'mine']);
  expect(target).toMatchObject({
    deployment: { name: 'mine', simulatorUrl: 'https://staging.example.org' },
    request,
    operationIds: [operationId],
    endpoints: [],
    smoke: { samples: 3 },
    // Paths of a configuration start at its folder.
    fuzz: {
      cases: 20,
      corpus: join(folder, 'corpus'),
      baseline: join(folder, 'baseline.json'),
      report: join(folder, 'report.ndjson'),
    },
    wait: { timeoutMs: 5 },
    sources: { name: '--name', simulatorUrl: 'crosscheck.config.mjs' },
  });
});

test('takes blank variables for unset', async () => {
  const folder = await projectFolder({ 'crosscheck.config.mjs': config });
  const variables = ['DEPLOYMENT', 'RECORD', 'REPLAY', 'SIMULATOR_URL', 'OBSERVER_URL', 'HEADERS', 'NAMED'];
  const env = Object.fromEntries(variables.map((name) => [`CROSSCHECK_${name}`, ' \n']));
  expect(await targetAt(['--config-file', join(folder, 'crosscheck.config.mjs')], env)).toMatchObject({
    deployment: { name: 'staging', simulatorUrl: 'https://staging.example.org' },
  });
});

test('is what flags and environment define, with what the configuration says of every deployment', async () => {
  const folder = await projectFolder({ 'crosscheck.config.mjs': config });
  const env = { CROSSCHECK_CONFIG: join(folder, 'crosscheck.config.mjs'), CROSSCHECK_CHAINS: 'evm,tvm' };
  const target = await targetAt(['--observer-url', 'http://127.0.0.1:1'], env);
  expect(target).toMatchObject({
    deployment: { name: '127.0.0.1:1', simulatorUrl: 'http://127.0.0.1:1', chains: { alpha: 'evm' } },
    request: undefined,
    operationIds: [],
    smoke: { samples: 3 },
    sources: { simulatorUrl: '--observer-url', 'chains.beta': 'CROSSCHECK_CHAINS' },
  });
});

test.each<[string, string[], string]>([
  ['a name that none has', ['--deployment', 'stagin'], 'did you mean staging?'],
  ['a local deployment', ['--deployment', 'local'], 'run crosscheck serve'],
  ['missing credentials', ['--deployment', 'secured'], 'set STAGING_TOKEN'],
  ['a file that is not there', ['--config-file', 'none.ts'], 'none.ts: there is no such file'],
  [
    'a deployment beside --control-url',
    ['--control-url', 'http://a', '--deployment', 'b'],
    'leave out --deployment',
  ],
  [
    'a URL beside it',
    ['--control-url', 'http://a', '--simulator-url', 'http://b'],
    'leave out --simulator-url',
  ],
])('is rejected: %s', async (_, args, expected) => {
  const folder = await projectFolder({ 'crosscheck.config.mjs': config });
  const env = { CROSSCHECK_CONFIG: join(folder, 'crosscheck.config.mjs') };
  const error = await targetAt(args, env).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'USAGE', message: expect.stringContaining(expected) });
});

test.each(['CROSSCHECK_RECORD', 'CROSSCHECK_REPLAY'])(
  'is rejected beside %s, which is for tests',
  async (name) => {
    const rejected = targetAt(['--simulator-url', 'http://a'], { [name]: 'recordings' });
    await expect(rejected).rejects.toThrow(
      `${name} is for tests in Vitest and has no effect in a shell: unset it; crosscheck simulate, wait and smoke have --record`,
    );
  },
);

test('is rejected where nothing names one', async () => {
  await expect(targetAt([])).rejects.toThrow('No deployment is configured');
});
