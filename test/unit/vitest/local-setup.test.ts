import { join } from 'node:path';
import setup from 'crosscheck/vitest/local-setup';
import { afterEach, expect, test, vi } from 'vitest';
import type { TestProject } from 'vitest/node';
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

/** Runs the global setup for a project at a folder, and gives what it provides. */
async function providedAt(root: string): Promise<{ provided: Record<string, unknown>; said: string }> {
  const provided: Record<string, unknown> = {};
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const project = {
    config: { root },
    vitest: { state: { getTestModules: () => [] } },
    provide: (key: string, value: unknown) => Object.assign(provided, { [key]: value }),
  };
  const stop = await setup(project as unknown as TestProject);
  await stop();
  return { provided, said: log.mock.calls.join('\n') };
}

test('the global setup starts nothing when the configuration of the project names another deployment', async () => {
  const root = await projectFolder({ 'crosscheck.config.mjs': config });
  const { provided, said } = await providedAt(root);
  expect(provided).toEqual({
    crosscheckConfig: join(root, 'crosscheck.config.mjs'),
    crosscheckNamed: 'staging',
  });
  expect(said).toContain('tests run against staging: https://staging.example.org');
});

test('the global setup starts nothing when recordings are replayed', async () => {
  vi.stubEnv('CROSSCHECK_REPLAY', 'recordings');
  const { provided, said } = await providedAt(await projectFolder({}));
  expect(provided).toEqual({ crosscheckReplayed: true });
  expect(said).toContain('no local deployment is started');
  const root = await projectFolder({ 'crosscheck.config.mjs': config });
  vi.stubEnv('CROSSCHECK_DEPLOYMENT', 'secured');
  expect((await providedAt(root)).said).toContain('recordings answer in place of secured: recordings');
});

test('the global setup ends the run at once when credentials are missing', async () => {
  vi.stubEnv('CROSSCHECK_DEPLOYMENT', 'secured');
  const root = await projectFolder({ 'crosscheck.config.mjs': config });
  await expect(providedAt(root)).rejects.toThrow('secured needs credentials and got none: set STAGING_TOKEN');
});

test('the variables of the base URLs take precedence over the configuration', async () => {
  vi.stubEnv('CROSSCHECK_SIMULATOR_URL', 'https://s.example.org');
  vi.stubEnv('CROSSCHECK_OBSERVER_URL', 'https://o.example.org');
  const root = await projectFolder({ 'crosscheck.config.mjs': `export default { deployment: 'local' };` });
  const { said } = await providedAt(root);
  expect(said).toContain('tests run against s.example.org: https://s.example.org, https://o.example.org');
});
