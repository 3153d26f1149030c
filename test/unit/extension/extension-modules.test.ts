import { join } from 'node:path';
import { createClient, deploymentFromEnv } from 'crosscheck';
import { configuredDeployment, loadConfig } from 'crosscheck/config';
import { connectLocalDeployment, startLocalDeployment } from 'crosscheck/local';
import newerMembers, { onSimulate } from 'crosscheck/presets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectFolder } from '../../support/project-folder.js';
import { cliRun } from '../cli/cli-run.js';
import { rejectionOf } from '../client/calls.js';

const module = `
  import { z } from 'zod';
  export default { simulationRequest: { calculateRollbackFee: z.boolean().optional() } };
`;
const urls = { simulatorUrl: 'http://127.0.0.1:1', observerUrl: 'http://127.0.0.1:1' };
const variables = { CROSSCHECK_SIMULATOR_URL: urls.simulatorUrl, CROSSCHECK_OBSERVER_URL: urls.observerUrl };
const valid = {
  shardsKey: '7',
  alphaCallParams: { target: '0x00000000000000000000000000000000000000aa' },
  betaAssets: [],
  betaCaller: `0:${'0'.repeat(64)}`,
};
const declared = (loaded: Awaited<ReturnType<typeof loadConfig>>, env = {}) =>
  Object.keys(configuredDeployment(loaded, { env })?.deployment?.conventions.extend.simulationRequest ?? {});

describe('a module of an extension', () => {
  it.each([
    ['for all deployments', { extend: './members.mjs', deployments: { staging: urls } }],
    ['for one deployment', { deployments: { staging: { ...urls, extend: './members.mjs' } } }],
    ['in a package', { extend: 'bridge-members', deployments: { staging: urls } }],
  ])('is named by a JSON configuration, %s', async (_, config) => {
    const cwd = await projectFolder({
      'crosscheck.config.json': config,
      'members.mjs': module,
      'node_modules/bridge-members/package.json': { name: 'bridge-members', exports: './members.mjs' },
      'node_modules/bridge-members/members.mjs': module,
    });
    expect(declared(await loadConfig({ cwd, env: {} }))).toEqual(['calculateRollbackFee']);
  });

  it.each([
    ['for all deployments', { extend: './members.mjs' }, {}, {}],
    ['for one deployment', {}, { extend: './members.mjs' }, {}],
    ['by a variable', {}, {}, { CROSSCHECK_EXTEND: './members.mjs' }],
  ])('declares members of the request of a configuration, %s', async (_, ofAll, ofOne, env) => {
    const deploymentWith = async (members: object) => {
      const request = { ...valid, ...members };
      const config = { ...ofAll, deployments: { staging: { ...urls, ...ofOne, request } } };
      const cwd = await projectFolder({ 'crosscheck.config.json': config, 'members.mjs': module });
      const named = 'CROSSCHECK_EXTEND' in env ? { CROSSCHECK_EXTEND: join(cwd, 'members.mjs') } : {};
      return configuredDeployment(await loadConfig({ cwd, env: named }), { env: named });
    };
    const given = { calculateRollbackFee: true };
    expect((await deploymentWith(given))?.request).toMatchObject(given);
    await expect(deploymentWith({ calculateRolbackFee: true })).rejects.toThrow(/calculateRolbackFee/);
    await expect(deploymentWith({ calculateRollbackFee: 'yes' })).rejects.toThrow(/calculateRollbackFee/);
  });

  it('is named by CROSSCHECK_EXTEND, with and without a configuration', async () => {
    const config = { deployments: { staging: urls } };
    const cwd = await projectFolder({ 'crosscheck.config.json': config, 'members.mjs': module });
    const env = { ...variables, CROSSCHECK_EXTEND: join(cwd, 'members.mjs') };
    expect(declared(await loadConfig({ cwd, env }), env)).toEqual(['calculateRollbackFee']);
    const empty = await projectFolder();
    expect(declared(await loadConfig({ cwd: empty, env }), env)).toEqual(['calculateRollbackFee']);
  });

  it('takes precedence as a variable over the configuration, and as a flag over both', async () => {
    const other = module.replace('calculateRollbackFee', 'other');
    const files = {
      'crosscheck.config.json': { extend: './other.mjs', deployments: { staging: urls } },
      'members.mjs': module,
      'other.mjs': other,
      'third.mjs': module.replace('calculateRollbackFee', 'third'),
    };
    const cwd = await projectFolder(files);
    const env = {
      CROSSCHECK_EXTEND: join(cwd, 'members.mjs'),
      CROSSCHECK_CONFIG: join(cwd, 'crosscheck.config.json'),
    };
    expect(declared(await loadConfig({ cwd, env }), env)).toEqual(['calculateRollbackFee']);
    const { stdout } = await cliRun(['config', '--extend', join(cwd, 'third.mjs')], { env });
    expect(stdout).toMatch(/^extend +--extend +\{"simulationRequest":\["third"\]\}/m);
    const { stdout: ofVariable } = await cliRun(['config'], { env });
    expect(ofVariable).toMatch(
      /^extend +CROSSCHECK_EXTEND +\{"simulationRequest":\["calculateRollbackFee"\]\}/m,
    );
  });

  it('is what the environment alone cannot load', () => {
    expect(() => deploymentFromEnv({ ...variables, CROSSCHECK_EXTEND: 'crosscheck/presets' })).toThrow(
      'CROSSCHECK_EXTEND names a module, which only the configuration and commands load',
    );
  });

  it.each([
    ['is missing', './missing.mjs', '', './missing.mjs: there is no such file'],
    [
      'is no package',
      'no-such-package',
      '',
      'no-such-package: there is no such module; a path begins with ./',
    ],
    [
      'exports nothing',
      './members.mjs',
      'export const a = 1;',
      './members.mjs: must export the members by default',
    ],
    ['throws', './members.mjs', 'throw new Error("no");', 'members.mjs:1: Error: no'],
    [
      'has another hook',
      './members.mjs',
      'export default {}; export const onSimulate = 1;',
      'onSimulate must be a function',
    ],
    [
      'has a misspelt hook',
      './members.mjs',
      'export default {}; export const schemas = {}, onSimulat = () => ({});',
      './members.mjs: exports onSimulat; did you mean onSimulate?',
    ],
    [
      'contradicts the interface',
      './members.mjs',
      'export default { outMessage: { payload: 1 } };',
      'extend.outMessage.payload must be a schema of zod 4',
    ],
  ])('that %s is rejected at once', async (_, extend, text, message) => {
    const cwd = await projectFolder({
      'crosscheck.config.json': { extend, deployments: { staging: urls } },
      'members.mjs': text,
    });
    const load = async () => configuredDeployment(await loadConfig({ cwd, env: {} }), { env: {} });
    expect((await rejectionOf(load())).message).toContain(message);
  });
});

describe('the preset of newer members', () => {
  const start = () =>
    startLocalDeployment({ chains: { alpha: 'evm', beta: 'tvm' }, extend: newerMembers, onSimulate });
  let local: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    local = await start();
  });
  afterAll(() => local.stop());
  const simulate = (body: object) =>
    fetch(`${local.simulatorUrl}/evm/simulator/simulate-message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('serves a client that knows only the members on the wire', async () => {
    const answer = await simulate({
      shardsKey: '7',
      evmCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
      tvmAssets: [{ amount: '5', assetType: 'jetton' }],
      tvmCaller: local.accounts[0],
      evmValidExecutors: [local.executors[0]],
      tvmValidExecutors: [local.accounts[0]],
      calculateRollbackFee: true,
    });
    expect(answer.status).toBe(200);
    const { response } = (await answer.json()) as { response: Record<string, unknown> };
    expect(response).toMatchObject({
      simulationStatus: true,
      suggestedEvmExecutionFee: expect.stringMatching(/^[1-9]\d*$/),
      suggestedTvmExecutionFee: expect.stringMatching(/^[1-9]\d*$/),
      outMessages: [{ queryId: 0, nftBurned: null, nftLocked: null }],
    });
  });

  it('has suggested fees on failing verdicts too, and adds the fee of a rollback', async () => {
    const client = createClient(
      (await connectLocalDeployment(local.controlUrl, { extend: newerMembers })).deployment,
    );
    const request = {
      shardsKey: '7',
      alphaCallParams: { target: local.contracts.targets.failing, methodName: 'failWithString' },
      betaAssets: [],
      betaCaller: local.accounts[0],
    };
    const { response } = await client.simulate(request);
    expect(response.simulationStatus).toBe(false);
    const { response: withRollback } = await client.simulate({ ...request, calculateRollbackFee: true });
    expect(BigInt(withRollback.suggestedAlphaExecutionFee ?? '0')).toBeGreaterThan(
      BigInt(response.suggestedAlphaExecutionFee ?? '0'),
    );
  });

  it('rejects a request with a member of another type', async () => {
    const answer = await simulate({
      shardsKey: '7',
      evmCallParams: { target: local.contracts.targets.bounce },
      tvmAssets: [],
      tvmCaller: local.accounts[0],
      calculateRollbackFee: 'yes',
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ error: 'calculateRollbackFee must be of type boolean' });
  });
});
