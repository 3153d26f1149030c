/** Tracks a wait for an operation whose exchanges are recorded or replayed. */
export interface WaitMark {
  /** Records the end of the wait and its duration by its own clock. */
  end(durationMs: number): void;
  /** Returns the recorded data of the wait; undefined while recording. */
  replayed(): ReplayedWait | undefined;
}

/** The recorded data of a wait. */
export interface ReplayedWait {
  /** The recorded duration, in milliseconds; undefined if the wait was not recorded. */
  readonly recordedMs: number | undefined;
  /** The number of the wait for the operation, from 1. */
  readonly count: number;
  /** Whether the last answer had to be repeated. */
  readonly isUsedUp: boolean;
  /** The file of the recording. */
  readonly file: string;
  readonly howToRecord: string;
}

/** A dispatcher that records or replays exchanges and keeps the polls of each wait apart. */
export interface WaitMarks {
  /** Records the start of a wait for an operation. */
  markWait(operationId: string): WaitMark;
}

/** Counts the starts and ends of the waits for each operation. */
export class WaitCounts {
  readonly #counts = new Map<string, number>();

  /** Returns how many were counted. */
  of(operationId: string | undefined): number {
    return this.#counts.get(operationId ?? '') ?? 0;
  }

  /** Counts one more, and returns how many there are. */
  add(operationId: string): number {
    const count = this.of(operationId) + 1;
    this.#counts.set(operationId, count);
    return count;
  }
}

/** Tells a dispatcher that records or replays exchanges that a wait begins. */
export function markWait(dispatcher: object | undefined, operationId: string): WaitMark | undefined {
  return (dispatcher as Partial<WaitMarks> | undefined)?.markWait?.(operationId);
}
