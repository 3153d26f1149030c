import { z } from 'zod';
import { longestTimerMs } from '../../internal/clock.js';
import { integer } from '../../internal/options.js';

const chainSettingsShape = {
  epochMs: integer(1, longestTimerMs),
  /** The time from the end of an epoch until a quorum has agreed on its root. */
  consensusMs: integer(0, longestTimerMs),
  /** The time from the agreement until the messages of the epoch are delivered. */
  executionMs: integer(0, longestTimerMs),
  /** How many of the five validators must agree on a root. */
  quorum: integer(1, 5),
};

/** The schema of {@link ChainSettings}. */
export const chainSettingsSchema = z.strictObject(chainSettingsShape);

/** The settings that can be changed while a source chain runs. Durations are in milliseconds. */
export interface ChainSettings extends Readonly<z.output<z.ZodObject<typeof chainSettingsShape>>> {}
