import { join } from 'node:path';
import { configure } from 'crosscheck';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { currentDeployment } from '../../../src/deployment/current-deployment.js';
import { registerTestRunner } from '../../../src/internal/test-context.js';
import {
  configuredDeployment,
  useConfiguration,
  withConfiguredDeployment,
  withConfiguredSettings,
} from '../../../src/vitest/configuration.js';
import { defineSmokeSuite } from '../../../src/vitest/define-smoke-suite.js';
import { shardStatistics } from '../../support/custom-endpoints.js';
import { projectFolder } from '../../support/project-folder.js';
import { answerOf, openRawServer } from '../../support/raw-server.js';
import { ampleBudgets, deploymentAt, operationId, serviceOf } from '../smoke/service.js';

const statistics = '/beta/observer/shards-statistics';

// Suites are defined before any test runs, so this is there before.
const service = await openRawServer(
  serviceOf(({ target }) => (target.startsWith(statistics) ? answerOf(200, '{"shards":[]}') : undefined)),
);
const deployment = deploymentAt(service.origin);
registerTestRunner({ configuredDeployment });
useConfiguration(() => ({
  name: 'staging',
  isLocal: false,
  deployment,
  operationIds: [operationId],
  endpoints: [shardStatistics],
  sources: {},
}));

afterAll(async () => {
  registerTestRunner({});
  useConfiguration(() => undefined);
  await service.close();
});

describe('a suite of the current deployment', () => {
  const asked = (part: string): number =>
    service.requests.filter(({ target }) => target.includes(part)).length;

  defineSmokeSuite(currentDeployment, {
    name: 'asks what the configuration says',
    samples: 0,
    budgets: ampleBudgets,
  });

  it('has asked for the operation that is configured, and has called the one of its own', () => {
    expect(asked(operationId)).toBeGreaterThan(0);
    expect(asked(statistics)).toBe(1);
  });
});

it('takes settings of the configuration where the options say nothing', async () => {
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

it('takes its own options before those of the configuration, and nothing that is said of another deployment', () => {
  expect(withConfiguredDeployment({ operationIds: [] })).toMatchObject({
    operationIds: [],
    endpoints: [shardStatistics],
  });
  configure({ deployment: deploymentAt('http://127.0.0.1:1') });
  expect(withConfiguredDeployment({})).toEqual({ budgets: {} });
  configure({ deployment: undefined });
});

it('refuses a bad option when it is called, and not in each of its tests', () => {
  const define = (options: object) => () => defineSmokeSuite(currentDeployment, options);
  expect(define({ sampels: 1 })).toThrow(
    /^defineSmokeSuite has bad options\n\nsampels .*did you mean samples\?/,
  );
  expect(define({ budgets: { simulateP95Ms: -1 } })).toThrow('budgets.simulateP95Ms');
});
