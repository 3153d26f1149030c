import { beforeEach, describe, expect, test } from 'vitest';
import { collected, id, included, observe, sleep } from './observe.js';

test('has too little time', async () => {
  const { often } = await observe(collected);
  await expect(id).toReachInclusion(often);
});

test('has too little time for an observer that never answers', async () => {
  const { often } = await observe(collected, 'hang');
  await expect(id).toReachStage('executedInBETA', often);
});

test('has a wait with too little time', async () => {
  const { often } = await observe(collected);
  await expect(id).toReachInclusion({ ...often, timeoutMs: 100 });
});

test('has too little time for a window', async () => {
  const { often } = await observe(collected);
  await expect(id).toStayUnincluded({ ...often, forMs: 1000 });
});

test('uses a part of its time before it waits', async () => {
  const { often } = await observe(collected);
  await sleep(400);
  await expect(id).toReachInclusion(often);
});

describe('after a long hook', () => {
  beforeEach(() => sleep(1200));

  test('has all its time', async () => {
    const { often } = await observe(...Array(10).fill(collected), included);
    await expect(id).toReachInclusion(often);
  });

  test('has no more than its time', async () => {
    const { often } = await observe(collected);
    await expect(id).toReachInclusion(often);
  });
});

let tries = 0;
test('has all its time again after a try that ran out of it', { retry: 1 }, async () => {
  if (tries++ === 0) await sleep(5000);
  const { often } = await observe(...Array(10).fill(collected), included);
  await expect(id).toReachInclusion(often);
});

test('has no time limit', { timeout: 0 }, async () => {
  const { often } = await observe(...Array(10).fill(collected), included);
  await expect(id).toReachInclusion(often);
});

describe.concurrent('one of many', () => {
  test.each([1, 2, 3, 4])('has all its time when its turn comes: %i', async () => {
    const { often } = await observe(...Array(20).fill(collected), included);
    await expect(id).toReachInclusion(often);
  });

  test.each([1, 2])('has no more than its time: %i', async () => {
    const { often } = await observe(collected);
    await expect(id).toReachInclusion(often);
  });
});
