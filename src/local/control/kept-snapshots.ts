import { UsageError } from '../../errors.js';
import { formatText } from '../../internal/print.js';

/** Goes back to a state. */
type Restore = () => Promise<void>;

/** The snapshots of a deployment, by name. */
export interface KeptSnapshots {
  /** Keeps one, in the place of the oldest when there are too many, and gives its name. */
  keep(restore: Restore): string;
  has(snapshot: string): boolean;
  /** @throws {UsageError} when there is none of this name. */
  restore(snapshot: string): Promise<void>;
}

/** How many snapshots are kept, so that a suite that takes one for each test does not fill the memory. */
export const mostSnapshots = 100;

/** Creates a place for snapshots. */
export function createKeptSnapshots(): KeptSnapshots {
  const kept = new Map<string, Restore>();
  let taken = 0;
  return {
    keep(restore) {
      const name = `snapshot-${++taken}`;
      kept.set(name, restore);
      const [oldest] = kept.keys();
      if (kept.size > mostSnapshots && oldest !== undefined) kept.delete(oldest);
      return name;
    },
    has: (snapshot) => kept.has(snapshot),
    async restore(snapshot) {
      const restore = kept.get(snapshot);
      if (restore === undefined) {
        const summary = `There is no snapshot ${formatText(snapshot)}; the newest ${mostSnapshots} are kept`;
        throw new UsageError(summary);
      }
      await restore();
    },
  };
}
