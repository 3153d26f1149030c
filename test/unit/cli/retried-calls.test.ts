import { expect, onTestFinished, test } from 'vitest';
import { record, startScriptedObserver, status } from '../../support/scripted-observer.js';
import { fullRequest } from '../client/calls.js';
import { cliRun } from './cli-run.js';

test('a call that succeeded only after retries is named at the end of a command, and in its output', async () => {
  const simulator = await startScriptedObserver([
    status(503, { error: 'pool exhausted' }),
    record({ simulationStatus: true }),
  ]);
  onTestFinished(() => simulator[Symbol.asyncDispose]());
  const stdin = { isTTY: false, text: async () => JSON.stringify(fullRequest) };
  const args = ['simulate', '-', '--simulator-url', simulator.url, '--name', 'staging'];
  const retried = await cliRun([...args, '--json'], { stdin });
  expect(retried).toMatchObject({
    exitCode: 0,
    stderr:
      'crosscheck: 1 call succeeded only after retries: simulate of staging after status 503: pool exhausted\n',
  });
  expect(JSON.parse(retried.stdout).attempts).toEqual([
    { status: 503, reason: 'status 503: pool exhausted' },
    { status: 200 },
  ]);
  expect(await cliRun(args, { stdin })).toMatchObject({ exitCode: 0, stderr: '' });
});
