import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startLocalDeployment } from 'crosscheck/local';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const run = promisify(execFile);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(inject('scratchProject'), 'playwright-'));
  const files = {
    'playwright.config.mjs': "export default { testMatch: '*.spec.mjs', reporter: 'line' };",
    'crosscheck.config.mjs':
      "export default { deployments: { staging: { simulatorUrl: 'http://127.0.0.1:9', observerUrl: 'http://127.0.0.1:9' } } };",
    'fixtures.spec.mjs': `
      import { currentDeployment } from 'crosscheck';
      import { expect, test } from 'crosscheck/playwright';
      test('without a fixture', () => {
        console.log('in force: ' + currentDeployment().simulatorUrl);
      });
      test('with a client', async ({ client }) => {
        console.log('client: ' + client.deployment.simulatorUrl);
      });
      test('with a local deployment', async ({ local }) => {
        console.log('local: ' + local.simulatorUrl);
      });
    `,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs the tests. Returns their output. */
async function output(env: NodeJS.ProcessEnv): Promise<string> {
  const cli = join(inject('scratchProject'), 'node_modules/@playwright/test/cli.js');
  const options = { cwd: folder, env: { ...process.env, NO_COLOR: '1', ...env } };
  const { stdout } = await run(process.execPath, [cli, 'test'], options).catch((failed) => failed);
  return stdout as string;
}

test('the configuration names the deployment of the tests, which have no local one', async () => {
  const printed = await output({});
  expect(printed).toContain('in force: http://127.0.0.1:9');
  expect(printed).toContain('client: http://127.0.0.1:9');
  expect(printed).toContain('The fixture local has no local deployment: tests run against staging');
});

test('the environment chooses the local deployment, or names another one', async () => {
  const local = await output({ CROSSCHECK_DEPLOYMENT: 'local' });
  expect(local).toMatch(/local: http:\/\/127\.0\.0\.1:\d{4,}/);
  expect(local).toContain('No deployment is configured');
  const url = 'http://127.0.0.1:8';
  const named = await output({ CROSSCHECK_SIMULATOR_URL: url, CROSSCHECK_OBSERVER_URL: url });
  expect(named).toContain(`client: ${url}`);
});

test('tests use the local deployment that runs at CROSSCHECK_CONTROL_URL', async () => {
  await using local = await startLocalDeployment();
  const printed = await output({ CROSSCHECK_CONTROL_URL: local.controlUrl });
  for (const name of ['in force', 'client', 'local'])
    expect(printed).toContain(`${name}: ${local.simulatorUrl}`);
  expect(printed).toContain('3 passed');
});

test('nothing at CROSSCHECK_CONTROL_URL fails the tests that need a deployment, with one sentence', async () => {
  const printed = await output({ CROSSCHECK_CONTROL_URL: 'http://127.0.0.1:9' });
  expect(printed).toMatch(/LocalDeploymentError: .*http:\/\/127\.0\.0\.1:9/);
  expect(printed).toContain('unset CROSSCHECK_CONTROL_URL');
  expect(printed).toContain('3 failed');
});
