import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { TestProject } from 'vitest/node';
import { loadConfigured } from '../../../src/vitest/configuration.js';
import setup from '../../../src/vitest/local-setup.js';
import { projectFolder } from '../../support/project-folder.js';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const config = `export default {
  deployment: 'staging',
  deployments: {
    staging: { simulatorUrl: 'https://staging.example.org', headers: () => ({ 'x-tenant': 'one' }) },
    secured: { simulatorUrl: 'https://secured.example.org', authorizationEnv: 'STAGING_TOKEN' },
  },
};`;

async function stubConfig(text = config): Promise<string> {
  const folder = await projectFolder({ 'crosscheck.config.mjs': text });
  vi.stubEnv('CROSSCHECK_CONFIG', join(folder, 'crosscheck.config.mjs'));
  return folder;
}

test('gives the deployment of the configuration, with functions that work', async () => {
  await stubConfig();
  const deployment = (await loadConfigured())()?.deployment;
  expect(deployment?.name).toBe('staging');
  expect(await deployment?.headers()).toEqual({ 'x-tenant': 'one' });
});

test('gives none where there is no configuration, or a local one is meant', async () => {
  expect((await loadConfigured())()).toBeUndefined();
  await stubConfig();
  vi.stubEnv('CROSSCHECK_DEPLOYMENT', 'local');
  expect((await loadConfigured())()?.deployment).toBeUndefined();
});

test('says so of a name where there is no configuration', async () => {
  vi.stubEnv('CROSSCHECK_DEPLOYMENT', 'staging');
  expect(await loadConfigured()).toThrow('CROSSCHECK_DEPLOYMENT is staging, which no configuration knows');
});

test.each([
  ['a broken configuration', 'export const a = 1;', 'staging', 'has no default export'],
  ['an unknown name', config, 'stagin', 'did you mean staging?'],
  ['missing credentials', config, 'secured', 'set STAGING_TOKEN'],
])(
  'says what is wrong when it is asked for the deployment, not before: %s',
  async (_, text, name, expected) => {
    await stubConfig(text);
    vi.stubEnv('CROSSCHECK_DEPLOYMENT', name);
    const provide = await loadConfigured();
    expect(provide).toThrow(expected);
  },
);

/** Runs the global setup for a project at a folder, and gives what it provides. */
async function providedAt(root: string): Promise<{ provided: Record<string, unknown>; said: string }> {
  const provided: Record<string, unknown> = {};
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const project = {
    config: { root },
    provide: (key: string, value: unknown) => Object.assign(provided, { [key]: value }),
  };
  const stop = await setup(project as unknown as TestProject);
  await stop();
  return { provided, said: log.mock.calls.join('\n') };
}

test('the global setup starts nothing where the configuration of the project names another deployment', async () => {
  const root = await projectFolder({ 'crosscheck.config.mjs': config });
  const { provided, said } = await providedAt(root);
  expect(provided).toEqual({ crosscheckConfig: join(root, 'crosscheck.config.mjs') });
  expect(said).toContain('tests run against staging: https://staging.example.org');
});

test('it starts nothing where recordings answer', async () => {
  vi.stubEnv('CROSSCHECK_REPLAY', 'recordings');
  const { provided, said } = await providedAt(await projectFolder({}));
  expect(provided).toEqual({ crosscheckReplayed: true });
  expect(said).toContain('no local deployment is started');
  const root = await projectFolder({ 'crosscheck.config.mjs': config });
  vi.stubEnv('CROSSCHECK_DEPLOYMENT', 'secured');
  expect((await providedAt(root)).said).toContain('tests run against secured');
});

test('it ends the run at once when credentials are missing', async () => {
  vi.stubEnv('CROSSCHECK_DEPLOYMENT', 'secured');
  const root = await projectFolder({ 'crosscheck.config.mjs': config });
  await expect(providedAt(root)).rejects.toThrow('secured needs credentials and got none: set STAGING_TOKEN');
});

test('two variables take the suite elsewhere, whatever the configuration chooses', async () => {
  vi.stubEnv('CROSSCHECK_SIMULATOR_URL', 'https://s.example.org');
  vi.stubEnv('CROSSCHECK_OBSERVER_URL', 'https://o.example.org');
  const root = await projectFolder({ 'crosscheck.config.mjs': `export default { deployment: 'local' };` });
  const { said } = await providedAt(root);
  expect(said).toContain('tests run against s.example.org: https://s.example.org, https://o.example.org');
});
