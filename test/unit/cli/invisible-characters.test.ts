import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { record, startScriptedObserver, status } from '../../support/scripted-observer.js';
import { fullRequest, operationId } from '../client/calls.js';
import { cliRun } from './cli-run.js';

const odd = 'a\u0000\u001b\u007f\u009b\u00ad\u200b\u202e\u2028\u2029\u2066\ufeff\u{e0001}z';
const shown = /^[\n\x20-\x7e\u00a1-\u00ac\u00ae-\u024f\u2010-\u2027\u2030-\u205e×…]*$/;

test('escapes control and direction characters of a service in the JSON and the text of a command', async () => {
  const observer = await startScriptedObserver([
    record({
      stage: 'executedInALPHA',
      success: false,
      note: { content: odd },
      simulationStatus: false,
      simulationError: odd,
      [odd]: odd,
    }),
  ]);
  onTestFinished(() => observer[Symbol.asyncDispose]());
  const folder = await mkdtemp(join(tmpdir(), 'crosscheck-request-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const request = join(folder, 'request.json');
  await writeFile(request, JSON.stringify(fullRequest));
  const at = ['--simulator-url', observer.url, '--observer-url', observer.url];
  for (const args of [
    ['wait', operationId, ...at],
    ['simulate', request, ...at],
  ]) {
    const json = await cliRun([...args, '--json']);
    expect(json.stdout).toMatch(shown);
    expect(JSON.stringify(JSON.parse(json.stdout))).toContain(JSON.stringify(odd).slice(1, -1));
    expect((await cliRun(args)).stdout).toMatch(shown);
  }
});

test('escapes an error of a service as well', async () => {
  const observer = await startScriptedObserver([status(400, { error: odd })]);
  onTestFinished(() => observer[Symbol.asyncDispose]());
  const run = await cliRun(['wait', operationId, '--observer-url', observer.url, '--json']);
  expect(run.stdout).toMatch(shown);
  expect(run.stderr).toMatch(shown);
});
