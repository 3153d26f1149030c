import { longestTimerMs } from '../../internal/clock.js';
import { integerFrom, type OptionRule } from '../../internal/options.js';

/** What can be changed while a source chain runs. Durations are in milliseconds. */
export interface ChainSettings {
  readonly epochMs: number;
  /** From the end of an epoch until a quorum has agreed on its root. */
  readonly consensusMs: number;
  /** From then until the messages of the epoch are delivered. */
  readonly executionMs: number;
  /** How many of the five validators must agree on a root. */
  readonly quorum: number;
}

/** What each setting may be. */
export const chainSettingsRules: Record<keyof ChainSettings, OptionRule> = {
  epochMs: integerFrom(1, longestTimerMs),
  consensusMs: integerFrom(0, longestTimerMs),
  executionMs: integerFrom(0, longestTimerMs),
  quorum: integerFrom(1, 5),
};
