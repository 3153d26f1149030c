import { UsageError } from '../../errors.js';
import type { CampaignEvent, CampaignStarted } from '../../fuzz/campaign-event.js';
import { addCounts } from '../../fuzz/counting/counts.js';
import type { Finding } from '../../fuzz/findings/finding.js';
import { summaryOfEvents } from '../summary.js';
import { mergeEnds } from './merge-ends.js';
import { mergeFindings } from './merge-findings.js';
import { mergeStarts } from './merge-starts.js';

/**
 * Puts the reports of several shards of one campaign together, as the events of one report. Times stay what they were
 * in each: after the start of its own shard. A shard that is missing makes a verdict without findings inconclusive;
 * one that was cut off leaves the whole without an end. Merged reports can be merged again with what they lack.
 *
 * @throws {UsageError} for reports of other campaigns, with what differs: seed, number of shards, version, deployment,
 * phases, checks, case counts, conventions, limits; and for a shard that is there twice, or that the campaign has not.
 * @example
 * import { mergeReports, readReport, summaryOfEvents } from 'crosscheck/report';
 *
 * const files = ['shard-1.ndjson', 'shard-2.ndjson'];
 * const { findings, missingShards } = summaryOfEvents(mergeReports(await Promise.all(files.map(readReport))));
 */
export function mergeReports(reports: readonly (readonly CampaignEvent[])[]): CampaignEvent[] {
  const campaign = mergeStarts(reports.map(startOf));
  assertSameCounts(reports);
  // So that it does not depend on the order of the files.
  const inOrder = reports.toSorted((one, other) => startOf(one).shard.index - startOf(other).shard.index);
  const summaries = inOrder.map(summaryOfEvents);
  const findings = mergeFindings(inOrder.flatMap((events) => [...lastFindings(events).values()]));
  const atMs = Math.max(...summaries.map(({ durationMs }) => durationMs));
  const totals = { cases: 0, requests: 0, inconclusive: 0 };
  for (const {
    totals: { cases, requests, inconclusive },
  } of summaries)
    addCounts(totals, { cases, requests, inconclusive });
  const events = inOrder.flat();
  const whatHappened = events.filter(({ event }) => !['campaign', 'finding', 'end'].includes(event));
  const ends = events.filter((event) => event.event === 'end');
  return [
    campaign,
    ...whatHappened.sort((one, other) => timeOf(one) - timeOf(other)),
    ...findings.map((finding) => ({ event: 'finding' as const, atMs, finding })),
    ...(ends.length < reports.length ? [] : [mergeEnds(campaign, ends, { findings, totals, atMs })]),
  ];
}

/** The last event of a finding replaces the earlier ones. */
function lastFindings(events: readonly CampaignEvent[]): ReadonlyMap<string, Finding> {
  return new Map(
    events.flatMap((event) => (event.event === 'finding' ? [[event.finding.id, event.finding]] : [])),
  );
}

/** A phase is dealt out to the shards in turn, so their counts differ by one at most. */
function assertSameCounts(reports: readonly (readonly CampaignEvent[])[]): void {
  const counts = new Map<string, number[]>();
  for (const event of reports.flat())
    if (event.event === 'phase') counts.set(event.phase, [...(counts.get(event.phase) ?? []), event.cases]);
  for (const [phase, cases] of counts) {
    const [least, most] = [Math.min(...cases), Math.max(...cases)];
    if (most - least > 1)
      throw new UsageError(
        `Reports must be of one campaign, but their case counts differ: one shard runs ${least} cases of the phase ${phase}, another ${most}`,
      );
  }
}

function startOf([first]: readonly CampaignEvent[]): CampaignStarted {
  if (first?.event === 'campaign') return first;
  throw new UsageError(`A report must begin with the event campaign, got ${first?.event ?? 'none'}`);
}

function timeOf(event: CampaignEvent): number {
  return event.event === 'campaign' ? 0 : event.atMs;
}
