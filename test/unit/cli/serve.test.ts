import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, deploymentFromEnv } from 'crosscheck';
import { connectLocalDeployment } from 'crosscheck/local';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { resolveAnvilBinary, startAnvil } from '../../../src/local/evm/anvil.js';
import { knownFaults } from '../../../src/local/faults/known-faults.js';
import { projectFolder } from '../../support/project-folder.js';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { cliRun } from './cli-run.js';
import { whileServing } from './while-serving.js';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('prints a line of JSON with all that a program needs', async () => {
  const flags = '--json --clock manual --chains evm,tvm --operation-id-parameter operation';
  await whileServing(flags.split(' '), async (printed) => {
    expect(printed.trimEnd().split('\n')).toHaveLength(1);
    const { controlUrl, environment, contracts, accounts } = JSON.parse(printed);
    const deployment = deploymentFromEnv(environment);
    if (deployment === undefined) throw new Error('the environment names no deployment');
    const request = {
      shardsKey: '1',
      alphaCallParams: { target: contracts.targets.bounce, methodName: 'bounce' },
      betaAssets: [{ amount: '5' }],
      betaCaller: accounts[0],
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

test('that line has what JSON needs also where a key of the node is like it, and stages of other names', async () => {
  const anvil = await startAnvil();
  onTestFinished(() => anvil.stop());
  const flags = `--json --clock manual --stages a,b,c,d,e,f,g --rpc ${anvil.url}/?plain=alpha`;
  await whileServing(flags.split(' '), async (printed) => {
    const { chains, evmRpcUrl, environment } = JSON.parse(printed);
    expect(chains).toEqual({ alpha: 'alpha', beta: 'beta' });
    expect(evmRpcUrl).toBe(`${anvil.url}/[redacted]`);
    const { conventions } = deploymentFromEnv(environment) ?? {};
    expect(conventions).toMatchObject({ stages: [...'abcdefg'], includedStage: 'f' });
  });
});

test('stops while it starts, without waiting for the start', async () => {
  const { origin } = await startRawServer(() => {});
  const run = cliRun(['serve', '--rpc', origin], { untilStopped: async () => {} });
  expect(await run).toEqual({ exitCode: 0, stdout: '', stderr: '' });
});

test('ends when the EVM ends', async () => {
  vi.stubEnv('CROSSCHECK_LOCAL_RPC_URL', undefined);
  const folder = await mkdtemp(join(tmpdir(), 'crosscheck-engine-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [anvil, pidFile] = [join(folder, 'anvil'), join(folder, 'pid')];
  const script = `#!/bin/sh\necho $$ >'${pidFile}'\nexec '${resolveAnvilBinary()}' "$@"\n`;
  await writeFile(anvil, script, { mode: 0o755 });
  let controlUrl = '';
  const write = (text: string): void => {
    ({ controlUrl } = JSON.parse(text));
    process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL');
  };
  const { exitCode, stderr } = await cliRun(['serve', '--json', '--clock', 'manual', '--anvil', anvil], {
    stdout: { write },
  });
  const expected = 'error: The EVM engine ended (signal SIGKILL).\n';
  expect({ exitCode, stderr }).toEqual({ exitCode: 3, stderr: expected });
  await expect(fetch(controlUrl)).rejects.toThrow();
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
  const [heading, ...lines] = stdout.trimEnd().split('\n');
  expect(heading).toMatch(/^FAULT +WHERE +DEFAULT OF MS +EFFECT$/);
  expect(lines.map((line) => line.split(' ')[0])).toEqual(knownFaults.map(({ fault }) => fault));
  for (const [index, { summary }] of knownFaults.entries()) expect(lines[index]).toContain(`  ${summary}`);
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
    stderr: `error: Something else listens on 127.0.0.1:${port}; port 0 selects a free port.\n`,
  });
});

test('an engine that is not there is one sentence', async () => {
  vi.stubEnv('CROSSCHECK_LOCAL_RPC_URL', undefined);
  const { exitCode, stderr } = await cliRun(['serve', '--anvil', '/nowhere/anvil']);
  expect(exitCode).toBe(3);
  expect(stderr).toBe('error: The EVM engine cannot be run: /nowhere/anvil (ENOENT).\n');
});

test('an invalid artifact is one sentence', async () => {
  const options = { deploy: [{ name: 'Vault', artifact: 'nowhere/Vault.json' }] };
  const folder = await projectFolder({ 'local.json': options });
  const { exitCode, stderr } = await cliRun(['serve', '--options', join(folder, 'local.json')]);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/^error: The artifact nowhere\/Vault\.json cannot be read[^\n]*\n$/);
});

test.each([
  ['--stages a,b', '--stages must be 7 names, got "a,b"'],
  [
    '--rpc http://127.0.0.1:1 --fork http://127.0.0.1:2',
    'The local deployment has invalid options: --fork is for the bundled engine, which --rpc replaces',
  ],
])('%s is rejected by the names of its flags', async (flags, message) => {
  const run = await cliRun(['serve', ...flags.split(' ')]);
  expect(run).toEqual({ exitCode: 2, stdout: '', stderr: `error: ${message}\n` });
});

test('names the flag that helps with what a node cannot do', async () => {
  const answers = ['0x1', null, undefined, '0x'].map((result, id) =>
    result === undefined ? { id, error: { code: -32601, message: 'no such method' } } : { id, result },
  );
  const { origin } = await startRawServer(answerOf(200, JSON.stringify(answers)));
  const { exitCode, stderr } = await cliRun(['serve', '--rpc', origin]);
  expect(exitCode).toBe(3);
  expect(stderr).toMatch(
    /rejects eth_simulateV1 \(no such method\)\. --rpc needs a development node, .* fork it with --fork\./,
  );
});

test.each(['--rpc', '--fork'])('a node of %s that lets nobody in is one sentence', async (flag) => {
  vi.stubEnv('CROSSCHECK_LOCAL_RPC_URL', undefined);
  const { origin } = await startRawServer(answerOf(401, '{"message":"invalid project id"}'));
  expect(await cliRun(['serve', flag, origin])).toEqual({
    exitCode: 3,
    stdout: '',
    stderr: `error: The node at ${new URL(origin).host} answers 401; check the key in its URL.\n`,
  });
});

test('a node that cannot be reached is one sentence, without its credentials', async () => {
  const key = '0123456789abcdef0123456789abcdef';
  const { exitCode, stderr } = await cliRun(['serve', '--rpc', `http://me:pass-word@127.0.0.1:1/v3/${key}`]);
  expect(exitCode).toBe(3);
  expect(stderr).toMatch(/^error: [^\n]*127\.0\.0\.1:1[^\n]*\n$/);
  expect(stderr).not.toMatch(new RegExp(`pass-word|${key}`));
});
