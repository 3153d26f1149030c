import { rmSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineEndpoint } from 'crosscheck';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { builtInCheckNames } from '../../../src/smoke/smoke-check-names.js';
import { resetProfile } from '../../support/custom-endpoints.js';
import { projectFolder } from '../../support/project-folder.js';
import { answerOf } from '../../support/raw-server.js';
import {
  type Answers,
  ampleBudgets,
  operationId,
  recorded,
  simulated,
  startService,
} from '../smoke/service.js';
import { type CliRun, cliRun } from './cli-run.js';

/** Runs the command on a service that answers so. */
async function smoke(answers: Answers | undefined, ...args: readonly string[]): Promise<CliRun> {
  const { origin } = await startService(answers);
  const { stdout, ...run } = await cliRun(['smoke', '--simulator-url', origin, '--samples', '0', ...args]);
  return { ...run, stdout: stdout.replaceAll(new URL(origin).host, 'HOST') };
}

/** How many lines have their message right after a column as wide as a name. */
function messagesAt(stdout: string, longest: string): number {
  const columns = 'inconclusive'.length + 2 + longest.length;
  const lines = stdout.split('\n').filter((line) => /^(?:passed|failed|skipped|inconclusive) /.test(line));
  return lines.filter((line) => /^[^ ] {2}\S|^ {3}\S/.test(line.slice(columns - 1))).length;
}

const boom: Answers = ({ method }) => (method === 'POST' ? answerOf(500, '{"error":"boom"}') : undefined);

describe('ends with', () => {
  it('0 when all passed', async () => {
    const { exitCode, stdout } = await smoke(undefined, '--operation-id', operationId);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('\nSmoke run of HOST: passed (');
  });

  it('1 when something failed', async () => {
    expect(await smoke(boom)).toMatchObject({ exitCode: 1, stderr: '' });
  });

  it('2 when it has a usage error', async () => {
    expect(await smoke(undefined, '--format', 'junti')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(
        '--format must be one of text, junit, json, markdown, github, got "junti"; did you mean junit?',
      ),
    });
    expect(await smoke(undefined, '--skip-check', 'clock-skw')).toMatchObject({
      exitCode: 2,
      stderr: 'error: --skip-check must be the name of a check of smoke runs; did you mean clock-skew?\n',
    });
    expect(await smoke(undefined, '--json', '--format', 'junit')).toMatchObject({
      exitCode: 2,
      stderr: 'error: --json and --format exclude each other: leave out --format\n',
    });
    expect(await smoke(undefined, '--max-request', '3')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('Did you mean --max-requests?'),
    });
  });

  it('3 when it was inconclusive or stopped', async () => {
    const wanting: Answers = () => answerOf(401, '{"error":"who?"}');
    const { exitCode, stdout } = await smoke(wanting);
    expect(exitCode).toBe(3);
    expect(stdout).toContain('it requires credentials and got none');
    const { origin } = await startService(() => 'hang');
    const stopped = await cliRun(['smoke', '--simulator-url', origin], { untilStopped: async () => {} });
    expect(stopped).toMatchObject({
      exitCode: 3,
      stderr: 'error: The smoke run was stopped before its end\n',
    });
    // Nor does anybody need a message when a reader such as head has ended.
    const unread = { untilStopped: async () => {}, isUnread: () => true };
    const cutOff = await cliRun(['smoke', '--simulator-url', origin], unread);
    expect(cutOff).toMatchObject({ exitCode: 3, stderr: '' });
  });
});

it('skips the checks of flags, otherwise those of the configuration', async () => {
  const config = join(await projectFolder(), 'crosscheck.config.json');
  await writeFile(config, JSON.stringify({ smoke: { skipChecks: ['tls', 'not-json'] } }));
  const flags = ['--skip-check', 'empty-body', '--skip-check', 'bad-address'];
  const given = await smoke(boom, ...flags, '--config-file', config);
  expect(given.stdout).toMatch(/^skipped +empty-body +skipped by --skip-check or the configuration$/m);
  expect(given.stdout).toMatch(/^skipped +bad-address +skipped by --skip-check or the configuration$/m);
  expect(given.stdout).not.toMatch(/^skipped +not-json/m);
  expect((await smoke(undefined, '--config-file', config)).stdout).toMatch(
    /^skipped +not-json +skipped by --skip-check or the configuration$/m,
  );
  const misspelt = await smoke(undefined, '--skip-check', 'emptybody');
  expect(misspelt).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('did you mean empty-body?'),
  });
});

it('prints one line of JSON', async () => {
  const { stdout } = await smoke(boom, '--json');
  expect(stdout.trimEnd()).not.toContain('\n');
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({ verdict: 'failed', deployment: { name: 'HOST' } });
  const { details, traceId } = report.checks.find(({ status }: { status: string }) => status === 'failed');
  expect(details).toContain(`Trace ID:   ${traceId}`);
});

it.each([
  ['junit', /^<\?xml .+<failure message="expected a valid request/s],
  ['markdown', /^## Smoke run of HOST: failed .+\| simulate-conformance \|/s],
  ['github', /^::error title=127\.0\.0\.1%3A\d+%3A simulate-conformance failed::/],
  ['text', /^passed +simulator-reachability/],
])('prints %s', async (format, expected) => {
  const { stdout } = await smoke(boom, '--format', format);
  expect(stdout).toMatch(expected);
});

it('writes to a new file', async () => {
  const out = join(await projectFolder(), 'smoke.xml');
  expect(await smoke(undefined, '--format', 'junit', '--out', out)).toMatchObject({
    exitCode: 0,
    stdout: '',
  });
  expect(await readFile(out, 'utf8')).toContain('<testsuite name="smoke"');
  expect(await smoke(undefined, '--out', out)).toMatchObject({ exitCode: 2 });
});

it('does not begin if its output cannot be written', async () => {
  const folder = await projectFolder();
  let requests = 0;
  const count: Answers = () => {
    requests++;
    return undefined;
  };
  for (const [out, reason] of [
    [folder, `--out must name a file, got the folder ${folder}`],
    [join(folder, 'none', 'smoke.txt'), 'cannot be written: there is no such file or folder (ENOENT)'],
  ] as const)
    expect(await smoke(count, '--out', out)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(reason),
    });
  expect(requests).toBe(0);
});

it('prints what it found if the file can no longer be written in the end', async () => {
  const folder = await projectFolder();
  const out = join(folder, 'reports', 'smoke.txt');
  await mkdir(join(folder, 'reports'));
  const remove: Answers = () => {
    rmSync(join(folder, 'reports'), { recursive: true, force: true });
    return undefined;
  };
  expect(await smoke(remove, '--out', out)).toMatchObject({
    exitCode: 2,
    stdout: expect.stringMatching(/^passed +simulator-reachability/),
    stderr: expect.stringContaining(`The output ${out} cannot be written`),
  });
});

it('has colours on a terminal', async () => {
  const { origin } = await startService();
  let stdout = '';
  const terminal = { isTTY: true, write: (text: string) => (stdout += text) };
  await cliRun(['smoke', '--simulator-url', origin, '--samples', '0'], { stdout: terminal });
  expect(stdout).toContain('\u001b[32mpassed');
});

describe('lists what the budget of requests left out', () => {
  const message = 'not sent: the budget of 3 requests (--max-requests) is used up';

  it.each([
    ['text', `${message}\n`, 'What to do: raise --max-requests, or take fewer samples\n'],
    ['github', `::error title=127.0.0.1%3A`, `not-json inconclusive::${message}%0A`],
    ['junit', `<error message="${message}"`, '</error>'],
    ['markdown', message, '<summary>not-json</summary>'],
  ])('as %s, in flags', async (format, ...expected) => {
    const { exitCode, stdout } = await smoke(undefined, '--max-requests', '3', '--format', format);
    expect(exitCode).toBe(3);
    for (const text of expected) expect(stdout).toContain(text);
  });
});

describe('lines up its columns', () => {
  it('with its own checks', async () => {
    const { stdout } = await smoke(undefined);
    expect(messagesAt(stdout, 'simulator-reachability')).toBe(builtInCheckNames.length);
  });

  it('with an operation of a long name, check by check and at the end', async () => {
    const operation = defineEndpoint({ ...resetProfile, name: 'reset-the-profile-of-a-validator' });
    vi.stubGlobal('endpoints', [operation]);
    onTestFinished(() => void vi.unstubAllGlobals());
    const { origin } = await startService();
    const staging = `{ simulatorUrl: '${origin}', endpoints: globalThis.endpoints }`;
    const text = `export default { deployments: { staging: ${staging} }, smoke: { samples: 0 } };`;
    const file = join(await projectFolder({ 'crosscheck.config.mjs': text }), 'crosscheck.config.mjs');
    for (const args of [[], ['--format', 'text']]) {
      const { stdout } = await cliRun(['smoke', '--config-file', file, ...args]);
      expect(messagesAt(stdout, `endpoint:${operation.name}`)).toBe(builtInCheckNames.length + 1);
    }
  });
});

it('names the flags of limits', async () => {
  expect((await smoke(undefined)).stdout).toContain('--samples is 0: no latencies are measured');
  const slow: Answers = () => {
    const untilMs = performance.now() + 5;
    while (performance.now() < untilMs);
    return undefined;
  };
  const budgets = ['--simulate-p50', '1', '--simulate-p95', '1'];
  const { stdout } = await smoke(slow, '--samples', '1', ...budgets);
  expect(stdout).toContain('if these latencies are normal, raise --simulate-p50 and --simulate-p95');
});

it('rejects a call that is not valid with its lines', async () => {
  const file = join(await projectFolder(), 'request.json');
  await writeFile(file, '{\n"shardsKey": 7,\n"alphaCallParams": {"target": "0x1"}\n}');
  const { exitCode, stderr } = await smoke(undefined, '--request', file);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`error: The request is not valid; nothing was sent\n  ${file}:2: shardsKey: `);
});

it.each([
  ['json', /"verdict":"(?:failed|inconclusive)"/],
  ['junit', /<skipped message="not run: the run was stopped"\/>/],
  ['markdown', /stopped before its end: /],
  ['github', /title=.+empty-body inconclusive::stopped before its end/],
  ['text', /^inconclusive +empty-body +stopped before its end$/m],
])('reports as %s what it has seen when it is stopped, to a file too', async (format, expected) => {
  const { origin } = await startService(({ body, method }) => {
    if (method === 'POST' && body === '') {
      stop();
      return 'hang';
    }
    return undefined;
  });
  let stop = (): void => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const args = ['smoke', '--simulator-url', origin, '--format', format];
  const run = await cliRun(args, { untilStopped: () => stopped });
  expect(run).toMatchObject({ exitCode: 3, stderr: 'error: The smoke run was stopped before its end\n' });
  expect(format === 'json' ? run.stdout.replace(/\s+/g, '') : run.stdout).toMatch(expected);
  const out = join(await projectFolder(), 'smoke.out');
  const toFile = await cliRun([...args, '--out', out], { untilStopped: () => stopped });
  expect(toFile).toMatchObject({ exitCode: 3, stdout: '' });
  expect(await readFile(out, 'utf8')).toContain('stopped before its end');
});

it('fails when it is stopped after a check failed', async () => {
  let stop = (): void => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const { origin } = await startService(({ body, method }) => {
    if (method === 'POST' && body === '') {
      stop();
      return 'hang';
    }
    return method === 'POST' ? simulated({ estimatedGas: 0 }) : undefined;
  });
  const args = ['smoke', '--simulator-url', origin, '--json'];
  const { exitCode, stdout } = await cliRun(args, { untilStopped: () => stopped });
  expect(exitCode).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ verdict: 'failed', isStopped: true });
});

it('says that the recording of a stopped run could not be saved', async () => {
  const folder = await projectFolder();
  let stop = (): void => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const { origin } = await startService(({ body, method }) => {
    if (method !== 'POST' || body !== '') return undefined;
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'no folder');
    stop();
    return undefined;
  });
  const args = ['smoke', '--simulator-url', origin, '--record', join(folder, 'smoke.json')];
  const { exitCode, stdout, stderr } = await cliRun(args, { untilStopped: () => stopped });
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/^error: The smoke run was stopped before its end\nerror: .*smoke\.json/);
  expect(stdout).toContain('stopped before its end: inconclusive');
});

it('takes the call, the limits and the operations of flags and configuration', async () => {
  const file = join(await projectFolder(), 'request.json');
  const request = {
    shardsKey: '42',
    evmCallParams: { target: `0x${'11'.repeat(20)}` },
    tvmAssets: [],
    tvmCaller: `0:${'11'.repeat(32)}`,
  };
  await writeFile(file, JSON.stringify(request));
  const config = join(await projectFolder(), 'crosscheck.config.json');
  const bodies: string[] = [];
  const transactions = [{ blockchainType: 'TVM', hash: `0x${'ab'.repeat(32)}` }];
  const { origin } = await startService(({ method, target, body }) => {
    if (method === 'POST') bodies.push(body);
    if (target.includes(operationId)) return recorded({ stage: 'executedInTVM', transactions });
    return method === 'POST' && body.includes('tvmCaller') ? simulated() : undefined;
  });
  const staging = {
    simulatorUrl: origin,
    chains: { alpha: 'evm', beta: 'tvm' },
    operationIds: [operationId],
  };
  await writeFile(
    config,
    JSON.stringify({ deployments: { staging }, smoke: { samples: 2, budgets: ampleBudgets } }),
  );
  const args = ['smoke', '--json', '--config-file', config, '--deployment', 'staging', '--request', file];
  const { stdout } = await cliRun([...args, '--simulate-p95', '7s']);
  const report = JSON.parse(stdout);
  expect(JSON.parse(bodies[0] as string)).toEqual(request);
  expect(report.deployment.name).toBe('staging');
  const messageOf = (name: string): string =>
    report.checks.find((check: { name: string }) => check.name === name).message;
  expect(messageOf('simulate-latency')).toMatch(/p50 .+ \(budget 60 s\), p95 .+ \(budget 7 s\), 2 samples$/);
  expect(report.durationMs).toBe(Math.round(report.durationMs));
  const fewer = await cliRun([...args, '--samples', '1']);
  expect(fewer.stdout).toContain('1 sample"');
  expect(messageOf('known-operations')).toBe('1 included');
});
