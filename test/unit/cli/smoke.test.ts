import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { answerOf } from '../../support/raw-server.js';
import { type Answers, ampleBudgets, operationId, simulated, startService } from '../smoke/service.js';
import { type CliRun, cliRun } from './cli-run.js';

/** Runs the command on a service that answers so. */
async function smoke(answers: Answers | undefined, ...args: readonly string[]): Promise<CliRun> {
  const { origin } = await startService(answers);
  const { stdout, ...run } = await cliRun(['smoke', '--simulator-url', origin, '--samples', '0', ...args]);
  return { ...run, stdout: stdout.replaceAll(new URL(origin).host, 'HOST') };
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'crosscheck-smoke-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
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

  it('2 when it is not asked well', async () => {
    expect(await smoke(undefined, '--format', 'xml')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--format must be one of text, junit, json, markdown, github'),
    });
    expect(await smoke(undefined, '--json', '--format', 'junit')).toMatchObject({
      exitCode: 2,
      stderr: 'error: --json is a form of its own: leave out --format\n',
    });
    expect(await smoke(undefined, '--max-request', '3')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('Did you mean --max-requests?'),
    });
  });

  it('3 when it could not be seen, or was stopped', async () => {
    const wanting: Answers = () => answerOf(401, '{"error":"who?"}');
    const { exitCode, stdout } = await smoke(wanting);
    expect(exitCode).toBe(3);
    expect(stdout).toContain('it wants credentials and got none');
    const { origin } = await startService(() => 'hang');
    const stopped = await cliRun(['smoke', '--simulator-url', origin], { untilStopped: async () => {} });
    expect(stopped).toMatchObject({
      exitCode: 3,
      stderr: 'error: The smoke run was stopped before its end\n',
    });
  });
});

it('prints one line of JSON', async () => {
  const { stdout } = await smoke(boom, '--json');
  expect(stdout.trimEnd()).not.toContain('\n');
  expect(JSON.parse(stdout)).toMatchObject({ verdict: 'failed', deployment: { name: 'HOST' } });
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

it('writes to a file that is not there yet', async () => {
  const out = join(await folder(), 'smoke.xml');
  expect(await smoke(undefined, '--format', 'junit', '--out', out)).toMatchObject({
    exitCode: 0,
    stdout: '',
  });
  expect(await readFile(out, 'utf8')).toContain('<testsuite name="smoke"');
  expect(await smoke(undefined, '--out', out)).toMatchObject({ exitCode: 2 });
});

it('has colours on a terminal', async () => {
  const { origin } = await startService();
  let stdout = '';
  const terminal = { isTTY: true, write: (text: string) => (stdout += text) };
  await cliRun(['smoke', '--simulator-url', origin, '--samples', '0'], { stdout: terminal });
  expect(stdout).toContain('\u001b[32mpassed');
});

it('takes the call, the limits and the operations of flags and configuration', async () => {
  const file = join(await folder(), 'request.json');
  const request = {
    shardsKey: '42',
    evmCallParams: { target: `0x${'11'.repeat(20)}` },
    tvmAssets: [],
    tvmCaller: `0:${'11'.repeat(32)}`,
  };
  await writeFile(file, JSON.stringify(request));
  const config = join(await folder(), 'crosscheck.config.json');
  const bodies: string[] = [];
  const { origin } = await startService(({ method, body }) => {
    if (method === 'POST') bodies.push(body);
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
  const { stdout } = await cliRun([...args, '--max-clock-skew-ms', '1s']);
  const report = JSON.parse(stdout);
  expect(JSON.parse(bodies[0] as string)).toEqual(request);
  expect(report.deployment.name).toBe('staging');
  const messageOf = (name: string): string =>
    report.checks.find((check: { name: string }) => check.name === name).message;
  expect(messageOf('simulate-latency')).toContain('2 samples');
  expect(messageOf('known-operations')).toBe('it is included');
});
