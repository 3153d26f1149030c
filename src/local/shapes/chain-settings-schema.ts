import { z } from 'zod';
import type { ChainSettings } from '../source-chain/chain-settings.js';
import { durationMs, integerWithin } from './number-shapes.js';

/** What can be changed of a source chain while it runs. */
export const chainSettingsSchema = z.strictObject({
  epochMs: durationMs(1),
  consensusMs: durationMs(0),
  executionMs: durationMs(0),
  quorum: integerWithin(1, 5),
}) satisfies z.ZodType<ChainSettings>;
