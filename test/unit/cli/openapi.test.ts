import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '../../support/project-folder.js';
import { cliRun } from './cli-run.js';

const url = 'https://staging.example.org';

test('describes the deployment that flags and environment name', async () => {
  const env = { CROSSCHECK_OPERATION_ID_PARAMETER: 'id' };
  const { exitCode, stdout, stderr } = await cliRun(
    ['openapi', '--json', '--simulator-url', url, '--chains', 'evm,tvm', '--name', 'staging'],
    { env },
  );
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout.indexOf('\n')).toBe(stdout.length - 1);
  expect(JSON.parse(stdout)).toMatchObject({
    info: { title: 'Cross-chain service: staging' },
    servers: [{ url }],
    paths: {
      '/tvm/observer/is-message-included-in-consensus': { get: { parameters: [{ name: 'id' }] } },
    },
  });
});

test('writes the document of a deployment without URLs to a file', async () => {
  const folder = await projectFolder();
  const out = join(folder, 'openapi.json');
  const args = ['openapi', '--chains', 'evm,tvm', '--out', out];
  expect(await cliRun(args)).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  expect(JSON.parse(await readFile(out, 'utf8'))).toMatchObject({
    info: { title: 'Cross-chain service' },
    servers: [{ url: '{simulatorUrl}' }],
  });
  const again = await cliRun(args);
  expect(again).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('add --force to overwrite it'),
  });
});

test('describes a deployment that only tests start, without its URLs', async () => {
  const folder = await projectFolder();
  const file = join(folder, 'crosscheck.config.json');
  await writeFile(file, '{ "deployments": { "local": "local" } }');
  const { exitCode, stdout } = await cliRun(['openapi', '--config-file', file]);
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout).servers).toMatchObject([{ url: '{simulatorUrl}' }]);
  // Several deployments without a selected one do not matter either.
  await writeFile(file, '{ "deployments": { "one": {}, "two": {} } }');
  const several = await cliRun(['openapi', '--chains', 'evm,tvm', '--config-file', file]);
  expect(several.exitCode).toBe(0);
  expect(Object.keys(JSON.parse(several.stdout).paths).join()).toContain('/tvm/');
});

test('shows the request and the operations of the configuration as examples', async () => {
  const folder = await projectFolder();
  const file = join(folder, 'crosscheck.config.json');
  const request = {
    shardsKey: '7',
    alphaCallParams: { target: `0x${'0'.repeat(40)}` },
    betaAssets: [],
    betaCaller: `0:${'0'.repeat(64)}`,
  };
  const operationIds = [`0x${'ab'.repeat(32)}`];
  await writeFile(
    file,
    JSON.stringify({ deployments: { staging: { simulatorUrl: url, request, operationIds } } }),
  );
  const { stdout } = await cliRun(['openapi', '--json', '--config-file', file]);
  expect(stdout).toContain(JSON.stringify({ value: request }));
  expect(stdout).toContain(JSON.stringify({ value: operationIds[0] }));
});

test('describes every valid request to validate', async () => {
  const { stdout } = await cliRun(['openapi', '--json', '--purpose', 'validate']);
  const { betaCaller } = JSON.parse(stdout).components.schemas.SimulateRequest.properties;
  expect(betaCaller.pattern).toContain('[A-Za-z0-9_-]{48}');
  expect(await cliRun(['openapi', '--purpose', 'read'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('generate, validate'),
  });
});

test('needs no credentials, because nothing is sent', async () => {
  const folder = await projectFolder();
  const file = join(folder, 'crosscheck.config.json');
  const staging = { simulatorUrl: url, authorizationEnv: 'STAGING_TOKEN' };
  await writeFile(file, JSON.stringify({ deployments: { staging } }));
  const { exitCode, stdout } = await cliRun(['openapi', '--config-file', file]);
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout).servers).toEqual([expect.objectContaining({ url })]);
});

test('rejects an invalid name of a deployment instead of ignoring it', async () => {
  const { exitCode, stderr } = await cliRun(['openapi'], { env: { CROSSCHECK_CHAIN: 'evm,tvm' } });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('did you mean CROSSCHECK_CHAINS?');
});
