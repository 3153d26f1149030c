import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { localRequest, localSetup, runVitest } from '../support/vitest-process.js';

/** Two such files run one after the other. Each prints how many deployments of earlier files it found stopped. */
const isolatedFile = (name: string): string => `
  import { appendFileSync, readFileSync } from 'node:fs';
  import { currentDeployment } from 'crosscheck';
  import { localDeployment } from 'crosscheck/vitest';
  import { afterAll, beforeAll, expect, inject, test } from 'vitest';
  let local;
  beforeAll(async () => {
    local = await localDeployment({ isolated: true });
    appendFileSync('urls.txt', local.simulatorUrl + '\\n');
  });
  test('${name} starts from the initial state', async () => {
    expect(local.simulatorUrl).not.toBe(inject('crosscheck').simulatorUrl);
    expect(await local.faults()).toEqual([]);
    expect(await local.operations()).toEqual([]);
    expect((await local.clock()).isFrozen).toBe(false);
  });
  test('${name} is what assertions and later calls use', async () => {
    expect(currentDeployment().simulatorUrl).toBe(local.simulatorUrl);
    expect(await localDeployment()).toBe(local);
    expect(await localDeployment({ isolated: true })).toBe(local);
    await local.freeze();
    const id = await local.submit(${localRequest});
    const early = expect(id).toReachInclusion({ timeoutMs: 50 });
    await expect(early).rejects.toThrow('advance the clock of the local deployment, which is frozen: await local.advance(ms)');
    await local.advance(1000);
    await expect(id).toReachInclusion({ timeoutMs: 1000 });
    await local.setFault({ fault: 'html' });
    await expect(expect(${localRequest}).toSimulateSuccessfully()).rejects.toThrow('local deployment: html');
  });
  test('${name} runs alone', async () => {
    const earlier = readFileSync('urls.txt', 'utf8').trim().split('\\n').slice(0, -1);
    for (const url of earlier) await expect(fetch(url)).rejects.toThrow();
    console.log('stopped deployments: ' + earlier.length);
  });
  afterAll(async () => {
    // Still there for hooks of the file.
    expect(await local.faults()).toHaveLength(1);
  });`;

const sharedFile = `
  import { localDeployment } from 'crosscheck/vitest';
  import { expect, inject, test } from 'vitest';
  test('names what another client changed on the shared deployment', async () => {
    const { controlUrl } = inject('crosscheck');
    const local = await fetch(controlUrl + '/deployment').then((answer) => answer.json());
    const set = (method) => fetch(controlUrl + '/faults', {
      method,
      ...(method === 'POST' && { headers: { 'content-type': 'application/json' }, body: '{"fault":"html"}' }),
    });
    await set('POST');
    const failed = expect(${localRequest}).toSimulateSuccessfully();
    await expect(failed).rejects.toThrow('A fault is set on this local deployment: html');
    await set('DELETE');
    await fetch(controlUrl + '/clock/freeze', { method: 'POST' });
    const { operationId } = await fetch(controlUrl + '/operations', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(${localRequest}),
    }).then((answer) => answer.json());
    const waited = expect(operationId).toReachInclusion({ timeoutMs: 300 });
    const { message } = await waited.catch((error) => error);
    expect(message).toContain('advance the clock of the local deployment, which is frozen: await local.advance(ms)\\n');
    expect(message).toContain('deployment is frozen\\nAll test files share the deployment; localDeployment({ isolated: true })');
    await fetch(controlUrl + '/clock/resume', { method: 'POST' });
    await expect(${localRequest}).toSimulateSuccessfully();
  });
  test('shares a deployment, and its handle', async () => {
    const local = await localDeployment();
    expect(local.simulatorUrl).toBe(inject('crosscheck').simulatorUrl);
    expect(await localDeployment()).toBe(local);
  });
  test('rejects an unknown option', async () => {
    await expect(localDeployment({ isolate: true })).rejects.toThrow('did you mean isolated?');
  });`;

const concurrentFile = `
  import { currentDeployment } from 'crosscheck';
  import { localDeployment } from 'crosscheck/vitest';
  import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
  const refuses = async () => {
    const called = localDeployment({ isolated: true });
    await expect(called).rejects.toThrow('localDeployment({ isolated: true }) was called first in a concurrent test or hook');
  };
  test.concurrent('keeps the shared deployment during a concurrent test', async () => {
    const { simulatorUrl } = currentDeployment();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(currentDeployment().simulatorUrl).toBe(simulatorUrl);
    expect((await localDeployment()).simulatorUrl).toBe(inject('crosscheck').simulatorUrl);
  });
  test.concurrent('cannot isolate during a concurrent test', refuses);
  describe.concurrent('during another block', () => {
    beforeAll(refuses);
    beforeEach(refuses);
    test('cannot isolate in hooks during others', refuses);
  });
  describe.concurrent('another block', () => {
    beforeAll(refuses);
    test('cannot isolate in hooks of a second block either', refuses);
  });
  test('isolates between other tests', async () => {
    const local = await localDeployment({ isolated: true });
    expect(currentDeployment().simulatorUrl).toBe(local.simulatorUrl);
  });
  test.concurrent('has the isolated deployment during others', async () => {
    expect((await localDeployment({ isolated: true })).simulatorUrl).toBe(currentDeployment().simulatorUrl);
    expect(currentDeployment().simulatorUrl).not.toBe(inject('crosscheck').simulatorUrl);
  });`;

/** Vitest keeps the helper from one file to the next if files are not isolated. */
const helper = `
  import { localDeployment } from 'crosscheck/vitest';
  export const ownDeployment = () => localDeployment({ isolated: true });`;

const fileWithHelper = (name: string): string => `
  import { currentDeployment } from 'crosscheck';
  import { beforeAll, expect, test } from 'vitest';
  import { ownDeployment } from './helper.js';
  let local;
  beforeAll(async () => {
    local = await ownDeployment();
  });
  test('${name} gets its own deployment from a helper', async () => {
    expect(currentDeployment().simulatorUrl).toBe(local.simulatorUrl);
    expect(globalThis.urlsOfHelper ?? []).not.toContain(local.simulatorUrl);
    globalThis.urlsOfHelper = [...(globalThis.urlsOfHelper ?? []), local.simulatorUrl];
  });`;

test.each([
  ['with isolation', true],
  ['without isolation', false],
])('a test file gets a local deployment of its own: %s', { timeout: 120_000 }, async (_, isolate) => {
  const { tests, output } = await runVitest(
    {
      ...localSetup,
      'a.test.js': isolatedFile('a'),
      'b.test.js': isolatedFile('b'),
      'c.test.js': sharedFile,
      'd.test.js': concurrentFile,
      'helper.js': helper,
      'e.test.js': fileWithHelper('e'),
      'f.test.js': fileWithHelper('f'),
      'g.test.js': fileWithHelper('g'),
    },
    { isolate, globalSetup: ['./setup.js'] },
  );
  const failures = Object.entries(tests).flatMap(([title, { status, failureMessages }]) =>
    status === 'passed' ? [] : [`${title}: ${failureMessages.join('\n')}`],
  );
  expect(failures, output).toEqual([]);
  expect(Object.keys(tests), output).toHaveLength(18);
  expect(output.match(/stopped deployments: \d/g)?.toSorted()).toEqual([
    'stopped deployments: 0',
    'stopped deployments: 1',
  ]);
  expect(output).not.toMatch(/Unhandled|Error/);
});

const chainsFile = `
  import { currentDeployment } from 'crosscheck';
  import { localDeployment } from 'crosscheck/vitest';
  import { expect, test } from 'vitest';
  test('has the chains of the variable', async () => {
    expect(currentDeployment().chains).toEqual({ alpha: 'evm', beta: 'tvm' });
    await expect({
      shardsKey: '7',
      alphaCallParams: { target: '0x52908400098527886E0F7030069857D2E4169EE7' },
      betaAssets: [],
      betaCaller: '0:' + 'ca'.repeat(32),
    }).toSimulateSuccessfully();
  });
  test('has them in an isolated deployment', async () => {
    const local = await localDeployment({ isolated: true });
    expect(local.chains).toEqual({ alpha: 'evm', beta: 'tvm' });
  });`;

test('CROSSCHECK_CHAINS names the chains of every local deployment, and of a replay', {
  timeout: 120_000,
}, async () => {
  const recordings = await mkdtemp(join(tmpdir(), 'crosscheck-recordings-'));
  onTestFinished(() => rm(recordings, { recursive: true }));
  const run = (variable: string) =>
    runVitest(
      { ...localSetup, 'chains.test.js': chainsFile },
      { globalSetup: ['./setup.js'] },
      { CROSSCHECK_CHAINS: 'evm,tvm', [variable]: recordings },
    );
  const recorded = await run('CROSSCHECK_RECORD');
  expect(recorded.exitCode, recorded.output).toBe(0);
  const replayed = await run('CROSSCHECK_REPLAY');
  expect(replayed.exitCode, replayed.output).toBe(0);
  expect(replayed.tests['has the chains of the variable']?.status).toBe('passed');
});
