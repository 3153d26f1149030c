import { printDuration } from '../../internal/print.js';
import type { CampaignReport } from '../campaign-report.js';

/** Says in one line how much a campaign did and saw. */
export function totalsText({ cases, requests, unseen, durationMs, seed }: CampaignReport): string {
  return `${cases} cases, ${requests} requests (${unseen} inconclusive) in ${printDuration(durationMs)}, seed ${seed}`;
}
