import { counted, formatDuration } from '../../internal/print.js';
import type { CampaignReport } from '../campaign-report.js';

type Counted = Pick<CampaignReport, 'cases' | 'requests' | 'inconclusive' | 'durationMs' | 'seed'>;

/** Returns one line about the size and results of a campaign. */
export function totalsText({ cases, requests, inconclusive, durationMs, seed }: Counted): string {
  return `${counted(cases, 'case')}, ${counted(requests, 'request')} (${inconclusive} inconclusive) in ${formatDuration(durationMs)}, seed ${seed}`;
}
