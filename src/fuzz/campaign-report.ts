import type { CampaignEnded, CampaignStarted } from './campaign-event.js';
import type { Totals } from './counting/tally.js';
import type { Finding } from './findings/finding.js';

/** The result of a campaign: what its events say together. */
export interface CampaignReport
  extends Pick<CampaignStarted, 'seed' | 'shard' | 'notes'>,
    Omit<CampaignEnded, 'event' | 'atMs'>,
    Readonly<Totals> {
  /** The findings: confirmed new ones by severity, then unconfirmed ones, then those that the baseline knows. */
  readonly findings: readonly Finding[];
  readonly durationMs: number;
}
