import '../../../src/vitest/index.js';
import { configure, createClient, waitForInclusion } from 'crosscheck';
import { afterEach, expect, it } from 'vitest';
import { record } from '../../support/scripted-observer.js';
import { collected, id, included, observed } from './observed.js';
import { request, simulator } from './simulator.js';

afterEach(() => configure({ deployment: undefined }));

const done = record({ stage: 'done', success: true });
const open = record({ stage: 'open', success: true });
const conventions = { stages: ['done', 'open'], includedStage: 'open' };

it('asks the deployment that a record came from, whichever is in force', async () => {
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

it('judges a timeline by the stages of the deployment that it was seen at', async () => {
  const { deployment: asked, ...often } = (await observed([done, open], { conventions })).often;
  const inForce = await observed([done], {
    conventions: { stages: ['open', 'done'], includedStage: 'done' },
  });
  configure({ deployment: inForce.deployment });
  const inclusion = await waitForInclusion(createClient(asked), id, often);
  expect(inclusion).toAdvanceMonotonically();
  expect(inclusion.timeline).toAdvanceMonotonically();
  expect(inclusion).not.toAdvanceMonotonically({ deployment: inForce.deployment });
});

it('refuses a result of one deployment beside another one', async () => {
  const from = await simulator(record({ simulationStatus: true }));
  const other = await simulator(record({ simulationStatus: false }));
  const result = await createClient(from).simulate(request);
  await expect(result).toSimulateSuccessfully({ deployment: from });
  const outcome = expect(result).not.toSimulateSuccessfully({ deployment: other });
  await expect(outcome).rejects.toThrow(/was given a result of .* and the deployment/);
});
