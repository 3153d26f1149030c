import type { Finding } from 'crosscheck/fuzz';

/** Returns whether a finding fails a campaign: a rerun showed it, and no baseline has it. */
export function failsCampaign({ confidence, isKnown }: Finding): boolean {
  return !isKnown && (confidence === 'stable' || confidence === 'flaky');
}
