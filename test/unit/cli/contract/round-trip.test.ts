import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, defineDeployment } from 'crosscheck';
import { expect, it } from 'vitest';
import { projectFolder } from '../../../support/project-folder.js';
import { type CliRun, cliRun } from '../cli-run.js';
import { whileServing } from '../while-serving.js';
import { bridgeYaml, extensionIn } from './contract-run.js';

/** Expects a client, a smoke run and a campaign with a generated module to pass on a deployment that has the members. */
async function expectToPass(module: string, served: string): Promise<void> {
  const { simulatorUrl, observerUrl, controlUrl, accounts, contracts } = JSON.parse(served);
  const extend = await extensionIn(module);
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
  const phases = ['coverage=20', 'valid=20', 'invalid=40', 'metamorphic=10'].flatMap((phase) => [
    '--phase',
    phase,
  ]);
  const report = ['--report', `${module}.ndjson`, '--corpus', `${module}.corpus`];
  const campaign = await run('fuzz', '--seed', '1', ...phases, ...report);
  expect(campaign).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('local is clean') });
}

const presets = fileURLToPath(new URL('../../../../src/presets.ts', import.meta.url));
const flags = ['--chains', 'evm,tvm', '--extend', presets];

it.each([
  ['crosscheck', async () => (await cliRun(['openapi', ...flags])).stdout],
  ['its owners', async () => bridgeYaml],
])(
  'leads from the document that %s wrote to a client, a smoke run and a campaign',
  async (_, written) => {
    const cwd = await projectFolder();
    await writeFile(join(cwd, 'openapi.yaml'), await written());
    const module = join(cwd, 'contract.ts');
    const compared = await cliRun(['contract', '--from', 'openapi.yaml', '--out', module], { cwd });
    expect(compared).toMatchObject({ exitCode: 0, stderr: '' });
    await whileServing(['--json', ...flags], (served) => expectToPass(module, served));
  },
  120_000,
);
