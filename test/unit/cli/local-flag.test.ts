import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import { beforeAll, describe, expect, test } from 'vitest';
import { projectFolder } from '../../support/project-folder.js';
import { type CliRun, cliRun, type JobSettings, type StartJob } from './cli-run.js';
import { whileServing } from './while-serving.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crosscheck-local-flag-'));
  return () => rm(folder, { recursive: true });
});

/** The URLs of a deployment in a report; nothing may answer there after the run. */
async function expectStopped(text: string): Promise<void> {
  const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
  expect(url).toBeDefined();
  await expect(fetch(url as string)).rejects.toThrow();
}

/** Writes a module of an extension. */
async function moduleOf(text: string): Promise<string> {
  const project = await projectFolder({ 'extension.mjs': `import { z } from 'zod';\n${text}` });
  return join(project, 'extension.mjs');
}

const campaign = ['fuzz', '--local', '--seed', '7', '--phase', 'valid=5', '--no-corpus'];

describe('--local', () => {
  test('runs smoke checks on a local deployment of their own, which is gone afterwards', async () => {
    const { exitCode, stdout, stderr } = await cliRun(['smoke', '--local', '--json', '--samples', '0']);
    const report = JSON.parse(stdout);
    expect({ exitCode, stderr, verdict: report.verdict }).toEqual({
      exitCode: 0,
      stderr: '',
      verdict: 'passed',
    });
    expect(report.deployment.name).toBe('local');
    await expectStopped(report.deployment.simulatorUrl);
  });

  test('runs a campaign on calls of its contracts, and has names and chains of flags', async () => {
    const report = join(folder, 'campaign.ndjson');
    const flags = ['--json', '--report', report, '--chains', 'evm,tvm', '--name', 'mine'];
    const { exitCode, stdout } = await cliRun([...campaign, ...flags]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ verdict: 'clean' });
    const events = await readFile(report, 'utf8');
    expect(events).toContain('"name":"mine"');
    await expectStopped(events);
  });

  test('runs a campaign on calls that have the members that an extension requires', async () => {
    const module = await moduleOf(`
      const member = z.enum(['one', 'two']);
      export default {
        simulationRequest: { kind: member },
        callParams: { kind: member },
        betaAsset: { kind: member },
      };
    `);
    const flags = ['--seed', '7', '--cases', '60', '--no-corpus', '--no-report', '--json'];
    const { exitCode, stdout, stderr } = await cliRun(['fuzz', '--local', '--extend', module, ...flags]);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(stdout)).toMatchObject({ verdict: 'clean' });
  });

  test('is in the commands that repeat a finding, which start one too', async () => {
    const corpus = join(folder, 'corpus');
    const module = await moduleOf(`
      export default { simulationRequest: { calculateFee: z.boolean().optional() } };
      export const onSimulate = ({ betaAssets }) => {
        if (betaAssets.length > 1) throw new Error('too many assets');
      };
    `);
    const found = await cliRun([
      ...['fuzz', '--local', '--extend', module],
      ...['--seed', '7', '--phase', 'valid=30', '--no-report', '--corpus', corpus],
    ]);
    expect(found.exitCode).toBe(1);
    const [, id] = /npx crosscheck replay (\S+) --local/.exec(found.stdout) ?? [];
    expect(id).toBeDefined();
    const again = ['--local', '--extend', module, '--corpus', corpus, '--runs', '2'];
    expect(await cliRun(['replay', id as string, ...again])).toMatchObject({ exitCode: 1, stderr: '' });
  });

  test('starts one deployment for all jobs of a campaign', async () => {
    const settings: JobSettings[] = [];
    const jobs: StartJob = (args, ofJob, onEvent) => {
      settings.push(ofJob);
      const send = async (event: unknown): Promise<void> => onEvent(JSON.parse(JSON.stringify(event)));
      return { stop: () => {}, ended: cliRun(args, { job: { settings: ofJob, send } }) };
    };
    const run = await cliRun([...campaign, '--no-report', '--jobs', '2'], { startJob: jobs });
    expect(run).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('error') });
    const [first, second] = settings;
    expect(first?.controlUrl).toMatch(/^http:/);
    expect(second?.controlUrl).toBe(first?.controlUrl);
    await expectStopped(first?.controlUrl ?? '');
  });

  test.each([
    ['--control-url', 'http://127.0.0.1:1'],
    ['--simulator-url', 'http://127.0.0.1:1'],
    ['--observer-url', 'http://127.0.0.1:1'],
    ['--deployment', 'staging'],
  ])('contradicts %s', async (flag, value) => {
    for (const command of ['smoke', 'fuzz'])
      expect(await cliRun([command, '--local', flag, value])).toMatchObject({
        exitCode: 2,
        stdout: '',
        stderr: expect.stringMatching(
          new RegExp(`^error: --local already determines the deployment: leave out ${flag} <`),
        ),
      });
  });

  test('has the chains of CROSSCHECK_CHAINS, unless --chains is passed', async () => {
    const env = { CROSSCHECK_CHAINS: 'evm,tvm' };
    const recorded = async (name: string, ...flags: readonly string[]): Promise<string> => {
      const file = join(folder, name);
      await cliRun(['smoke', '--local', '--samples', '0', '--record', file, ...flags], { env });
      return readFile(file, 'utf8');
    };
    expect(await recorded('variable.json')).toContain('/evm/simulator/simulate-message');
    expect(await recorded('flag.json', '--chains', 'one,two')).toContain('/one/simulator/simulate-message');
  });

  test.each([['smoke', '--local'], ['fuzz', '--local'], ['serve']])(
    'and an unknown variable are rejected: %s %s',
    async (...args) => {
      expect(await cliRun(args, { env: { CROSSCHECK_CHANS: 'evm,tvm' } })).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining('CROSSCHECK_CHANS; did you mean CROSSCHECK_CHAINS?'),
      });
    },
  );

  test('contradicts --replay, which sends nothing', async () => {
    expect(await cliRun(['smoke', '--local', '--replay', 'recording.json'])).toMatchObject({
      exitCode: 2,
      stderr: 'error: --replay sends nothing: leave out --local\n',
    });
  });

  test.each(['smoke', 'fuzz'])(
    'ends with 3 if %s is stopped, also while the deployment starts',
    async (name) => {
      const files = name === 'fuzz' ? ['--no-report', '--no-corpus'] : [];
      const early = await cliRun([name, '--local', ...files], { untilStopped: async () => {} });
      expect(early).toMatchObject({
        exitCode: 3,
        stderr: 'error: The command was stopped while its local deployment started\n',
      });
      let stop = (): void => {};
      const stopped = new Promise<void>((resolve) => {
        stop = resolve;
      });
      const pace = ['--rate-per-second', '5'];
      const report = join(folder, `stopped-${name}.ndjson`);
      const shown = name === 'fuzz' ? ['--no-corpus', '--report', report] : ['--json'];
      const running = cliRun([name, '--local', ...shown, ...pace], { untilStopped: () => stopped });
      setTimeout(stop, 3_000);
      const { exitCode, stdout } = await running;
      expect(exitCode).toBe(3);
      await expectStopped(name === 'fuzz' ? await readFile(report, 'utf8') : stdout);
    },
  );

  test('ends with 3 if the deployment cannot start', async () => {
    const module = await moduleOf(
      'export default { simulationResponse: { tag: z.string().regex(/^never$/).refine(() => false) } };',
    );
    const run = await cliRun(['smoke', '--local', '--extend', module]);
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain('must have examples in its metadata');
  });
});

describe('CROSSCHECK_CONTROL_URL', () => {
  let local: LocalDeployment;
  beforeAll(async () => {
    local = await startLocalDeployment({ clock: 'manual' });
    return () => local.stop();
  });
  const request = () => ({
    shardsKey: '7',
    alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
    betaAssets: [{ amount: '5' }],
    betaCaller: local.accounts[0],
  });
  const stdin = () => ({ isTTY: false, text: async () => JSON.stringify(request()) });
  const env = (more: Record<string, string> = {}) => ({ CROSSCHECK_CONTROL_URL: local.controlUrl, ...more });

  test.each<[string, (operationId: string) => readonly string[]]>([
    ['simulate', () => ['simulate', '-']],
    ['wait', (operationId) => ['wait', operationId, '--timeout', '1s']],
    ['smoke', () => ['smoke', '--samples', '0']],
    ['smoke --local', () => ['smoke', '--local', '--samples', '0']],
    ['fuzz', () => ['fuzz', '--phase', 'valid=3', '--no-report', '--no-corpus']],
    ['fuzz --local', () => ['fuzz', '--local', '--phase', 'valid=3', '--no-report', '--no-corpus']],
    ['replay', () => ['replay', '7:valid/1', '--runs', '1']],
    ['openapi', () => ['openapi']],
  ])('is where %s goes, which keeps running', async (_, args) => {
    const operationId = await local.submit(request());
    await local.advance(2_000);
    await local.setFault({ fault: 'delay', ms: 1, times: 1 });
    await local.clearRequests();
    const faults = await local.faults();
    const run = await cliRun(args(operationId), { env: env(), stdin: stdin() });
    expect({ ...run, stderr: run.stderr.replace(/^\d.*\n/gm, '') }).toMatchObject({ exitCode: 0 });
    const { requests } = await local.requests();
    if (args('')[0] !== 'openapi') expect(requests.length).toBeGreaterThan(0);
    else expect(run.stdout).toContain(local.simulatorUrl);
    expect((await local.faults()).map(({ faultId }) => faultId)).toEqual(
      faults.map(({ faultId }) => faultId),
    );
    await local.clearFaults();
  });

  const simulated = (more: Record<string, string>, ...flags: readonly string[]): Promise<CliRun> =>
    cliRun(['simulate', '-', ...flags], { env: env(more), stdin: stdin() });

  test('takes the URLs and the chains that crosscheck serve prints with it', async () => {
    const variables = {
      CROSSCHECK_SIMULATOR_URL: local.simulatorUrl,
      CROSSCHECK_OBSERVER_URL: `${local.observerUrl}/`,
      CROSSCHECK_CHAINS: 'alpha,beta',
    };
    expect(await simulated(variables)).toMatchObject({ exitCode: 0, stderr: '' });
  });

  test('does not override a flag that names another deployment', async () => {
    expect(await simulated({}, '--simulator-url', 'http://127.0.0.1:1')).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('127.0.0.1:1'),
    });
  });

  test.each<[string, Record<string, string>, string]>([
    [
      'another simulator',
      { CROSSCHECK_SIMULATOR_URL: 'http://127.0.0.1:1' },
      'CROSSCHECK_SIMULATOR_URL conflicts with',
    ],
    [
      'another observer',
      { CROSSCHECK_OBSERVER_URL: 'http://127.0.0.1:1' },
      'CROSSCHECK_OBSERVER_URL conflicts with',
    ],
    ['other chains', { CROSSCHECK_CHAINS: 'evm,tvm' }, 'CROSSCHECK_CHAINS conflicts with'],
    [
      'another deployment',
      { CROSSCHECK_DEPLOYMENT: 'staging' },
      'CROSSCHECK_DEPLOYMENT is staging, which conflicts with',
    ],
  ])('is a usage error with %s', async (_, variables, message) => {
    const { exitCode, stderr } = await simulated(variables);
    expect({ exitCode, isOneLine: stderr.split('\n').length }).toEqual({ exitCode: 2, isOneLine: 2 });
    expect(stderr).toContain(message);
  });

  test('contradicts --chains and --replay', async () => {
    expect((await simulated({}, '--chains', 'evm,tvm')).stderr).toBe(
      'error: CROSSCHECK_CONTROL_URL already determines the deployment: leave out --chains\n',
    );
    expect((await simulated({}, '--replay', 'recording.json')).stderr).toContain(
      '--replay sends nothing, but CROSSCHECK_CONTROL_URL sends a request to a local deployment: unset it',
    );
  });

  test('is shown by crosscheck config, which sends nothing', async () => {
    const variables = { CROSSCHECK_CONTROL_URL: 'http://me:hunter2@127.0.0.1:1/x' };
    const { stdout } = await cliRun(['config'], { env: variables });
    expect(stdout).toContain(
      'CROSSCHECK_CONTROL_URL is set: tests and commands use the local deployment at http://127.0.0.1:1.',
    );
    expect(stdout).not.toContain('hunter2');
    expect(JSON.parse((await cliRun(['config', '--json'], { env: variables })).stdout)).toMatchObject({
      controlUrl: 'http://127.0.0.1:1',
    });
  });

  test('as a flag, says how to start a deployment where nothing listens', async () => {
    const flags = ['--control-url', 'http://127.0.0.1:1'];
    const { exitCode, stderr } = await cliRun(['simulate', '-', ...flags], { stdin: stdin() });
    expect(exitCode).toBe(3);
    expect(stderr).toBe(
      'error: No local deployment answers at http://127.0.0.1:1: start one with crosscheck serve, or correct the URL\n',
    );
  });

  test.each<[string, () => string, number, RegExp]>([
    [
      'where nothing listens',
      () => 'http://127.0.0.1:1',
      3,
      /^error: CROSSCHECK_CONTROL_URL: No local deployment answers at http:\/\/127\.0\.0\.1:1: start one with crosscheck serve, or unset CROSSCHECK_CONTROL_URL\n$/,
    ],
    [
      'of the simulator',
      () => local.simulatorUrl,
      2,
      /^error: CROSSCHECK_CONTROL_URL: http:\/\/[\d.:]+ is not the control URL of a local deployment \(404: this is a simulator, not a control URL; the control URL is http:[^)]+\): set CROSSCHECK_CONTROL_URL to the URL that crosscheck serve prints as control, or unset it\n$/,
    ],
    [
      'that is none',
      () => 'localhost:8082',
      2,
      /^error: CROSSCHECK_CONTROL_URL must be an http or https URL, such as http:\/\/127\.0\.0\.1:8082\n$/,
    ],
  ])('%s is one clear sentence', async (_, url, code, message) => {
    const variables = { CROSSCHECK_CONTROL_URL: url() };
    const { exitCode, stderr } = await cliRun(['simulate', '-'], { env: variables, stdin: stdin() });
    expect(exitCode).toBe(code);
    expect(stderr).toMatch(message);
  });

  test('is what crosscheck serve prints', async () => {
    await whileServing(['--json', '--clock', 'manual'], async (printed) => {
      const { controlUrl, environment } = JSON.parse(printed);
      expect(environment.CROSSCHECK_CONTROL_URL).toBe(controlUrl);
      const { exitCode } = await cliRun(['smoke', '--samples', '0'], { env: environment });
      expect(exitCode).toBe(0);
    });
    const extended = ['--extend', 'src/presets.ts'];
    await whileServing(['--json', '--clock', 'manual', ...extended], async (printed) => {
      const { environment } = JSON.parse(printed);
      expect(environment.CROSSCHECK_EXTEND).toBe(resolve('src/presets.ts'));
      const { stdout, exitCode } = await cliRun(['smoke', '--samples', '0'], { env: environment });
      expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.not.stringContaining('drift') });
    });
    await whileServing(['--clock', 'manual'], async (printed) => {
      expect(printed).toMatch(/\n {2}export CROSSCHECK_CONTROL_URL=http:\/\/127\.0\.0\.1:\d+\n/);
    });
  });
});
