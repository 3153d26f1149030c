/** From when on epochs have which length. Times are in milliseconds after the chain's start. */
export interface EpochTimeline {
  /** The first epoch of this length, and when it starts. */
  readonly firstEpoch: number;
  readonly firstMs: number;
  readonly epochMs: number;
}

/**
 * Tells which epoch a moment lies in, and when that ends.
 *
 * Source: practice; an epoch's id is `floor((now - start) / length)`, counted on where the length has changed.
 */
export function epochAt(
  timeline: EpochTimeline,
  atMs: number,
): { readonly epoch: number; readonly endMs: number } {
  const { firstEpoch, firstMs, epochMs } = timeline;
  // An epoch that was open when the length changed keeps its end.
  if (atMs < firstMs) return { epoch: firstEpoch - 1, endMs: firstMs };
  const passed = Math.floor((atMs - firstMs) / epochMs);
  return { epoch: firstEpoch + passed, endMs: firstMs + (passed + 1) * epochMs };
}

/** Gives the epochs after the one that is open at a moment another length. */
export function changeEpochs(timeline: EpochTimeline, epochMs: number, atMs: number): EpochTimeline {
  const { epoch, endMs } = epochAt(timeline, atMs);
  return { firstEpoch: epoch + 1, firstMs: endMs, epochMs };
}
