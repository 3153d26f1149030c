import type { ChainSettings } from './source-chain/chain-settings.js';

/** The name of a profile of durations. */
export type TimingProfile = 'quick' | 'realistic' | 'peak';

/**
 * The durations of epochs, consensus and execution, in milliseconds: `quick` for tests, `realistic` as in practice,
 * `peak` when inclusion takes up to ten minutes. Source: practice; the parts of the ten minutes are an assumption.
 */
export const timingProfiles: Readonly<Record<TimingProfile, Omit<ChainSettings, 'quorum'>>> = {
  quick: { epochMs: 200, consensusMs: 50, executionMs: 50 },
  realistic: { epochMs: 30_000, consensusMs: 10_000, executionMs: 10_000 },
  peak: { epochMs: 160_000, consensusMs: 120_000, executionMs: 60_000 },
};
