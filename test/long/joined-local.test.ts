import { type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { startLatencyProxy } from '../support/latency-proxy.js';
import { localRequest, localSetup, runVitest } from '../support/vitest-process.js';

let local: LocalDeployment;
beforeAll(async () => {
  local = await startLocalDeployment({ chains: { alpha: 'evm', beta: 'tvm' } });
  return () => local.stop();
});
beforeEach(() => local.clearRequests());

/** A file that submits an operation, waits for it, and asserts a simulation and what was received. */
const file = (name: string): string => `
  import { currentDeployment } from 'crosscheck';
  import { localDeployment } from 'crosscheck/vitest';
  import { expect, test } from 'vitest';
  test('${name} joins the deployment that runs', async () => {
    const sinceMs = Date.now();
    const local = await localDeployment();
    expect(currentDeployment().simulatorUrl).toBe(local.simulatorUrl);
    expect(currentDeployment().chains).toEqual({ alpha: 'evm', beta: 'tvm' });
    const operationId = await local.submit(${localRequest});
    await expect(operationId).toReachInclusion();
    const request = { ...${localRequest}, extraData: '0x${Buffer.from(name).toString('hex')}' };
    await expect(request).toSimulateSuccessfully();
    await expect(local).toHaveReceivedRequest({ request: { extraData: request.extraData } }, { times: 1, sinceMs });
    await expect(local).not.toHaveReceivedRequest({ request: { extraData: '0xffff' } }, { sinceMs });
  });`;

const files = { 'a.test.js': file('a'), 'b.test.js': file('b'), 'c.test.js': file('c') };
const passed = (names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [
      `${name} joins the deployment that runs`,
      expect.objectContaining({ status: 'passed' }),
    ]),
  );

test('test files in parallel join the deployment of CROSSCHECK_CONTROL_URL, which keeps running as it is', async () => {
  const fault = await local.setFault({ fault: 'delay', ms: 1 });
  const { exitCode, tests, output } = await runVitest(
    { ...localSetup, ...files },
    { globalSetup: ['./setup.js'], fileParallelism: true },
    { CROSSCHECK_CONTROL_URL: local.controlUrl },
  );
  expect(tests).toEqual(passed(['a', 'b', 'c']));
  expect(exitCode).toBe(0);
  expect(output).toContain(
    `crosscheck: tests use the running local deployment: simulator ${local.simulatorUrl}, observer ${local.observerUrl}, control page ${local.controlUrl}\n`,
  );
  expect(await local.faults()).toMatchObject([{ faultId: fault.faultId }]);
  expect(await local.operations()).toHaveLength(3);
  await fault.clear();
});

test('a test file joins with the variables of crosscheck serve, and with CROSSCHECK_DEPLOYMENT=local', async () => {
  const { tests } = await runVitest(
    { ...localSetup, 'a.test.js': files['a.test.js'] },
    { globalSetup: ['./setup.js'] },
    {
      CROSSCHECK_CONTROL_URL: local.controlUrl,
      CROSSCHECK_SIMULATOR_URL: local.simulatorUrl,
      CROSSCHECK_OBSERVER_URL: local.observerUrl,
      CROSSCHECK_CHAINS: 'evm,tvm',
      CROSSCHECK_DEPLOYMENT: 'local',
    },
  );
  expect(tests).toEqual(passed(['a']));
});

test('test files join without the global setup', async () => {
  const { tests, output } = await runVitest(files, {}, { CROSSCHECK_CONTROL_URL: local.controlUrl });
  expect(tests, output).toEqual(passed(['a', 'b', 'c']));
});

test('test files join behind latency', async () => {
  const control = await startLatencyProxy(local.controlUrl, { delayMs: 200, jitterMs: 100 });
  try {
    const { tests } = await runVitest(
      { ...localSetup, ...files },
      { globalSetup: ['./setup.js'], fileParallelism: true, testTimeout: 20_000 },
      { CROSSCHECK_CONTROL_URL: control.url },
    );
    expect(tests).toEqual(passed(['a', 'b', 'c']));
  } finally {
    await control.stop();
  }
});

test('a file can start an isolated deployment instead', async () => {
  const { tests, output } = await runVitest(
    {
      ...localSetup,
      'a.test.js': `
        import { localDeployment } from 'crosscheck/vitest';
        import { expect, test } from 'vitest';
        test('is isolated', async () => {
          const local = await localDeployment({ isolated: true });
          expect(local.controlUrl).not.toBe(process.env.CROSSCHECK_CONTROL_URL);
          await expect(${localRequest}).toSimulateSuccessfully();
        });`,
    },
    { globalSetup: ['./setup.js'] },
    { CROSSCHECK_CONTROL_URL: local.controlUrl },
  );
  expect(tests, output).toMatchObject({ 'is isolated': { status: 'passed' } });
  expect((await local.requests()).requests).toEqual([]);
});

test.each<[string, () => string, string, string]>([
  [
    'where nothing listens',
    () => 'http://127.0.0.1:1',
    'CROSSCHECK_CONTROL_URL: No local deployment answers at http://127.0.0.1:1',
    'start one with crosscheck serve, or unset CROSSCHECK_CONTROL_URL',
  ],
  [
    'of an observer',
    () => local.observerUrl,
    'is not the control URL of a local deployment (404: this is an observer, not a control URL',
    'set CROSSCHECK_CONTROL_URL to the URL that crosscheck serve prints as control, or unset it',
  ],
])('reports a control URL %s at once, with and without the global setup', async (_, url, message, advice) => {
  const env = { CROSSCHECK_CONTROL_URL: url() };
  const before = { 'a.test.js': files['a.test.js'] };
  const withSetup = await runVitest({ ...localSetup, ...before }, { globalSetup: ['./setup.js'] }, env);
  expect(withSetup.exitCode).toBe(1);
  expect(withSetup.output).toContain(message);
  expect(withSetup.tests).toEqual({});
  const { tests } = await runVitest(before, {}, env);
  const [failure = ''] = tests['a joins the deployment that runs']?.failureMessages ?? [];
  expect(failure).toContain(message);
  expect(failure).toContain(advice);
});

test('the setup prints the page of the deployment that it starts, and stops it', async () => {
  const own = file('a').replace(
    "expect(currentDeployment().chains).toEqual({ alpha: 'evm', beta: 'tvm' });",
    '',
  );
  const { tests, output } = await runVitest(
    { ...localSetup, 'a.test.js': own },
    { globalSetup: ['./setup.js'] },
  );
  expect(tests).toEqual(passed(['a']));
  const [, page] = /local deployment ready: .*, control page (http:\/\/\S+)/.exec(output) ?? [];
  expect(page).toBeDefined();
  await expect(fetch(page as string)).rejects.toThrow();
});

test.each([
  [
    'nothing has started one',
    {},
    {},
    "No local deployment was started\n\nWhat to do: add globalSetup: ['crosscheck/vitest/local-setup']",
  ],
  [
    'the configuration names another one',
    { globalSetup: ['./setup.js'] },
    {},
    'No local deployment was started: the tests run against staging\n\nWhat to do: set CROSSCHECK_DEPLOYMENT=local to run',
  ],
  [
    'a variable names another one',
    { globalSetup: ['./setup.js'] },
    { CROSSCHECK_SIMULATOR_URL: 'http://127.0.0.1:1' },
    'What to do: unset CROSSCHECK_SIMULATOR_URL to run',
  ],
])('localDeployment() says what to do if %s', async (_, options, variables, message) => {
  const test = `
    import { localDeployment } from 'crosscheck/vitest';
    import { test } from 'vitest';
    test('needs one', () => localDeployment());`;
  const config = `export default { deployment: 'staging', deployments: { staging: { simulatorUrl: 'http://127.0.0.1:1' } } };`;
  const files = { ...localSetup, 'crosscheck.config.mjs': config, 'a.test.js': test };
  const { tests } = await runVitest(files, options, variables);
  expect(tests['needs one']?.failureMessages.join()).toContain(message);
});
