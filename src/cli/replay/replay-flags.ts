import { replayOptions } from '../../fuzz/replay-options.js';
import type { Flags } from '../flag.js';
import { flagsOf } from '../flags-of.js';

/** The flags of `crosscheck replay` that are options of a replay. */
export const replayFlags: Flags = flagsOf(
  replayOptions.pick({ runs: true, corpus: true, connectTimeoutMs: true, operationIds: true }).shape,
);
