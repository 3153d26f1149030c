import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { replayExchanges } from 'crosscheck';
import { formatReport } from 'crosscheck/report';
import { runSmoke, type SmokeReport } from 'crosscheck/smoke';
import { expect, onTestFinished, test } from 'vitest';
import { localhostCertificate } from '../../support/localhost-certificate.js';
import { answerOf, type ReceivedRequest } from '../../support/raw-server.js';
import { cliRun } from '../cli/cli-run.js';
import {
  ampleBudgets,
  operationId,
  recorded as recordOf,
  simulated,
  startService,
} from '../smoke/service.js';
import { deploymentAt, nowhere, recorded, scratchFile } from './recorded-calls.js';

test('a replayed smoke run has the same results, except for checks that need a live service', async () => {
  const service = await startService();
  let live: SmokeReport | undefined;
  const { file } = await recorded(deploymentAt(service.origin), async (deployment) => {
    live = await runSmoke({ deployment, samples: 2 });
  });
  const sent = service.requests.length;

  const deployment = await replayExchanges(deploymentAt('https://staging.example.org'), { file });
  const report = await runSmoke({ deployment, samples: 2 });
  const { checks } = report;
  expect(formatReport(report, 'text')).toContain('Smoke run of staging, replayed from a recording: passed');
  const statuses = (report: readonly SmokeReport['checks'][number][] = []): string[] =>
    report
      .filter(({ name }) => !/latency|tls/.test(name))
      .map(({ name, status, message }) => `${name} ${status} ${message.replace(/in [\d.]+ m?s/, '')}`);
  expect(statuses(checks)).toEqual(statuses(live?.checks));
  expect(checks.filter(({ name }) => /latency|tls/.test(name)).map(({ status }) => status)).toEqual([
    'skipped',
    'skipped',
    'skipped',
  ]);
  expect(service.requests).toHaveLength(sent);
});

test.each<readonly [string, (request: ReceivedRequest) => boolean, () => Buffer]>([
  [
    'another verdict',
    ({ method, body }) => method === 'POST' && body.includes('betaCaller') && !body.includes('5a5a'),
    () => simulated({ simulationStatus: false, simulationError: 'paused' }),
  ],
  ['500', ({ method, body }) => method === 'POST' && body.includes('betaCaller'), () => answerOf(500, '{}')],
  [
    'an earlier stage',
    ({ target }) => target.includes(operationId),
    () => recordOf({ stage: 'includedInBETAConsensus' }),
  ],
])('a run that failed by %s fails when it is replayed', async (_, isOf, wrong) => {
  let count = 0;
  const service = await startService((request) => {
    if (isOf(request) && ++count > 7) return wrong();
    return request.target.includes(operationId) ? recordOf({ stage: 'executedInBETA' }) : undefined;
  });
  const options = { samples: 9, operationIds: [operationId], budgets: ampleBudgets };
  let live: SmokeReport | undefined;
  const { file } = await recorded(deploymentAt(service.origin), async (deployment) => {
    live = await runSmoke({ deployment, ...options });
  });
  const deployment = await replayExchanges(deploymentAt('https://staging.example.org'), { file });
  const failed = (report?: SmokeReport) =>
    report?.checks.filter(({ status }) => status === 'failed').map(({ name, message }) => [name, message]);
  expect(failed(live)).toHaveLength(1);
  expect(failed(await runSmoke({ deployment, ...options }))).toEqual(failed(live));
});

test.each([
  ['clock-skew', 'passed', 'no measurable difference', 0, 0],
  ['clock-skew', 'failed', 'ahead of the clock of this machine', 3_600_000, 0],
  ['inclusion-conformance', 'passed', 'matches the interface', 0, 0],
  ['inclusion-conformance', 'failed', 'expected a timestamp that is not in the future', 0, 3_600_000],
])(
  'clocks and timestamps are compared with the time of the recording: %s %s',
  async (name, status, message, clockMs, timestampMs) => {
    const monthMs = 30 * 24 * 3_600_000;
    const monthAgoMs = Date.now() - monthMs;
    const date = new Date(monthAgoMs + clockMs).toUTCString();
    const timestamp = Math.floor((monthAgoMs + timestampMs) / 1000);
    const service = await startService(({ method, target, body }) => {
      if (target.includes(operationId)) return recordOf({ stage: 'executedInBETA', timestamp });
      return method === 'POST' && body.includes('betaCaller') ? simulated({}, { date }) : undefined;
    });
    const options = { samples: 0, operationIds: [operationId] };
    const { file } = await recorded(deploymentAt(service.origin), (deployment) =>
      runSmoke({ deployment, ...options }),
    );
    const monthOld = (await readFile(file, 'utf8')).replace(
      /"recordedAt": "(.+)"/g,
      (_, at) => `"recordedAt": "${new Date(Date.parse(at) - monthMs).toISOString()}"`,
    );
    await writeFile(file, monthOld);
    const deployment = await replayExchanges(deploymentAt(nowhere), { file });
    const { checks } = await runSmoke({ deployment, ...options });
    expect(checks.find((check) => check.name === name)).toMatchObject({
      status,
      message: expect.stringContaining(message),
    });
  },
);

test('a rejected certificate is reported again without a connection', async () => {
  let connections = 0;
  const server = createServer(localhostCertificate).on('connection', () => connections++);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  const { file } = await recorded(deploymentAt(origin), (deployment) => runSmoke({ deployment, samples: 0 }));
  const made = connections;
  const deployment = await replayExchanges(deploymentAt(origin), { file });
  const { checks } = await runSmoke({ deployment, samples: 0 });
  expect(checks.find(({ name }) => name === 'tls')).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('the certificate is not accepted'),
  });
  expect(connections).toBe(made);
});

test('the command replays a run only for its deployment, and sends nothing', async () => {
  const service = await startService();
  const at = ['smoke', '--simulator-url', service.origin];
  const file = await scratchFile();
  expect(await cliRun([...at, '--name', 'staging', '--record', file, '--samples', '0'])).toMatchObject({
    exitCode: 0,
  });
  const sent = service.requests.length;
  const replay = (...flags: readonly string[]) =>
    cliRun(['smoke', ...flags, '--replay', file, '--samples', '0']);
  const nowhere = ['--simulator-url', 'http://127.0.0.1:9'];
  expect(await replay(...nowhere, '--name', 'staging')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('Smoke run of staging, replayed from a recording: passed'),
  });
  expect(await replay(...nowhere, '--name', 'production')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('was recorded from staging, not from production'),
  });
  expect(await replay('--control-url', 'http://127.0.0.1:9')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--replay sends nothing'),
  });
  expect(service.requests).toHaveLength(sent);
});
