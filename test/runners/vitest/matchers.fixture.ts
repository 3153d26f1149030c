import { createClient, waitForInclusion } from 'crosscheck';
import { expect, test } from 'vitest';
import { record, status } from '../../support/scripted-observer.js';
import { collected, id, included, observe } from './observe.js';

const rejected = record({ stage: 'start', success: false, note: { errorName: 'NotEnoughGas' } });

test('waits', async () => {
  const { often } = await observe(status(404), collected, included);
  await expect(id).toReachInclusion(often);
});

test('waits for a stage', async () => {
  const { often } = await observe(status(404), collected);
  await expect(Promise.resolve(id)).resolves.toReachStage('executedInALPHA', often);
});

test('watches for a while', async () => {
  const { often } = await observe(collected);
  await expect(id).not.toReachInclusion({ ...often, forMs: 100 });
  await expect(id).toStayUnincluded({ ...often, forMs: 100 });
  await expect(id).not.toReachStage('executedInBETA', { ...often, forMs: 100 });
});

test('fails a window', async () => {
  const { often } = await observe(collected, included);
  await expect(id).not.toReachInclusion({ ...often, forMs: 500 });
});

test('cannot say in an outage, negated', async () => {
  const { often } = await observe(collected, 'reset');
  await expect(id).not.toReachInclusion({ ...often, forMs: 100 });
});

test('polls', async () => {
  const { observer, often } = await observe(collected, collected, included);
  await expect.poll(() => id, { interval: 10 }).toReachInclusion(often);
  expect(observer.polls).toHaveLength(3);
});

test('refuses to poll a window', async () => {
  const { often } = await observe(collected);
  await expect.poll(() => id, { timeout: 50 }).toStayUnincluded({ ...often, forMs: 10 });
});

test('judges records and timelines', async () => {
  const { often } = await observe(rejected, collected, included);
  const client = createClient(often.deployment);
  const first = await client.inclusion(id);
  expect(first).toBeRejected({ note: 'NotEnough' });
  expect(first).not.toBeIncluded();
  expect(first).not.toHaveInclusionTransaction({ blockchainType: 'BETA' });
  const { timeline } = await waitForInclusion(client, id, { intervals: 10 });
  expect(timeline).toAdvanceMonotonically({ deployment: often.deployment });
});

test('refuses asymmetric use', () => {
  const { toReachInclusion } = expect.not as unknown as Record<string, () => unknown>;
  expect({ id }).toEqual({ id: toReachInclusion?.() });
});

test('sees through the forms of a value', () => {
  expect({ amount: 5n, to: `0x${'AB'.repeat(20)}` }).toEqual({ amount: '5', to: `0x${'ab'.repeat(20)}` });
});

test('is soft', async () => {
  const { often } = await observe(collected);
  await expect.soft(id).toReachInclusion({ ...often, timeoutMs: 0 });
});
