import { beforeAll, describe, expect, it } from 'vitest';
import { startLatencyProxy } from '../support/latency-proxy.js';
import { openRawServer } from '../support/raw-server.js';
import { runVitest, type VitestRun } from '../support/vitest-process.js';
import { type CliRun, cliRun } from '../unit/cli/cli-run.js';
import { operationId, serviceOf } from '../unit/smoke/service.js';

const latencies = [150, 300, 800];

const budgets =
  '{ simulateP50Ms: 9_000, simulateP95Ms: 9_000, inclusionP50Ms: 9_000, inclusionP95Ms: 9_000 }';
const budgetFlags = ['--simulate-p50', '--simulate-p95', '--inclusion-p50', '--inclusion-p95'].flatMap(
  (flag) => [flag, '9s'],
);

const files = (delayMs: number, url: string): Record<string, string> => {
  const head = `
    import { defineDeployment } from 'crosscheck';
    import { runSmoke } from 'crosscheck/smoke';
    import { defineSmokeSuite } from 'crosscheck/vitest';
    import { expect, test } from 'vitest';
    const deployment = defineDeployment({ name: 'staging', simulatorUrl: '${url}', observerUrl: '${url}' });
    const options = { operationIds: ['${operationId}'], budgets: ${budgets} };`;
  return {
    // Ten samples of an endpoint take longer than this suite may.
    [`suite-${delayMs}.test.js`]: `${head}
      defineSmokeSuite(deployment, { ...options, suiteTimeoutMs: 6_000 });`,
    [`run-${delayMs}.test.js`]: `${head}
      test('run ${delayMs}', { timeout: 20_000 }, async () => {
        const { checks } = await runSmoke({ ...options, deployment });
        expect(checks.filter(({ status }) => status === 'failed' || status === 'inconclusive')).toEqual([]);
      });`,
  };
};

describe('behind a latency with jitter of half of it', () => {
  let run: VitestRun;
  let commands: CliRun[];
  beforeAll(async () => {
    const service = await openRawServer(serviceOf());
    const proxies = await Promise.all(
      latencies.map((delayMs) => startLatencyProxy(service.origin, { delayMs, jitterMs: delayMs / 2 })),
    );
    const urls = proxies.map(({ url }) => url);
    const args = ['--operation-id', operationId, '--samples', '2', ...budgetFlags];
    const commandRuns = urls.map((url) => cliRun(['smoke', '--simulator-url', url, ...args]));
    const all = latencies.map((delayMs, at) => files(delayMs, urls[at] as string));
    run = await runVitest(Object.assign({}, ...all), { fileParallelism: true }, { VITEST_MAX_WORKERS: '6' });
    commands = await Promise.all(commandRuns);
    await Promise.all([service.close(), ...proxies.map((proxy) => proxy.stop())]);
  }, 120_000);

  it('suites and runs in tests pass, with as many samples as there is time for', () => {
    const { exitCode, output } = run;
    expect(output).not.toMatch(/timed out|inconclusive/i);
    expect({ exitCode, output }).toMatchObject({ exitCode: 0 });
  });

  it.each(latencies.map((delayMs, at) => [delayMs, at]))('the command passes behind %i ms', (_, at) => {
    const { exitCode, stdout } = commands[at as number] as CliRun;
    expect({ exitCode, stdout }).toMatchObject({ exitCode: 0 });
  });
});
