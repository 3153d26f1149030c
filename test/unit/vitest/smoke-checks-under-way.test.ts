import { UsageError } from 'crosscheck';
import { expect, it } from 'vitest';
import { RunningSmokeChecks } from '../../../src/vitest/define-smoke-suite.js';
import { rejectionOf } from '../client/calls.js';
import { deploymentAt, startService } from '../smoke/service.js';

it('returns each check when it ends, whether it is requested before or after', async () => {
  const { origin } = await startService(({ target }) =>
    target.endsWith('operationId=') ? 'hang' : undefined,
  );
  const stop = new AbortController();
  const checks = new RunningSmokeChecks(async () => deploymentAt(origin), { signal: stop.signal });
  expect(await checks.of('missing-operation-id')).toMatchObject({ status: 'passed' });
  expect(await checks.of('simulator-reachability')).toMatchObject({ status: 'passed' });
  const reason = new Error('the suite has ended');
  stop.abort(reason);
  expect(await rejectionOf(checks.of('empty-operation-id'))).toBe(reason);
});

it('rejects for every check when the run cannot start', async () => {
  const deployment = deploymentAt('http://127.0.0.1:1');
  const checks = new RunningSmokeChecks(deployment, { samples: -1 });
  expect(await rejectionOf(checks.of('tls'))).toBeInstanceOf(UsageError);
  expect(await rejectionOf(checks.of('clock-skew'))).toBeInstanceOf(UsageError);
});
