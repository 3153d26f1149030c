import { UsageError } from '../../errors/usage-error.js';
import type {
  CampaignEnded,
  CampaignEvent,
  CampaignStarted,
  CampaignVerdict,
  EndedBy,
} from '../../fuzz/campaign-event.js';
import type { Finding } from '../../fuzz/findings/finding.js';
import { summaryOfEvents } from '../summary/summary-of-events.js';
import { mergeFindings } from './merge-findings.js';

/**
 * Puts the reports of several shards of one campaign together, as the events of one report. Times stay what they were
 * in each: after the start of its own shard. A shard that is missing makes a verdict without findings inconclusive;
 * one that was cut off leaves the whole without an end. Merged reports can be merged again with what they lack.
 *
 * @throws {UsageError} for reports of other campaigns, and for a shard that is there twice.
 * @example
 * import { mergeReports, readReport, summaryOfEvents } from 'crosscheck/report';
 *
 * const files = ['shard-1.ndjson', 'shard-2.ndjson'];
 * const { findings, missingShards } = summaryOfEvents(mergeReports(await Promise.all(files.map(readReport))));
 */
export function mergeReports(reports: readonly (readonly CampaignEvent[])[]): CampaignEvent[] {
  const campaign = mergeStarts(reports.map(startOf));
  // So that it does not depend on the order of the files.
  const inOrder = reports.toSorted((one, other) => startOf(one).shard.index - startOf(other).shard.index);
  const summaries = inOrder.map(summaryOfEvents);
  const findings = mergeFindings(summaries.flatMap((summary) => summary.findings));
  const lastMs = Math.max(...summaries.map(({ durationMs }) => durationMs));
  const events = inOrder.flat();
  const whatHappened = events.filter(({ event }) => !['campaign', 'finding', 'end'].includes(event));
  const ends = events.filter((event) => event.event === 'end');
  return [
    campaign,
    ...whatHappened.sort((one, other) => timeOf(one) - timeOf(other)),
    ...findings.map((finding) => ({ event: 'finding' as const, atMs: lastMs, finding })),
    ...(ends.length < reports.length ? [] : [mergeEnds(ends, findings, isWhole(campaign), lastMs)]),
  ];
}

function startOf([first]: readonly CampaignEvent[]): CampaignStarted {
  if (first?.event === 'campaign') return first;
  throw new UsageError(`A report must begin with the event campaign, got ${first?.event ?? 'none'}`);
}

function mergeStarts(starts: readonly CampaignStarted[]): CampaignStarted {
  const [first] = starts;
  if (first === undefined) throw new UsageError('There must be reports to merge, got none');
  const { seed, shard } = first;
  const stranger = starts.find((other) => other.seed !== seed || other.shard.count !== shard.count);
  if (stranger !== undefined)
    throw new UsageError(
      `Reports must be of one campaign, got ${campaignText(first)} and ${campaignText(stranger)}`,
    );
  const indexes = starts.flatMap((start) => start.merged ?? [start.shard.index]).sort((a, b) => a - b);
  const twice = indexes.find((index, at) => indexes[at + 1] === index);
  if (twice !== undefined)
    throw new UsageError(
      `Shard ${twice + 1} of ${shard.count} must be there once, got it twice: leave one out`,
    );
  return {
    ...first,
    shard: { index: indexes[0] ?? 0, count: shard.count },
    merged: indexes,
    startedAt: starts
      .map(({ startedAt }) => startedAt)
      .reduce((a, b) => (Date.parse(b) < Date.parse(a) ? b : a)),
    phases: [...new Set(starts.flatMap(({ phases }) => phases))],
    checks: [...new Set(starts.flatMap(({ checks }) => checks))],
  };
}

function campaignText({ seed, shard }: CampaignStarted): string {
  return `seed ${seed} in ${shard.count} ${shard.count === 1 ? 'part' : 'shards'}`;
}

function isWhole({ merged, shard }: CampaignStarted): boolean {
  return merged?.length === shard.count;
}

const gravestFirst: readonly EndedBy[] = ['unreachable', 'stopped', 'time', 'findings', 'cases'];

function mergeEnds(
  ends: readonly CampaignEnded[],
  findings: readonly Finding[],
  isWhole: boolean,
  atMs: number,
): CampaignEnded {
  const endedBy = gravestFirst.find((reason) => ends.some((end) => end.endedBy === reason)) ?? 'cases';
  return { event: 'end', atMs, endedBy, verdict: mergedVerdict(ends, findings, isWhole) };
}

function mergedVerdict(
  ends: readonly CampaignEnded[],
  findings: readonly Finding[],
  isWhole: boolean,
): CampaignVerdict {
  // A finding that only one of the shards has in its baseline is new to the whole.
  const isNew = ({ isKnown, label }: Finding): boolean =>
    !isKnown && (label === 'stable' || label === 'flaky');
  if (findings.some(isNew) || ends.some(({ verdict }) => verdict === 'findings')) return 'findings';
  return isWhole && ends.every(({ verdict }) => verdict === 'clean') ? 'clean' : 'inconclusive';
}

function timeOf(event: CampaignEvent): number {
  return event.event === 'campaign' ? 0 : event.atMs;
}
