import { isDeepStrictEqual } from 'node:util';
import { caseRequests } from '../case/case-plan.js';
import { checkNamed } from '../checks/known-checks.js';
import { UsageError } from '../errors.js';
import { type ConditionOf, signatureWithin } from '../fuzz/findings/finding-condition.js';
import {
  type CampaignEnded,
  type CampaignEvent,
  type CampaignStarted,
  campaignEnds,
} from '../fuzz/model/campaign-event.js';
import { CampaignSums, campaignEnd } from '../fuzz/model/campaign-verdict.js';
import { addExercised } from '../fuzz/model/exercised.js';
import { confidences, type Finding, type Frequency, findingId } from '../fuzz/model/finding.js';
import { byStart, confidenceByOccurrences, isReproduced } from '../fuzz/model/finding-certainty.js';
import { isPlainObject } from '../internal/objects.js';
import { counted, formatText } from '../internal/print.js';

/**
 * Merges the reports of shards of one campaign into the events of one report. Times stay relative to the start of each
 * shard. If a shard is missing, a verdict without findings is inconclusive; if one was cut off, the merged report has no
 * end. A merged report can be merged again with the missing ones.
 *
 * @throws {UsageError} for reports of different campaigns, with what differs (seed, number of shards, version, deployment,
 * phases, checks, case counts, conventions, limits), for a duplicate shard, and for one that the campaign does not have.
 * @example
 * import { mergeReports, readReport, summaryOfEvents } from 'crosscheck/report';
 *
 * const files = ['shard-1.ndjson', 'shard-2.ndjson'];
 * const { findings, missingShards } = summaryOfEvents(mergeReports(await Promise.all(files.map(readReport))));
 */
export function mergeReports(reports: readonly (readonly CampaignEvent[])[]): CampaignEvent[] {
  const campaign = mergeStarts(reports.map(startOf));
  assertSameCounts(reports);
  // The result does not depend on the order of the files.
  const inOrder = reports.toSorted((one, other) => startOf(one).shard.index - startOf(other).shard.index);
  const events = inOrder.flat();
  const findings = mergeFindings(inOrder.flatMap(lastFindings));
  const ends = events.filter((event) => event.event === 'end');
  const { durationMs: atMs } = new CampaignSums(events);
  const merged: CampaignEvent[] = [
    campaign,
    ...events
      .filter((event) => event.event === 'phase' || event.event === 'tick' || event.event === 'candidate')
      .sort((one, other) => one.atMs - other.atMs),
    ...findings.map((finding) => ({ event: 'finding' as const, atMs, finding })),
  ];
  return ends.length < reports.length ? merged : [...merged, mergeEnds(merged, ends, atMs)];
}

function startOf([first]: readonly CampaignEvent[]): CampaignStarted {
  if (first?.event === 'campaign') return first;
  throw new UsageError(`A report must begin with the event campaign, got ${first?.event ?? 'none'}`);
}

/** The last event of a finding replaces the earlier ones. */
function lastFindings(events: readonly CampaignEvent[]): Finding[] {
  const found = events.filter((event) => event.event === 'finding');
  return [...new Map(found.map(({ finding }) => [finding.id, finding])).values()];
}

/** Shards take the cases of a phase in turn, so their numbers differ by at most one. */
function assertSameCounts(reports: readonly (readonly CampaignEvent[])[]): void {
  const counts = new Map<string, number[]>();
  for (const event of reports.flat())
    if (event.event === 'phase') counts.set(event.phase, [...(counts.get(event.phase) ?? []), event.cases]);
  for (const [phase, cases] of counts) {
    const [fewest, most] = [Math.min(...cases), Math.max(...cases)];
    if (most - fewest > 1)
      throw new UsageError(
        `Reports must be of one campaign, but their case counts differ: one shard runs ${fewest} cases of the phase ${phase}, another ${most}`,
      );
  }
}

/**
 * Merges the starts of shards.
 *
 * @throws {UsageError} for shards of different campaigns, with what differs, and for duplicate or impossible shards.
 */
export function mergeStarts(starts: readonly CampaignStarted[]): CampaignStarted {
  const [first, ...others] = starts;
  if (first === undefined) throw new UsageError('There are no reports to merge');
  for (const other of others) assertSameCampaign(first, other);
  const { shard } = first;
  const indexes = starts.flatMap((start) => start.merged ?? [start.shard.index]).sort((a, b) => a - b);
  const twice = indexes.find((index, at) => indexes[at + 1] === index);
  if (twice !== undefined)
    throw new UsageError(`Shard ${twice + 1} of ${shard.count} occurs twice: leave one report out`);
  const beyond = indexes.find((index) => index >= shard.count);
  if (beyond !== undefined)
    throw new UsageError(`There are only ${shard.count} shards, got a report of shard ${beyond + 1}`);
  const expired = [...new Set(starts.flatMap((start) => start.expired ?? []))].sort();
  const notes = [...new Set(starts.flatMap((start) => start.notes ?? []))];
  const given = [...new Set(starts.flatMap((start) => start.given ?? []))];
  return {
    ...first,
    shard: { index: indexes[0] ?? 0, count: shard.count },
    merged: indexes,
    startedAt: starts
      .map(({ startedAt }) => startedAt)
      .reduce((a, b) => (Date.parse(b) < Date.parse(a) ? b : a)),
    corpus: starts.every(({ corpus }) => corpus === first.corpus) && first.corpus,
    ...(given.length > 0 ? { given } : {}),
    ...(expired.length > 0 ? { expired } : {}),
    ...(notes.length > 0 ? { notes } : {}),
  };
}

/** Shards belong to one campaign only if their cases are derived from the same values, and judged by the same rules. */
function assertSameCampaign(one: CampaignStarted, other: CampaignStarted): void {
  if (one.seed !== other.seed || one.shard.count !== other.shard.count)
    throw new UsageError(
      `Reports must be of one campaign, got ${campaignText(one)} and ${campaignText(other)}`,
    );
  const [members, others] = [sharedMembers(one), sharedMembers(other)];
  const differing = [...new Set([...members.keys(), ...others.keys()])].flatMap((name) => {
    const [value, otherValue] = [members.get(name), others.get(name)];
    return isDeepStrictEqual(value, otherValue)
      ? []
      : [`${name}: ${brief(value)} in ${shardText(one)}, ${brief(otherValue)} in ${shardText(other)}`];
  });
  if (differing.length > 0)
    throw new UsageError('Reports must be of one campaign, but they differ', [
      ...differing,
      {
        advice:
          'run all shards with the same options and corpus, with the same version, against the same deployment',
      },
    ]);
}

/** Returns what all shards of a campaign must have in common, by the names that users know. */
function sharedMembers(start: CampaignStarted): ReadonlyMap<string, unknown> {
  const { version, deployment, phases, checks, phaseCases = {}, settings = {} } = start;
  const nested = { cases: phaseCases, ...settings };
  return new Map<string, unknown>([
    ['version', version],
    ['deployment', deployment.name],
    ['simulator', deployment.simulatorUrl],
    ['observer', deployment.observerUrl],
    ['phases', phases.toSorted()],
    ['checks', checks.toSorted()],
    ...Object.entries(nested).flatMap(([group, values]) => sharedMembersOf(group, values)),
  ]);
}

function sharedMembersOf(group: string, values: unknown): [name: string, value: unknown][] {
  return isPlainObject(values)
    ? Object.entries(values).map(([name, value]) => [`${group}.${name}`, value])
    : [[group, values]];
}

function brief(value: unknown): string {
  if (value === undefined) return 'none';
  return formatText(typeof value === 'string' ? value : JSON.stringify(value), 500);
}

function shardText({ merged, shard }: CampaignStarted): string {
  const indexes = merged ?? [shard.index];
  return indexes.map((index) => `shard ${index + 1}`).join(', ');
}

function campaignText({ seed, shard }: CampaignStarted): string {
  return `seed ${seed} in ${counted(shard.count, 'shard')}`;
}

/**
 * Merges the findings of shards, each id once: occurrences and frequencies add up, and so do runs of the same confidence;
 * confidence, case and runs are those of the most certain one; it is known only if every shard knows it. A finding that no rerun showed is flaky if one campaign with all cases
 * would call it flaky. A case that does not meet the condition of another shard shows another finding.
 */
export function mergeFindings(findings: Iterable<Finding>): Finding[] {
  const shards = new Map<string, Finding[]>();
  const all = [...findings];
  const conditionOf: ConditionOf = (id) =>
    all.find((finding) => finding.id === id && finding.condition)?.condition;
  for (const finding of all) {
    // The last request of a case is the one that shows its finding, unless others were sent concurrently.
    const request = finding.context === 'concurrency' ? undefined : caseRequests(finding.plan).at(-1);
    const signature = request ? signatureWithin(finding.signature, request, conditionOf) : finding.signature;
    const id = signature === finding.signature ? finding.id : findingId(signature);
    shards.set(id, [...(shards.get(id) ?? []), { ...finding, id, signature }]);
  }
  return [...shards.values()].map((same) => withSummedConfidence(same.reduce(mergeTwo), same));
}

function mergeTwo(one: Finding, other: Finding): Finding {
  const isOtherMoreCertain = confidences.indexOf(other.confidence) < confidences.indexOf(one.confidence);
  const first = other.firstSeenMs < one.firstSeenMs ? other : one;
  const { isExplained: _, isUnreported: __, ...base } = isOtherMoreCertain ? other : one;
  return {
    ...base,
    // Runs that prove less are of another case, shrunk otherwise.
    runs:
      one.confidence === other.confidence
        ? { shown: one.runs.shown + other.runs.shown, of: one.runs.of + other.runs.of }
        : base.runs,
    occurrences: one.occurrences + other.occurrences,
    frequency: addFrequencies(one.frequency, other.frequency),
    caseId: first.caseId,
    firstSeenMs: first.firstSeenMs,
    isKnown: one.isKnown && other.isKnown,
    ...(one.isExplained || other.isExplained ? { isExplained: true } : {}),
    ...(one.isUnreported && other.isUnreported ? { isUnreported: true } : {}),
  };
}

/** Adds up how often shards saw a finding. If only one of them saw it in valid requests, those count. */
function addFrequencies(one: Frequency | undefined, other: Frequency | undefined): Frequency | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  if (one.requests !== other.requests) return other.requests === 'valid requests' ? other : one;
  const { times } = one;
  return {
    ...one,
    shown: one.shown + other.shown,
    of: one.of + other.of,
    ...(times === undefined ? {} : { times: [...times, ...(other.times ?? [])].toSorted(byStart) }),
  };
}

/** Returns a finding with the confidence of all shards together. Its check may be unknown, if another version found it. */
function withSummedConfidence(merged: Finding, shards: readonly Finding[]): Finding {
  const check = checkNamed(merged.signature.check);
  const open = shards.find(({ confidence }) => confidence === 'not-reproduced');
  if (check === undefined || open === undefined || isReproduced(merged.confidence)) return merged;
  const { isUnreported, ...summed } = merged;
  const confidence = confidenceByOccurrences(check, { ...merged, confidence: open.confidence });
  return isReproduced(confidence) ? { ...summed, confidence } : merged;
}

/** Merges the ends of shards, with the verdict of one campaign that had all their events. */
function mergeEnds(
  events: readonly CampaignEvent[],
  ends: readonly CampaignEnded[],
  atMs: number,
): CampaignEnded {
  const endedBy = campaignEnds.find((reason) => ends.some((end) => end.endedBy === reason)) ?? 'cases';
  const exercised = addExercised(ends.flatMap((end) => end.exercised ?? []));
  const required = [...new Set(ends.flatMap((end) => end.required ?? []))];
  const planned = ends.map(({ plannedCases }) => plannedCases);
  // Each case that measures latency runs in only one shard. The other gaps follow from the sums.
  const unmeasured = ends.flatMap(({ gaps = [] }) => gaps.filter(({ growth }) => growth !== undefined));
  return campaignEnd(new CampaignSums(events), {
    atMs,
    endedBy,
    plannedCases: planned.reduce(
      (sum, count) => (sum === undefined || count === undefined ? undefined : sum + count),
      0,
    ),
    exercised,
    required,
    unmeasured,
    hasOpenFailure: ends.some((end) => end.hasOpenFailure),
  });
}
