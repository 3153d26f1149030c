import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { deploymentFromEnv } from '../../../src/deployment/deployment-from-env.js';
import { createClient } from '../../../src/http/create-client.js';
import { connectLocalDeployment } from '../../../src/local/control/connect-local-deployment.js';
import { knownFaults } from '../../../src/local/faults/known-faults.js';
import { cliRun } from './cli-run.js';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Serves, and gives what was printed once it is ready to a function; stops when that is done. */
async function whileServing(args: string[], use: (printed: string) => Promise<void>): Promise<void> {
  let stop = (): void => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  let printed = '';
  let used: Promise<void> | undefined;
  const write = (text: string): void => {
    printed += text;
    used = use(printed).finally(stop);
  };
  const { exitCode, stderr } = await cliRun(['serve', ...args], {
    stdout: { write },
    untilStopped: () => stopped,
  });
  await used;
  expect({ exitCode, stderr, isReady: used !== undefined }).toEqual({
    exitCode: 0,
    stderr: '',
    isReady: true,
  });
}

test('the line of JSON is all that a program needs', async () => {
  const flags = '--json --clock manual --chains evm,tvm --operation-id-parameter operation';
  await whileServing(flags.split(' '), async (printed) => {
    expect(printed.trimEnd().split('\n')).toHaveLength(1);
    const { controlUrl, environment, contracts, callers } = JSON.parse(printed);
    const deployment = deploymentFromEnv(environment);
    if (deployment === undefined) throw new Error('the environment names no deployment');
    const request = {
      shardsKey: '1',
      alphaCallParams: { target: contracts.targets.bounce, methodName: 'bounce' },
      betaAssets: [{ amount: '5' }],
      betaCaller: callers[0],
    };
    const { response } = await createClient(deployment).simulate(request);
    expect(response.simulationStatus).toBe(true);
    const local = await connectLocalDeployment(controlUrl);
    const operationId = await local.submit(request);
    await local.advance(2000);
    const record = await createClient(deployment).inclusion(operationId);
    expect(record.response.stage).toBe('executedInBETA');
  });
});

test('without it, somebody reads where everything is', async () => {
  await whileServing([], async (printed) => {
    const placeholders = printed
      .replaceAll(/127\.0\.0\.1:\d+/g, '<host>')
      .replaceAll(/0x[\da-fA-F]{40}/g, '<address>')
      .replaceAll(/0:([\da-f]{2})\1+/g, '0:<hash>');
    expect(placeholders).toMatchSnapshot();
  });
});

test('lists the faults for a reader and for a program', async () => {
  const { exitCode, stdout } = await cliRun(['serve', '--list-faults']);
  expect(exitCode).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.map((line) => line.split(' ')[0])).toEqual(knownFaults.map(({ fault }) => fault));
  for (const [index, { summary }] of knownFaults.entries()) expect(lines[index]).toContain(summary);
  const json = await cliRun(['serve', '--list-faults', '--json']);
  expect(JSON.parse(json.stdout)).toEqual(knownFaults);
});

test('a port that is taken is one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { exitCode, stderr } = await cliRun(['serve', '--observer-port', `${port}`]);
  other.close();
  expect({ exitCode, stderr }).toEqual({
    exitCode: 3,
    stderr: `error: Something else listens on 127.0.0.1:${port}; port 0 takes a free one.\n`,
  });
});

test('an engine that is not there is one sentence', async () => {
  vi.stubEnv('CROSSCHECK_LOCAL_RPC_URL', undefined);
  const { exitCode, stderr } = await cliRun(['serve', '--anvil', '/nowhere/anvil']);
  expect(exitCode).toBe(3);
  expect(stderr).toMatch(/^error: The local deployment needs anvil[^\n]*\n$/);
});

test('a bad artifact is one sentence', async () => {
  const { exitCode, stderr } = await cliRun(['serve', '--deploy', 'Vault=nowhere/Vault.json']);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/^error: The artifact nowhere\/Vault\.json cannot be read[^\n]*\n$/);
});

test.each([
  ['--fault html,ms=5', '--fault[0].ms must be absent'],
  ['--caller nobody', '--caller[0].address must be a source-chain address'],
  ['--stages a,b', '--stages must be 7 names'],
  [
    '--rpc http://127.0.0.1:1 --fork http://127.0.0.1:2',
    '--fork is for the bundled engine, which --rpc takes',
  ],
])('%s, which only the deployment can judge, is called by its flag', async (flags, message) => {
  const { exitCode, stderr } = await cliRun(['serve', ...flags.split(' ')]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`error: The local deployment has bad options: ${message}`);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
});

test('a node that cannot be reached is one sentence, without its credentials', async () => {
  const key = '0123456789abcdef0123456789abcdef';
  const { exitCode, stderr } = await cliRun(['serve', '--rpc', `http://me:pass-word@127.0.0.1:1/v3/${key}`]);
  expect(exitCode).toBe(3);
  expect(stderr).toMatch(/^error: [^\n]*127\.0\.0\.1:1[^\n]*\n$/);
  expect(stderr).not.toMatch(new RegExp(`pass-word|${key}`));
});
