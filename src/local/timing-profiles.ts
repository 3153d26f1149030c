import type { ChainSettings } from './source-chain/chain-settings.js';

/** The name of a profile of durations. */
export type TimingProfile = 'quick' | 'realistic' | 'peak';

/**
 * How long things take: `quick` for tests, `realistic` as in practice, `peak` as at its worst, when inclusion takes up
 * to ten minutes. Milliseconds. Source: practice; the parts of the ten minutes are an assumption.
 */
export const timingProfiles: Readonly<Record<TimingProfile, Omit<ChainSettings, 'quorum'>>> = {
  quick: { epochMs: 200, consensusMs: 50, executionMs: 50 },
  realistic: { epochMs: 30_000, consensusMs: 10_000, executionMs: 10_000 },
  peak: { epochMs: 160_000, consensusMs: 120_000, executionMs: 60_000 },
};
