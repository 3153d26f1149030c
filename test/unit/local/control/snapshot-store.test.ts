import { expect, it } from 'vitest';
import { createSnapshotStore, maxSnapshots } from '../../../../src/local/control/snapshot-store.js';

it('restores a snapshot repeatedly', async () => {
  const snapshots = createSnapshotStore();
  const restored: string[] = [];
  const [first, second] = ['first', 'second'].map((name) =>
    snapshots.add(async () => void restored.push(name)),
  );
  for (const snapshot of [first, second, first]) await snapshots.find(snapshot as string)?.();
  expect(restored).toEqual(['first', 'second', 'first']);
});

it('keeps the newest', () => {
  const snapshots = createSnapshotStore();
  const names = Array.from({ length: maxSnapshots + 1 }, () => snapshots.add(async () => {}));
  expect(new Set(names).size).toBe(maxSnapshots + 1);
  const [oldest, second] = names as [string, string];
  expect(snapshots.find(oldest)).toBeUndefined();
  expect(snapshots.find(second)).toBeInstanceOf(Function);
});
