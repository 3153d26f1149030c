import { UsageError } from '../../errors.js';
import { formatText } from '../../internal/print.js';

/** Restores the state of a snapshot. */
type Restore = () => Promise<void>;

/** The snapshots of a deployment, by name. */
export interface SnapshotStore {
  /** Adds a snapshot and drops the oldest if there are too many. Returns its name. */
  add(restore: Restore): string;
  has(snapshot: string): boolean;
  /** @throws {UsageError} if there is no snapshot of this name. */
  restore(snapshot: string): Promise<void>;
}

/** Maximum number of snapshots, so that a suite that takes one for each test does not exhaust the memory. */
export const maxSnapshots = 100;

/** Creates an empty store. */
export function createSnapshotStore(): SnapshotStore {
  const snapshots = new Map<string, Restore>();
  let taken = 0;
  return {
    add(restore) {
      const name = `snapshot-${++taken}`;
      snapshots.set(name, restore);
      const [oldest] = snapshots.keys();
      if (snapshots.size > maxSnapshots && oldest !== undefined) snapshots.delete(oldest);
      return name;
    },
    has: (snapshot) => snapshots.has(snapshot),
    async restore(snapshot) {
      const restore = snapshots.get(snapshot);
      if (restore === undefined) {
        const summary = `There is no snapshot ${formatText(snapshot)}; the newest ${maxSnapshots} are kept`;
        throw new UsageError(summary);
      }
      await restore();
    },
  };
}
