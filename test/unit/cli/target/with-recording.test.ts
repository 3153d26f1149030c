import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { answerOf, startRawServer } from '../../../support/raw-server.js';
import { fullRequest } from '../../client/calls.js';
import { nowhere, scratchFile } from '../../recording/recorded-calls.js';
import { type CliRun, cliRun } from '../cli-run.js';

test('a command that was recorded says the same when it is replayed, without the service or credentials', async () => {
  const server = await startRawServer(
    answerOf(200, '{"response":{"simulationStatus":false,"simulationError":"paused"}}'),
  );
  const requestFile = await scratchFile(JSON.stringify(fullRequest));
  const recording = join(dirname(requestFile), 'recorded.json');
  const config = join(dirname(requestFile), 'crosscheck.config.json');
  const simulate = async (url: string, args: readonly string[], env = {}): Promise<CliRun> => {
    const staging = { simulatorUrl: url, authorizationEnv: 'STAGING_TOKEN' };
    await writeFile(config, JSON.stringify({ deployments: { staging } }));
    return await cliRun(['simulate', requestFile, '--config-file', config, ...args], { env });
  };

  const withToken = { STAGING_TOKEN: 'Bearer 0123456789abcdef' };
  const live = await simulate(server.origin, ['--record', recording], withToken);
  expect(live).toMatchObject({ exitCode: 1, stderr: '' });
  const replayed = await simulate(nowhere, ['--replay', recording]);
  expect(replayed).toEqual({ ...live, stdout: expect.stringContaining('paused') });
  expect(live.stdout).toMatch(/^Deployment: staging, [\d.]+ m?s$/m);
  expect(replayed.stdout).toContain('Deployment: staging, replayed from a recording\n');
  expect(server.requests).toHaveLength(1);

  const other = await simulate(nowhere, ['--replay', requestFile]);
  expect(other.exitCode).toBe(2);
  expect(other.stderr).toContain(`record again, with --record ${requestFile}`);
  const both = await simulate(nowhere, ['--replay', recording, '--record', recording], withToken);
  expect(both).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('pass one of them') });
});

test('what was exchanged is recorded also when the command fails', async () => {
  const server = await startRawServer(answerOf(404, '{"error":"no such path"}'));
  const requestFile = await scratchFile(JSON.stringify(fullRequest));
  const recording = join(dirname(requestFile), 'recorded.json');
  const args = ['simulate', requestFile, '--simulator-url'];
  const live = await cliRun([...args, server.origin, '--record', recording]);
  const replayed = await cliRun([...args, nowhere, '--replay', recording]);
  expect([live.exitCode, replayed.exitCode]).toEqual([3, 3]);
  expect(replayed.stderr).toContain('answered with status 404');
});

test('a place where no recording can be written is rejected before anything is sent', async () => {
  const server = await startRawServer(answerOf(200, '{"response":{"simulationStatus":true}}'));
  const requestFile = await scratchFile(JSON.stringify(fullRequest));
  const { exitCode, stderr } = await cliRun([
    ...['simulate', requestFile, '--simulator-url', server.origin, '--record', requestFile],
  ]);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringContaining('exists and is not a recording'),
  });
  expect(server.requests).toEqual([]);
});

test('what failed is said also when the recording cannot be written then', async () => {
  const requestFile = await scratchFile(JSON.stringify(fullRequest));
  const recording = join(dirname(requestFile), 'recorded.json');
  const server = await startRawServer((socket) => {
    mkdirSync(recording);
    socket.write(answerOf(404, '{"error":"no such path"}'));
  });
  const args = ['simulate', requestFile, '--simulator-url', server.origin, '--record', recording];
  const { exitCode, stderr } = await cliRun(args);
  expect(exitCode).toBe(3);
  expect(stderr).toContain('answered with status 404');
  expect(stderr).toContain(`The recording ${recording} cannot be written: it is a folder (EISDIR)`);
});
