import 'crosscheck/vitest';
import {
  type Client,
  configure,
  createClient,
  defineDeployment,
  type InclusionRecord,
  waitForInclusion,
  waitForInclusions,
} from 'crosscheck';
import { afterEach, expect, it } from 'vitest';
import { record } from '../../support/scripted-observer.js';
import { collected, id, included, observed } from './observed.js';
import { request, simulator } from './simulator.js';

afterEach(() => configure({ deployment: undefined }));

const done = record({ stage: 'done', success: true });
const open = record({ stage: 'open', success: true });
const conventions = { stages: ['done', 'open'], includedStage: 'open' };

it('a record is judged by the deployment that it came from', async () => {
  const from = await observed([collected, included]);
  const inForce = await observed([collected]);
  configure({ deployment: inForce.deployment });
  const read = await createClient(from.deployment).inclusion(id);
  expect(read.deployment).toBe(from.deployment);
  const { deployment: _, ...often } = from.often;
  await expect(read).toReachInclusion(often);
  await expect(read).toReachStage('includedInBETAConsensus', from.often);
  expect([from.observer.polls.length, inForce.observer.polls.length]).toEqual([3, 0]);
});

it.each([
  ['spread', (read: InclusionRecord) => ({ ...read })],
  ['cloned', (read: InclusionRecord) => structuredClone({ ...read })],
  ['parsed', (read: InclusionRecord) => JSON.parse(JSON.stringify(read))],
])('a copy of a record, %s, does not know its deployment and is rejected', async (_, copyOf) => {
  const from = await observed([included]);
  const inForce = await observed([collected]);
  configure({ deployment: inForce.deployment });
  const copy = copyOf(await createClient(from.deployment).inclusion(id));
  for (const assertion of [
    () => expect(copy).toRemainPending({ forMs: 50 }),
    () => expect(copy).not.toReachInclusion({ forMs: 50 }),
    () => expect(copy).toReachStage('includedInBETAConsensus', { timeoutMs: 50 }),
  ])
    await expect(assertion()).rejects.toThrow(
      /takes an operation id, or a record of client.inclusion[\s\S]*give it the member operationId of that/,
    );
  expect(inForce.observer.polls).toEqual([]);
});

it('a timeline is judged by the stages of the deployment that it came from', async () => {
  const { deployment: asked, ...often } = (await observed([done, open], { conventions })).often;
  const inForce = await observed([done], {
    conventions: { stages: ['open', 'done'], includedStage: 'done' },
  });
  configure({ deployment: inForce.deployment });
  const inclusion = await waitForInclusion(createClient(asked), id, often);
  expect(inclusion).toBeConsistent();
  expect(inclusion.timeline).toBeConsistent();
  const { name, simulatorUrl, observerUrl } = asked;
  const otherwise = { stages: ['open', 'done'], includedStage: 'done' };
  const samePlace = defineDeployment({ name, simulatorUrl, observerUrl, conventions: otherwise });
  expect(inclusion).not.toBeConsistent({ deployment: samePlace });
});

it.each([
  ['a record', async (client: Client) => client.inclusion(id)],
  [
    'the outcome of a wait',
    async (client: Client) => (await waitForInclusions(client, [id], { timeoutMs: 0 }))[0],
  ],
  [
    'the error of a wait',
    async (client: Client) => waitForInclusion(client, id, { timeoutMs: 0 }).catch((error) => error),
  ],
])('%s of another deployment is rejected before anything is sent', async (_, resultOf) => {
  const from = await observed([collected]);
  const other = await observed([included]);
  const result = (await resultOf(createClient(from.deployment))) as InclusionRecord;
  const { deployment } = other;
  const rejected = /was given a result of .* and the deployment/;
  await expect(expect(result).toReachInclusion({ deployment })).rejects.toThrow(rejected);
  await expect(expect(result).not.toReachInclusion({ deployment, forMs: 50 })).rejects.toThrow(rejected);
  await expect(expect(result).toReachStage('start', { deployment })).rejects.toThrow(rejected);
  await expect(expect(result).toRemainPending({ deployment, forMs: 50 })).rejects.toThrow(rejected);
  expect([from.observer.polls.length, other.observer.polls.length]).toEqual([1, 0]);
  const { deployment: _deployment, ...often } = from.often;
  await expect(expect(result).toReachInclusion({ ...often, timeoutMs: 1 })).rejects.toThrow(/timed out/);
});

it('a timeline of another deployment is rejected', async () => {
  const { deployment, often } = await observed([collected, included]);
  const { deployment: _, ...wait } = often;
  const inclusion = await waitForInclusion(createClient(deployment), id, wait);
  const other = await observed([included]);
  expect(inclusion).toBeConsistent({ deployment });
  for (const result of [inclusion, inclusion.timeline])
    expect(() => expect(result).toBeConsistent({ deployment: other.deployment })).toThrow(
      /was given a result of .* and the deployment/,
    );
});

it.each([
  ['toBeIncluded', []],
  ['toHaveInclusionTransaction', [{}]],
] as const)('a deployment is rejected as an option of %s, which sends nothing', async (matcher, before) => {
  const { deployment } = await observed([included]);
  const record = await createClient(deployment).inclusion(id);
  const assertion = expect(record) as unknown as Record<string, (...given: unknown[]) => void>;
  expect(() => assertion[matcher]?.(...before, { deployment })).toThrow(/takes no options/);
});

it('a result of another deployment is rejected', async () => {
  const from = await simulator(record({ simulationStatus: true }));
  const other = await simulator(record({ simulationStatus: false }));
  const result = await createClient(from).simulate(request);
  await expect(result).toSimulateSuccessfully({ deployment: from });
  const outcome = expect(result).not.toSimulateSuccessfully({ deployment: other });
  await expect(outcome).rejects.toThrow(/was given a result of .* and the deployment/);
});
