import type { CampaignVerdict, EndedBy, Shard } from '../../fuzz/campaign-event.js';
import { failsCampaign } from '../../fuzz/findings/fails-campaign.js';
import { printDuration } from '../../internal/print.js';
import type { Counts, ReportSummary } from './report-summary.js';

/** A name and what is to be said of it. */
export type Fact = readonly [name: string, text: string];

const ends: Readonly<Record<EndedBy, string>> = {
  cases: 'all cases were run',
  time: 'its time was over',
  findings: 'it had found enough',
  stopped: 'it was stopped',
  unreachable: 'the deployment went away',
};

/** What came of a campaign, in a word; `cut off` when nothing says it. */
export function verdictText({ end, findings }: ReportSummary): CampaignVerdict | 'cut off' {
  if (end !== undefined) return end.verdict;
  return findings.some(failsCampaign) ? 'findings' : 'cut off';
}

/** What there is to say of a campaign as a whole. */
export function campaignFacts({ campaign, end, durationMs, totals }: ReportSummary): Fact[] {
  const { deployment, seed, startedAt, version, shard, merged } = campaign;
  return [
    ['Simulator', deployment.simulatorUrl],
    ['Observer', deployment.observerUrl],
    ['Seed', String(seed)],
    ...shardFact(shard, merged),
    ['Started', startedAt],
    ['Took', printDuration(durationMs)],
    ['Ended', end === undefined ? 'it was cut off' : ends[end.endedBy]],
    ['Cases', number(totals.cases)],
    ['Requests', number(totals.requests)],
    ['Inconclusive', number(totals.unseen)],
    ['Statuses', countsText(totals.statuses)],
    ['No answer', countsText(totals.failures)],
    ['Verdicts', countsText(totals.verdicts)],
    ['crosscheck', version],
  ];
}

function shardFact({ index, count }: Shard, merged: readonly number[] | undefined): Fact[] {
  if (merged !== undefined) return [['Shards', `${merged.length} of ${count}`]];
  return count === 1 ? [] : [['Shard', `${index + 1} of ${count}`]];
}

function countsText(counts: Counts): string {
  const texts = Object.entries(counts).map(([name, count]) => `${name} ×${number(count)}`);
  return texts.length === 0 ? 'none' : texts.join(', ');
}

function number(count: number): string {
  return count.toLocaleString('en');
}
