import type { CampaignEnded, CampaignVerdict, EndedBy, Shard } from '../../fuzz/campaign-event.js';
import { failsCampaign, isUnconfirmed } from '../../fuzz/findings/finding-certainty.js';
import { formatDuration } from '../../internal/print.js';
import type { Counts, ReportSummary } from './report-summary.js';

/** A name and what is to be said of it. */
export type Fact = readonly [name: string, text: string];

/** Why a campaign ended, in words. */
export const endTexts: Readonly<Record<EndedBy, string>> = {
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

/** The verdict for a headline: one that does not call a campaign clean that has candidates which are not confirmed. */
export function headlineText(summary: ReportSummary): ReturnType<typeof verdictText> | 'not proven clean' {
  const verdict = verdictText(summary);
  return verdict === 'clean' && summary.findings.some(isUnconfirmed) ? 'not proven clean' : verdict;
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
    ['Took', formatDuration(durationMs)],
    ['Ended', end === undefined ? 'it was cut off' : endTexts[end.endedBy]],
    ['Cases', casesText(totals.cases, end)],
    ['Requests', number(totals.requests)],
    ['Inconclusive', number(totals.inconclusive)],
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

/** With how many there were to run, where it ended before them. */
export function casesText(
  cases: number,
  { plannedCases = cases }: Pick<CampaignEnded, 'plannedCases'> = {},
): string {
  return plannedCases > cases ? `${number(cases)} of ${number(plannedCases)}` : number(cases);
}

function number(count: number): string {
  return count.toLocaleString('en');
}
