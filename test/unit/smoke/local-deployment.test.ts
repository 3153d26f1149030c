import { defineDeployment } from 'crosscheck';
import { runCampaign } from 'crosscheck/fuzz';
import { startLocalDeployment } from 'crosscheck/local';
import { newerMembers } from 'crosscheck/presets';
import { runSmoke } from 'crosscheck/smoke';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { setFaultOrMutant } from '../../mutants/mutants.js';
import { cliRun } from '../cli/cli-run.js';
import { ampleBudgets, checkIn, notPassed } from './service.js';

let local: Awaited<ReturnType<typeof startLocalDeployment>>;
beforeAll(async () => {
  local = await startLocalDeployment({ clock: 'manual', chains: { alpha: 'evm', beta: 'tvm' } });
});
afterAll(() => local.stop());

it('passes on a local deployment, with an operation that is included', async () => {
  const request = {
    shardsKey: '1763712000042',
    alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
    betaAssets: [{ amount: '1000000000' }],
    betaCaller: local.accounts[0] as string,
  };
  const operationId = await local.submit(request);
  await local.advance(10_000);
  const report = await runSmoke({
    deployment: local.deployment,
    request,
    operationIds: [operationId],
    samples: 2,
    budgets: ampleBudgets,
  });
  expect(notPassed(report)).toBe('');
  expect(report.verdict).toBe('passed');
  expect(checkIn(report, 'known-operations').message).toBe('1 included');
  expect(checkIn(report, 'known-operations').details?.join()).toMatch(/is included, stage executedInTVM$/);
  expect(checkIn(report, 'inclusion-conformance').message).toBe('matches the interface; stage executedInTVM');
  const { exercised } = await runCampaign({
    deployment: local.deployment,
    operationIds: [operationId],
    phases: [['stateful', 3]],
    seed: 1,
  });
  expect(Object.keys(exercised?.stages ?? {})).toEqual(['executedInTVM']);
});

it.each([
  ['unknown-as-included', 'unknown-operation-id'],
  ['zero-gas', 'simulate-conformance'],
  ['wrong-content-type', 'simulate-conformance'],
] as const)('finds the fault %s of a local deployment by the check %s', async (fault, check) => {
  const report = await local.withFault({ fault }, () =>
    runSmoke({ deployment: local.deployment, samples: 0 }),
  );
  expect(checkIn(report, check).status).toBe('failed');
});

it('finds a simulator that accepts any JSON by the check missing-field', async () => {
  await using neutral = await startLocalDeployment({ clock: 'manual' });
  await setFaultOrMutant(neutral, { fault: 'any-json-accepted' });
  const report = await runSmoke({ deployment: neutral.deployment, samples: 0 });
  expect(checkIn(report, 'missing-field').status).toBe('failed');
});

it.each([
  ['is in every request', newerMembers, 'failed'],
  [
    'is in an asset, of which the request has none',
    { betaAsset: { assetType: z.string().optional() } },
    'skipped',
  ],
  [
    'is optional and can be anything',
    { simulationRequest: { calculateRollbackFee: z.unknown().optional() } },
    'skipped',
  ],
])('judges a simulator that ignores a declared member which %s', async (_, extend, status) => {
  await using ignoring = await startLocalDeployment({ clock: 'manual', extend });
  await ignoring.intercept({
    endpoint: 'simulate',
    request({ request: { json } }) {
      const { alphaValidExecutors: _ignored, ...others } = json as Record<string, unknown>;
      return { json: others };
    },
  });
  const report = await runSmoke({
    deployment: ignoring.deployment,
    samples: 0,
    skipChecks: ['empty-body', 'not-json'],
  });
  expect(checkIn(report, 'bad-declared-member').status).toBe(status);
});

it('finds a base URL of the observer that is wrong, though the server lists its paths', async () => {
  const { chains, simulatorUrl, observerUrl } = local.deployment;
  const deployment = defineDeployment({ chains, simulatorUrl, observerUrl: `${observerUrl}/v7` });
  const report = await runSmoke({ deployment, samples: 0 });
  expect(report.verdict).toBe('failed');
  expect(checkIn(report, 'observer-reachability')).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('answers every path alike, with status 404'),
  });
});

it('is what the command asks by a control URL, with an operation that is included', async () => {
  const { exitCode, stdout } = await cliRun(['smoke', '--control-url', local.controlUrl, '--samples', '0']);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/\nSmoke run of local: passed \(13 passed, 4 skipped; 17 requests in .+\)\n$/);
});
