import { join } from 'node:path';
import { configure, currentDeployment, UsageError } from 'crosscheck';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { registerDeploymentSources } from '../../../src/deployment/current-deployment.js';
import {
  configuredDeployment,
  useConfiguration,
  withConfiguredDeployment,
  withConfiguredSettings,
} from '../../../src/vitest/configuration.js';
import { defineSmokeSuite, RunningSmokeChecks } from '../../../src/vitest/define-smoke-suite.js';
import { shardStatistics } from '../../support/custom-endpoints.js';
import { projectFolder } from '../../support/project-folder.js';
import { answerOf, openRawServer } from '../../support/raw-server.js';
import { rejectionOf } from '../client/calls.js';
import { ampleBudgets, deploymentAt, operationId, serviceOf, startService } from '../smoke/service.js';

const statistics = '/beta/observer/shards-statistics';

// Suites are defined before any test runs, so this is there before.
const service = await openRawServer(
  serviceOf(({ target }) => {
    if (!target.startsWith(statistics)) return undefined;
    return target.includes('?limit=10')
      ? answerOf(200, '{"shards":[]}')
      : answerOf(400, '{"error":"limit is required"}');
  }),
);
const deployment = deploymentAt(service.origin);
registerDeploymentSources({ configuredDeployment });
useConfiguration(() => ({
  name: 'staging',
  isLocal: false,
  deployment,
  operationIds: [operationId],
  endpoints: [shardStatistics],
  sources: {},
}));

afterAll(async () => {
  registerDeploymentSources({});
  useConfiguration(() => undefined);
  await service.close();
});

describe('a suite of the current deployment', () => {
  const asked = (part: string): number =>
    service.requests.filter(({ target }) => target.includes(part)).length;

  defineSmokeSuite(currentDeployment, {
    name: 'uses the configuration',
    samples: 0,
    budgets: ampleBudgets,
  });

  it('has requested the configured operation and called the configured endpoint', () => {
    expect(asked(operationId)).toBeGreaterThan(0);
    // The example, a request without its limit, and the example again.
    expect(asked(statistics)).toBe(3);
    expect(asked(`${statistics}?limit=10`)).toBe(2);
  });
});

it('uses the settings of the configuration that the options omit', async () => {
  const smoke = { samples: 3, maxRequests: 7, budgets: { simulateP50Ms: 5, simulateP95Ms: 6 } };
  const folder = await projectFolder({ 'crosscheck.config.json': JSON.stringify({ smoke }) });
  vi.stubEnv('CROSSCHECK_CONFIG', join(folder, 'crosscheck.config.json'));
  const settings = withConfiguredSettings({
    samples: 2,
    budgets: { simulateP50Ms: 9 },
    maxRequests: undefined,
  });
  expect(await settings).toMatchObject({
    samples: 2,
    maxRequests: 7,
    budgets: { simulateP50Ms: 9, simulateP95Ms: 6 },
  });
  vi.unstubAllEnvs();
});

it('prefers its own options to those of the configuration, and ignores those of another deployment', () => {
  expect(withConfiguredDeployment({ operationIds: [] })).toMatchObject({
    operationIds: [],
    endpoints: [shardStatistics],
  });
  configure({ deployment: deploymentAt('http://127.0.0.1:1') });
  expect(withConfiguredDeployment({})).toEqual({ budgets: {} });
  configure({ deployment: undefined });
});

it('rejects invalid options when it is called, not in each of its tests', () => {
  const define = (options: object) => () => defineSmokeSuite(currentDeployment, options);
  expect(define({ sampels: 1 })).toThrow(
    /^defineSmokeSuite has invalid options: sampels .*did you mean samples\?/,
  );
  expect(define({ budgets: { simulateP95Ms: -1 } })).toThrow('budgets.simulateP95Ms');
  expect(define({ skipChecks: ['clock-scew'] })).toThrow(
    'skipChecks[0] must be the name of a check of smoke runs; did you mean clock-skew?',
  );
});

it('reports each check when it ends, whether its test waits for it before or after', async () => {
  const { origin } = await startService(({ target }) =>
    target.endsWith('operationId=') ? 'hang' : undefined,
  );
  const stop = new AbortController();
  const checks = new RunningSmokeChecks(async () => deploymentAt(origin), { signal: stop.signal });
  expect(await checks.of('missing-operation-id')).toMatchObject({ status: 'passed' });
  expect(await checks.of('simulator-reachability')).toMatchObject({ status: 'passed' });
  stop.abort(new Error('the suite has ended'));
  expect(await checks.of('empty-operation-id')).toMatchObject({
    status: 'inconclusive',
    message: 'stopped before its end',
  });
});

it('skips what its options leave out', async () => {
  const { origin } = await startService();
  const checks = new RunningSmokeChecks(deploymentAt(origin), { samples: 0, skipChecks: ['empty-body'] });
  expect(await checks.of('empty-body')).toMatchObject({
    status: 'skipped',
    message: 'skipped by skipChecks',
  });
});

it('fails every check when the run cannot start', async () => {
  const deployment = deploymentAt('http://127.0.0.1:1');
  const checks = new RunningSmokeChecks(deployment, { samples: -1 });
  expect(await rejectionOf(checks.of('tls'))).toBeInstanceOf(UsageError);
  expect(await rejectionOf(checks.of('clock-skew'))).toBeInstanceOf(UsageError);
});
