import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { collected, id, included, observe, sleep } from './observe.js';

const request = {
  shardsKey: '1',
  alphaCallParams: { target: `0x${'11'.repeat(20)}` },
  betaAssets: [],
  betaCaller: `0:${'22'.repeat(32)}`,
};

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

describe('after a hook that uses the signal of the test', () => {
  beforeEach(async ({ signal }) => {
    signal.addEventListener('abort', () => {});
    await sleep(900);
  });

  test('has all its time too', async () => {
    const { often } = await observe(...Array(10).fill(collected), included);
    await expect(id).toReachInclusion(often);
  });

  test('has no more than its time after it', async ({ signal }) => {
    signal.addEventListener('abort', () => {});
    await sleep(400);
    const { often } = await observe(collected);
    await expect(id).toReachInclusion(often);
  });
});

describe('a hook after a test', () => {
  afterEach(async () => {
    const { often } = await observe(...Array(10).fill(collected), included);
    await expect(id).toReachInclusion(often);
  });

  test('has time of its own', async () => {
    onTestFinished(async () => {
      const { often } = await observe(...Array(10).fill(collected), included);
      await expect(id).toReachInclusion(often);
    });
    await sleep(800);
  });
});

describe('again and again', { repeats: 1 }, () => {
  test('has no more than its time in any of its rounds', async () => {
    const { often } = await observe(collected);
    await expect(expect(id).toReachInclusion(often)).rejects.toThrow("the test's own timeout");
  });
});

test('ends a simulation that has no answer', async () => {
  const { often } = await observe('hang');
  await expect(request).toSimulateSuccessfully({ deployment: often.deployment });
});

test('ends a subject that never comes', async () => {
  const { often } = await observe(included);
  await expect(() => new Promise<string>(() => {})).toReachInclusion(often);
});

test('ends a poll of an observer that never answers', async () => {
  const { often } = await observe('hang');
  await expect.poll(() => id, { timeout: 500 }).toReachInclusion(often);
});

test('ends a wait that a signal of its own would end later', async () => {
  const { often } = await observe(collected);
  const { signal } = new AbortController();
  await expect(id).toReachInclusion({ ...often, signal });
});
