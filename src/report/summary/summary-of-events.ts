import type { CampaignEvent } from '../../fuzz/campaign-event.js';
import { EventSums } from './event-sums.js';
import type { ReportSummary } from './report-summary.js';

/**
 * Sums up the events of a campaign, in one pass.
 *
 * @throws {UsageError} without the event that starts a campaign.
 */
export function summaryOfEvents(events: Iterable<CampaignEvent>): ReportSummary {
  const sums = new EventSums();
  for (const event of events) sums.take(event);
  return sums.summary();
}
