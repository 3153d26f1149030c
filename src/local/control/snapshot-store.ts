/** Restores the state of a snapshot. */
type Restore = () => Promise<void>;

/** The snapshots of a deployment, by name. */
export interface SnapshotStore {
  /** Adds a snapshot and drops the oldest if there are too many. Returns its name. */
  add(restore: Restore): string;
  /** Returns what restores the snapshot of a name; undefined if there is none. */
  find(snapshot: string): Restore | undefined;
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
    find: (snapshot) => snapshots.get(snapshot),
  };
}
