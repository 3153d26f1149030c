/** A wait for an operation whose exchanges are recorded or replayed. */
export interface WaitMark {
  /** Notes that the wait ends, and how long it took by its own clock. */
  end(durationMs: number): void;
  /** What a replay has of the wait; undefined while it is recorded. */
  replayed(): ReplayedWait | undefined;
}

/** What a recording has of a wait. */
export interface ReplayedWait {
  /** How long the operation was watched when it was recorded, in milliseconds; undefined of a wait that was not recorded. */
  readonly recordedMs: number | undefined;
  /** Which wait for the operation it is: 1 for the first. */
  readonly count: number;
  /** Whether the last answer was given more often than it came. */
  readonly isUsedUp: boolean;
  /** The file, and how to record it again. */
  readonly file: string;
  readonly howToRecord: string;
}

/** What records or replays exchanges, and keeps the polls of one wait apart from those of the next. */
export interface WaitMarks {
  /** Notes that a wait for an operation begins. */
  markWait(operationId: string): WaitMark;
}

/** Notifies the recorder or the replay of a deployment, if it has one, that a wait begins. */
export function markWait(
  {
    exchanges,
    dispatcher,
  }: { readonly exchanges?: string | undefined; readonly dispatcher?: object | undefined },
  operationId: string,
): WaitMark | undefined {
  if (exchanges === undefined) return undefined;
  return (dispatcher as Partial<WaitMarks> | undefined)?.markWait?.(operationId);
}
