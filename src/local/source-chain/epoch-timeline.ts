/**
 * The times of epochs: the start and end of one epoch, and the length of later ones. Times are in milliseconds after the
 * chain's start.
 */
export interface EpochTimeline {
  readonly epoch: number;
  readonly startMs: number;
  readonly endMs: number;
  /** The length of the epochs that follow. */
  readonly epochMs: number;
}

/** Returns the timeline of a chain whose epochs have had the same length from its start. */
export function initialTimeline(epochMs: number): EpochTimeline {
  return { epoch: 0, startMs: 0, endMs: epochMs, epochMs };
}

/**
 * Returns the epoch that runs at a moment, with its start and its end.
 *
 * Source: practice; an epoch's id is `floor((now - start) / length)`. When the length changes, counting continues.
 */
export function epochAt(timeline: EpochTimeline, atMs: number): Omit<EpochTimeline, 'epochMs'> {
  const { epoch, endMs, epochMs } = timeline;
  if (atMs < endMs) return timeline;
  const passed = Math.floor((atMs - endMs) / epochMs);
  const startMs = endMs + passed * epochMs;
  return { epoch: epoch + 1 + passed, startMs, endMs: startMs + epochMs };
}

/**
 * Returns a timeline with a new length, beginning with the epoch that runs at a moment. That epoch ends immediately if it is
 * already longer.
 */
export function changeEpochs(timeline: EpochTimeline, epochMs: number, atMs: number): EpochTimeline {
  const { epoch, startMs } = epochAt(timeline, atMs);
  return { epoch, startMs, endMs: Math.max(startMs + epochMs, atMs), epochMs };
}
