import { type FaultRule, faultNames, type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { issueLines } from '../../../support/issue-lines.js';
import { rejectionOf } from '../../client/calls.js';
import { operationId } from './serve-with-faults.js';

let local: LocalDeployment;
beforeAll(async () => {
  local = await startLocalDeployment({ clock: 'manual' });
});
afterAll(() => local.stop());

const set = async (rule: unknown) => (await local.setFault(rule as FaultRule)).clear();

it.each(faultNames)('takes %s with nothing else', async (fault) => {
  await expect(set({ fault })).resolves.toBeUndefined();
});

it.each([
  { fault: 'delay', endpoint: 'inclusion', operationId, probability: 0.5, times: 3, ms: 0 },
  { fault: 'slow-consensus', operationId, ms: 5 },
  { fault: 'html', endpoint: undefined, operationId: undefined, ms: undefined },
])('takes %j', async (rule) => {
  await expect(set(rule)).resolves.toBeUndefined();
});

it.each<[unknown, string, string]>([
  ['delay', 'faults[0]', 'must be an object'],
  [null, 'faults[0]', 'must be an object'],
  [[], 'faults[0]', 'must be an object, got []'],
  [[{ fault: 'delay' }], 'faults[0]', 'must be an object'],
  [{}, 'faults[0].fault', 'is missing'],
  [{ fault: 'dealy' }, 'faults[0].fault', 'must be the name of a fault; did you mean delay?'],
  [{ fault: 'something else' }, 'faults[0].fault', 'crosscheck serve --list-faults lists them'],
  [{ fault: '__proto__' }, 'faults[0].fault', 'must be the name of a fault'],
  [{ fault: ['delay'] }, 'faults[0].fault', 'must be the name of a fault'],
  [{ fault: 'delay', endpoint: 'observer' }, 'faults[0].endpoint', 'must be one of simulate, inclusion'],
  [{ fault: 'delay', operationId: '0x12' }, 'faults[0].operationId', 'must be 0x and 64 hex digits'],
  [{ fault: 'delay', probability: 0 }, 'faults[0].probability', 'must be a number above 0, up to 1'],
  [{ fault: 'delay', probability: 50 }, 'faults[0].probability', 'must be a number above 0, up to 1'],
  [{ fault: 'delay', probability: Number.NaN }, 'faults[0].probability', 'must be a number above 0'],
  [{ fault: 'delay', times: 1.5 }, 'faults[0].times', 'must be an integer'],
  [{ fault: 'delay', ms: -1 }, 'faults[0].ms', 'must be a number from 0 to 2147483647'],
  [{ fault: 'delay', ms: Number.POSITIVE_INFINITY }, 'faults[0].ms', 'must be a number from 0'],
  [{ fault: 'delay', chance: 1 }, 'faults[0].chance', 'is not an option'],
  [
    { fault: 'stage-regression', endpoint: 'simulate' },
    'faults[0].endpoint',
    'cannot be simulate: stage-regression is one of inclusion',
  ],
  [
    { fault: 'rounded-integers', endpoint: 'inclusion' },
    'faults[0].endpoint',
    'cannot be inclusion: rounded-integers is one of simulate',
  ],
  [
    { fault: 'missed-quorum', endpoint: 'inclusion' },
    'faults[0].endpoint',
    'cannot be inclusion: missed-quorum concerns the validators, and no endpoint',
  ],
  [
    { fault: 'html', endpoint: 'simulate', operationId },
    'faults[0].operationId',
    'must be absent: a simulation has no operation',
  ],
  [
    { fault: 'rounded-integers', operationId },
    'faults[0].operationId',
    'must be absent: a simulation has no operation',
  ],
  [
    { fault: 'html', ms: 5 },
    'faults[0].ms',
    'must be absent: html has no duration; delay, jitter, stall-headers, stall-body, too-many-requests-retry-after, slow-consensus have one',
  ],
])('rejects %j', async (rule, path, message) => {
  const faults = [rule as FaultRule];
  const [issue, ...others] = issueLines(await rejectionOf(startLocalDeployment({ faults })));
  expect(issue?.startsWith(`${path} `)).toBe(true);
  expect(issue).toContain(message);
  expect(others).toEqual([]);
});

it('names every invalid member by its path', async () => {
  const lines = issueLines(await rejectionOf(set({ fault: 'delay', times: 0, probability: 2 })));
  expect(lines.map((line) => line.split(' ', 1)[0])).toEqual(['probability', 'times']);
});
