import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, defineDeployment } from 'crosscheck';
import { expect, it } from 'vitest';
import { loadExtension } from '../../../../src/configuration/load-config.js';
import { projectFolder } from '../../../support/project-folder.js';
import { type CliRun, cliRun } from '../cli-run.js';
import { whileServing } from '../while-serving.js';
import { bridgeYaml } from './contract-run.js';

/** Expects a client, a smoke run and a campaign with a generated module to pass on a deployment that has the members. */
async function expectToPass(module: string, served: string): Promise<void> {
  const { simulatorUrl, observerUrl, controlUrl, accounts, contracts } = JSON.parse(served);
  const { extend } = await loadExtension(module);
  const deployment = defineDeployment({
    simulatorUrl,
    observerUrl,
    chains: { alpha: 'evm', beta: 'tvm' },
    extend,
  });
  const request = {
    shardsKey: '7',
    alphaCallParams: { target: contracts.targets.bounce, methodName: 'bounce' },
    betaAssets: [{ amount: '10', assetType: 'jetton' }],
    betaCaller: accounts[0],
    alphaValidExecutors: [],
    calculateRollbackFee: true,
  };
  const { response, drift } = await createClient(deployment).simulate(request);
  expect(response).toMatchObject({
    suggestedAlphaExecutionFee: expect.stringMatching(/^\d+$/),
    suggestedBetaExecutionFee: expect.stringMatching(/^\d+$/),
    outMessages: [{ queryId: 0n, nftBurned: null, nftLocked: null }],
  });
  expect(drift).toEqual([]);

  const run = (...args: readonly string[]): Promise<CliRun> =>
    cliRun([...args, '--control-url', controlUrl, '--extend', module]);
  const smoke = await run('smoke', '--samples', '0');
  expect(smoke.stdout).toContain('Smoke run of local: passed');
  expect(smoke.stdout).not.toContain('drift');
  const phases = ['coverage=40', 'valid=40', 'invalid=80', 'metamorphic=20'].flatMap((phase) => [
    '--phase',
    phase,
  ]);
  const report = ['--report', `${module}.ndjson`, '--corpus', `${module}.corpus`];
  const campaign = await run('fuzz', '--seed', '1', ...phases, ...report);
  expect(campaign).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('local is clean') });
}

it('leads from the document of a deployment with newer members to a client, a smoke run and a campaign', async () => {
  const cwd = await projectFolder();
  const document = await cliRun(['openapi', '--chains', 'evm,tvm', '--extend', 'crosscheck/presets']);
  await writeFile(join(cwd, 'openapi.json'), document.stdout);
  const compared = await cliRun(
    ['contract', '--from', 'openapi.json', '--json', '--out', join(cwd, 'contract.ts')],
    { cwd },
  );
  expect(compared.exitCode).toBe(0);
  const kinds = JSON.parse(compared.stdout).differences.map(({ kind }: { kind: string }) => kind);
  expect(new Set(kinds)).toEqual(new Set(['extension']));

  await writeFile(join(cwd, 'openapi.yaml'), bridgeYaml);
  await cliRun(['contract', '--from', 'openapi.yaml', '--out', join(cwd, 'bridge.ts')], { cwd });
  const flags = ['--json', '--chains', 'evm,tvm', '--extend', 'crosscheck/presets'];
  await whileServing(flags, async (served) => {
    await expectToPass(join(cwd, 'contract.ts'), served);
    await expectToPass(join(cwd, 'bridge.ts'), served);
  });
});
