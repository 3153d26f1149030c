import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startLocalDeployment } from 'crosscheck/local';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../..', import.meta.url));

test('the example runs against the deployment that the environment names', { timeout: 60_000 }, async () => {
  const elsewhere = await startLocalDeployment({ chains: { alpha: 'evm', beta: 'tvm' } });
  onTestFinished(() => elsewhere.stop());
  const request = {
    shardsKey: '7',
    alphaCallParams: { target: elsewhere.contracts.targets.bounce, methodName: 'bounce' },
    betaAssets: [{ amount: '5' }],
    betaCaller: elsewhere.accounts[0],
  };
  const env = {
    ...process.env,
    NO_COLOR: '1',
    TEST_REPORTS: '',
    CROSSCHECK_NAME: 'elsewhere',
    CROSSCHECK_SIMULATOR_URL: elsewhere.simulatorUrl,
    CROSSCHECK_OBSERVER_URL: elsewhere.observerUrl,
    CROSSCHECK_CHAINS: 'evm,tvm',
    EXAMPLE_REQUEST: JSON.stringify(request),
    EXAMPLE_OPERATION_ID: await elsewhere.submit(request),
  };
  const { stdout } = await run('npx', ['vitest', 'run', '--project', 'examples', 'examples/end-to-end'], {
    cwd: repository,
    env,
  });
  expect(stdout).toContain('tests run against elsewhere');
  expect(stdout).toMatch(/Tests\s+3 passed \| 4 skipped/);
});

test('what init writes is green there, and red where the observer is not at its path', {
  timeout: 60_000,
}, async () => {
  const elsewhere = await startLocalDeployment();
  onTestFinished(() => elsewhere.stop());
  const { simulatorUrl, observerUrl } = elsewhere;
  const suite = async (observer: string): Promise<string> => {
    const env = { CROSSCHECK_SIMULATOR_URL: simulatorUrl, CROSSCHECK_OBSERVER_URL: observer };
    const args = ['vitest', 'run', '--project', 'examples', 'src/cli/init/templates/end-to-end'];
    const options = { cwd: repository, env: { ...process.env, NO_COLOR: '1', TEST_REPORTS: '', ...env } };
    const { stdout, stderr } = await run('npx', args, options).catch((failed) => failed);
    return stdout + stderr;
  };
  expect(await suite(observerUrl)).toMatch(/Tests\s+\d+ passed \| \d+ skipped/);
  const red = await suite(simulatorUrl);
  expect(red).toMatch(/Tests\s+\d+ failed/);
  expect(red).toMatch(/FAIL.+ smoke > observer-reachability\n.*SmokeFailedError.* answers every path alike/);
});
