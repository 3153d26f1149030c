import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectFolder } from '../../support/project-folder.js';
import { cliRun } from './cli-run.js';

const config = `export default {
  deployment: 'staging',
  deployments: {
    staging: {
      simulatorUrl: 'https://staging.example.org/api',
      chains: { alpha: 'evm' },
      headers: { 'x-api-key': 'hunter2-' + 'hunter2', 'user-agent': 'suite' },
      authorizationEnv: 'STAGING_TOKEN',
      conventions: { isRejected: () => false },
      operationIds: ['0x' + '01'.repeat(32)],
    },
    'by function': {
      simulatorUrl: 'https://b.example.org',
      headers: () => ({}),
      dispatcher: { dispatch() {}, token: 'hunter2-of-a-proxy' },
    },
  },
  smoke: { budgets: { simulateP50Ms: 400 } },
  fuzz: { cases: 20 },
  wait: { timeoutMs: 180_000, intervals: function t() { return 1; } },
};`;

async function configFile(text = config): Promise<string> {
  return join(await projectFolder({ 'crosscheck.config.mjs': text }), 'crosscheck.config.mjs');
}

/** The lines about some options, with one space between the columns. */
function linesOf(printed: string, ...names: string[]): string[] {
  const lines = printed.split('\n').map((line) => line.replace(/ {2,}/g, ' '));
  return lines.filter((line) => names.some((name) => line.startsWith(`${name} `)));
}

describe('crosscheck config', () => {
  test('prints each option with its value and where that comes from, and no credential', async () => {
    const file = await configFile();
    const env = {
      CROSSCHECK_CONFIG: file,
      CROSSCHECK_ATTEMPT_TIMEOUT_MS: '2000',
      STAGING_TOKEN: 'Bearer hunter2-too',
    };
    const { exitCode, stdout, stderr } = await cliRun(['config', '--name', 'mine'], { env });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).not.toContain('hunter2');
    expect(stdout.replace(file, '<file>').split('\n').slice(0, 6)).toEqual([
      'Configuration: <file>',
      'Deployments:',
      '  * staging',
      '    by function',
      '    local',
      '',
    ]);
    const names = [
      'name',
      'simulatorUrl',
      'observerUrl',
      'chains.alpha',
      'chains.beta',
      'attemptTimeoutMs',
      'headers',
    ];
    expect(linesOf(stdout, 'OPTION', ...names, 'conventions.isRejected', 'operationIds')).toEqual([
      'OPTION FROM VALUE',
      'name --name mine',
      'simulatorUrl crosscheck.config.mjs https://staging.example.org/api',
      'observerUrl crosscheck.config.mjs https://staging.example.org/api',
      'chains.alpha crosscheck.config.mjs evm',
      'chains.beta default beta',
      'attemptTimeoutMs CROSSCHECK_ATTEMPT_TIMEOUT_MS 2000',
      'conventions.isRejected crosscheck.config.mjs (a function)',
      `operationIds crosscheck.config.mjs ["0x${'01'.repeat(32)}"]`,
    ]);
    expect(linesOf(stdout, 'headers.x-api-key', 'headers.user-agent', 'headers.authorization')).toEqual([
      'headers.x-api-key crosscheck.config.mjs [redacted]',
      'headers.user-agent crosscheck.config.mjs suite',
      'headers.authorization STAGING_TOKEN [redacted]',
    ]);
    expect(
      linesOf(
        stdout,
        'smoke.budgets.simulateP50Ms',
        'smoke.samples',
        'fuzz.cases',
        'fuzz.ratePerSecond',
        'wait.timeoutMs',
        'wait.intervals',
      ),
    ).toEqual([
      'smoke.samples default 10',
      'smoke.budgets.simulateP50Ms crosscheck.config.mjs 400',
      'fuzz.cases crosscheck.config.mjs 20',
      'fuzz.ratePerSecond default auto',
      'wait.timeoutMs crosscheck.config.mjs 180000',
      'wait.intervals crosscheck.config.mjs (a function)',
    ]);
  });

  test('lists the documented options of smoke runs, campaigns and waits, and nothing else', async () => {
    const { stdout } = await cliRun(['config', '--json']);
    const { options }: { options: readonly { readonly name: string }[] } = JSON.parse(stdout);
    const names = options.map(({ name }) => name);
    const page = await readFile(new URL('../../../docs/stability.md', import.meta.url), 'utf8');
    const known = ['smoke', 'fuzz', 'wait'].flatMap((under) => {
      const [, members = ''] = new RegExp(`^\\| \`${under}\` \\| (.*) \\|$`, 'm').exec(page) ?? [];
      return [...members.matchAll(/`(\w+)`/g)].map(([, name]) => `${under}.${name}`);
    });
    expect(names.filter((name) => !known.includes(name.split('.').slice(0, 2).join('.')))).toEqual([]);
    expect(names).toEqual(
      expect.arrayContaining(['smoke.samples', 'fuzz.cases', 'wait.ignoreErrors', 'wait.timeoutMs']),
    );
  });

  test.each([
    ['CROSSCHECK_ATTEMPT_TIMEOUT_MS', 'abc'],
    ['CROSSCHECK_MAX_RESPONSE_BYTES', '0'],
    ['CROSSCHECK_RETRIES', '-1'],
  ])('rejects an invalid %s also without a deployment that uses it', async (variable, text) => {
    for (const args of [[], ['--deployment', 'local', '--config-file', await configFile()]]) {
      const { exitCode, stdout, stderr } = await cliRun(['config', ...args], { env: { [variable]: text } });
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
      expect(stderr).toMatch(
        new RegExp(`^error: The environment has invalid variables: ${variable} must be .+`),
      );
    }
  });

  test('prints the same as one line of JSON', async () => {
    const file = await configFile();
    const env = { STAGING_TOKEN: 'Bearer hunter2-too' };
    const { stdout } = await cliRun(['config', '--json', '--config-file', file], { env });
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(stdout).not.toContain('hunter2');
    const { options, ...shown } = JSON.parse(stdout);
    expect(shown).toEqual({
      file,
      deployments: ['staging', 'by function', 'local'],
      deployment: 'staging',
      isLocal: false,
      controlUrl: null,
    });
    expect(options).toContainEqual({ name: 'attemptTimeoutMs', value: 10_000, source: 'default' });
    expect(options).toContainEqual({
      name: 'headers.authorization',
      value: '[redacted]',
      source: 'STAGING_TOKEN',
    });
    expect(options).toContainEqual({ name: 'request', value: null, source: 'default' });
    expect(options).toContainEqual({
      name: 'wait.intervals',
      value: '(a function)',
      source: 'crosscheck.config.mjs',
    });
  });

  test('shows which credentials are missing', async () => {
    const args = ['--config-file', await configFile()];
    const { exitCode, stdout } = await cliRun(['config', ...args]);
    expect(exitCode).toBe(0);
    expect(linesOf(stdout, 'headers.authorization')).toEqual(['headers.authorization STAGING_TOKEN (none)']);
  });

  test('shows headers of a function, and a local deployment, without calling or starting it', async () => {
    const args = ['--config-file', await configFile()];
    const byFunction = await cliRun(['config', '--deployment', 'by function', ...args]);
    expect(linesOf(byFunction.stdout, 'headers', 'dispatcher')).toEqual([
      'dispatcher crosscheck.config.mjs (a dispatcher)',
      'headers crosscheck.config.mjs (a function)',
    ]);
    expect(byFunction.stdout).not.toContain('hunter2');
    const local = await cliRun(['config', ...args], { env: { CROSSCHECK_DEPLOYMENT: 'local' } });
    expect(local.stdout).toContain('  * local\n  It is local');
    expect(linesOf(local.stdout, 'simulatorUrl', 'fuzz.cases')).toEqual([
      'fuzz.cases crosscheck.config.mjs 20',
    ]);
  });

  test('shows a deployment of the environment, and that there is none', async () => {
    const env = { CROSSCHECK_SIMULATOR_URL: 'https://c.example.org' };
    const alone = await cliRun(['config'], { env });
    expect(alone.stdout).toContain('  * c.example.org');
    const none = await cliRun(['config']);
    expect(none).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('None is selected') });
  });

  test('lists several deployments of which none is selected', async () => {
    const args = ['--config-file', await configFile(config.replace("deployment: 'staging',", ''))];
    const { exitCode, stdout, stderr } = await cliRun(['config', ...args]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout.split('\n').slice(1, 6)).toEqual([
      'Deployments:',
      '    staging',
      '    by function',
      '    local',
      '  None is selected: set --deployment or CROSSCHECK_DEPLOYMENT.',
    ]);
    expect(JSON.parse((await cliRun(['config', '--json', ...args])).stdout).deployment).toBeNull();
    expect(await cliRun(['smoke', ...args])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('none is selected: set --deployment, CROSSCHECK_DEPLOYMENT or'),
    });
  });

  test('ends with 2 on a request or an operation id that the deployment does not take', async () => {
    const known = `request: { shardsKey: '01' }, operationIds: ['0x01']`;
    const text = `export default { deployments: { a: { simulatorUrl: 'https://a.example.org', ${known} } } };`;
    const { exitCode, stdout, stderr } = await cliRun(['config', '--config-file', await configFile(text)]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain('deployments.a.request.shardsKey must be a decimal integer');
    expect(stderr).toContain('deployments.a.request.betaCaller is missing');
    expect(stderr).toContain('deployments.a.operationIds[0] must be 0x and 64 hex digits, got "0x01"');
  });

  test.each([
    ['a misspelt name', `export default { deployment: 'a', deploymnets: {} };`, 'did you mean deployments?'],
    ['a misspelt deployment', config, 'did you mean staging?'],
    [
      'a script that throws',
      `throw new Error('no such thing');`,
      'crosscheck.config.mjs:1: Error: no such thing',
    ],
  ])('ends with 2 on %s', async (_, text, expected) => {
    const args = ['--config-file', await configFile(text), '--deployment', 'stagign'];
    const { exitCode, stdout, stderr } = await cliRun(['config', ...args]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(expected);
  });
});
