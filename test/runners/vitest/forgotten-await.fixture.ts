import { describe, expect, test } from 'vitest';
import { collected, id, included, observe, sleep } from './observe.js';

test('forgets a wait', async () => {
  const { often } = await observe(collected);
  void expect(id).toReachInclusion(often);
});

test('comes after it', () => sleep(50));

test('forgets a window', async () => {
  const { often } = await observe(collected);
  void expect(id).not.toReachInclusion({ ...often, forMs: 300 });
});

test('forgets a wait that fails when nobody hears of it any more', async () => {
  const { often } = await observe(collected);
  void expect(id).toReachInclusion({ ...often, timeoutMs: 100 });
  await sleep(60);
});

test('comes long after that', () => sleep(200));

test('awaits later', async () => {
  const { often } = await observe(collected, included);
  const outcome = expect(id).toReachInclusion(often);
  await sleep(100);
  await outcome;
});

test('fails for another reason', async () => {
  const { often } = await observe(collected);
  await Promise.all([expect(id).toReachInclusion(often), Promise.reject(new Error('another reason'))]);
});

let tries = 0;
test('forgets it the first time', { retry: 1 }, async () => {
  const { often } = await observe(tries++ === 0 ? collected : included);
  const outcome = expect(id).toReachInclusion(often);
  if (tries > 1) await outcome;
});

describe.concurrent('side by side', () => {
  test('forgets it', async () => {
    const { often } = await observe(collected);
    void expect(id).toReachInclusion(often);
  });

  test('awaits it', async () => {
    const { observer, often } = await observe(...Array(10).fill(collected), included);
    await expect(id).toReachInclusion(often);
    expect(observer.polls).toHaveLength(11);
  });
});
