import { parseCaseId } from '../case/case-plan.js';
import { severities } from '../checks/check.js';
import { noVerdictText } from '../client/evidence.js';
import type { Shard } from '../fuzz/campaign-event.js';
import {
  casesText,
  endedEarlyText,
  endTexts,
  inconclusiveReasonText,
  inconclusiveText,
  retriedText,
} from '../fuzz/campaign-texts.js';
import type { ReportSummary } from '../fuzz/campaign-verdict.js';
import { plannedCases } from '../fuzz/campaign-verdict.js';
import type { Counts } from '../fuzz/counts.js';
import { percentile } from '../fuzz/counts.js';
import { exercisedText, gapText } from '../fuzz/exercised.js';
import {
  type FindingGroup,
  findingGroups,
  findingsText,
  groupMessage,
  occurrencesOf,
} from '../fuzz/findings/describe-findings.js';
import { confidences, type Finding } from '../fuzz/findings/finding.js';
import { confidenceText, failsCampaign, isNotConfirmed } from '../fuzz/findings/finding-certainty.js';
import type { FindingTextOptions } from '../fuzz/findings/finding-text.js';
import { counted, formatCount, formatDuration } from '../internal/print.js';

/** Options of the formats that describe findings. */
export interface ReportOptions {
  /** What `text` and `markdown` show of each finding besides its facts: `curl`, `test`. Default: neither. */
  readonly show?: FindingTextOptions['show'];
  /**
   * The files of the reports. A campaign without a corpus writes the cases of its findings to folders beside them. The command
   * that repeats a finding names its case there. Default: none.
   */
  readonly reports?: readonly string[] | undefined;
}

/** The texts about a campaign that every format shows. */
export interface CampaignDescription {
  /** `Fuzz campaign of staging`. */
  readonly title: string;
  readonly verdict: ReturnType<typeof headlineVerdict>;
  /** `2 new findings (3 places), one not confirmed`. */
  readonly found: string;
  /** What the report does not prove, in sentences. */
  readonly notes: readonly string[];
  readonly facts: Table;
  /** Findings by severity and confidence, each cause once. */
  readonly severities: Table;
  readonly phases: Table;
  readonly findings: Table;
  /** The findings of each row, in the same order. */
  readonly groups: readonly FindingGroup[];
}

export interface Table {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Describes a campaign: confirmed findings first, of these the new ones, then unconfirmed ones. */
export function describeCampaign(summary: ReportSummary): CampaignDescription {
  const { campaign, findings } = summary;
  const groups = findingGroups(findings);
  return {
    title: `Fuzz campaign of ${campaign.deployment.name}`,
    verdict: headlineVerdict(summary),
    found: findingsText(findings),
    notes: campaignNotes(summary),
    facts: { heads: ['Campaign', ''], rows: facts(summary) },
    severities: severityTable(groups),
    phases: phaseTable(summary, groups),
    findings: {
      heads: ['Finding', 'Severity', 'Confidence', 'Cases', 'Problem'],
      rows: groups.map((group) => [
        group.lead.id,
        group.lead.severity,
        confidenceText(group.lead),
        formatCount(occurrencesOf(group)),
        groupMessage(group),
      ]),
    },
    groups,
  };
}

/** Returns the verdict for a headline, which never calls a campaign with unconfirmed findings clean. */
function headlineVerdict({
  verdict,
  findings,
}: ReportSummary): ReportSummary['verdict'] | 'not proven clean' {
  return verdict === 'clean' && findings.some(isNotConfirmed) ? 'not proven clean' : verdict;
}

/** The sentence for a report without findings. */
export function nothingFound(summary: ReportSummary): string {
  return summary.verdict === 'clean'
    ? 'There are no findings.'
    : 'There are no findings, but this does not prove that there are no bugs.';
}

function facts({ campaign, end, durationMs, totals, latencyUs }: ReportSummary): string[][] {
  const { deployment, seed, startedAt, version, shard, merged } = campaign;
  return [
    ['Simulator', deployment.simulatorUrl],
    ['Observer', deployment.observerUrl],
    ['Seed', String(seed)],
    ...shardFact(shard, merged),
    ['Started', startedAt],
    ['Duration', formatDuration(durationMs)],
    ['Ended', end === undefined ? 'it was cut off' : endTexts[end.endedBy]],
    ['Cases', casesText(totals.cases, end?.plannedCases ?? plannedCases(campaign))],
    ['Requests', formatCount(totals.requests)],
    ['Inconclusive', formatCount(totals.inconclusive)],
    ...(Object.keys(totals.retried).length === 0 ? [] : [['Retried', retriedText(totals.retried)]]),
    ['Statuses', countsText(totals.statuses)],
    ['Failures', countsText(totals.failures)],
    ['Verdicts', countsText(totals.verdicts)],
    ['Latency', percentilesText(latencyUs, latencyText)],
    ...(end?.exercised === undefined ? [] : [['Exercised', exercisedText(end.exercised)]]),
    ['crosscheck', version],
  ];
}

function shardFact({ index, count }: Shard, merged: readonly number[] | undefined): string[][] {
  if (merged !== undefined) return [['Shards', `${merged.length} of ${count}`]];
  return count === 1 ? [] : [['Shard', `${index + 1} of ${count}`]];
}

function countsText(counts: Counts): string {
  const texts = Object.entries(counts).map(([name, count]) => `${name} ×${formatCount(count)}`);
  return texts.length === 0 ? 'none' : texts.join(', ');
}

/** Formats the percentiles of a histogram: `p50 0.9 ms, p95 41 ms, p99 41 ms`. */
export function percentilesText(counts: Counts, format: (value: number) => string): string {
  const texts = [50, 95, 99].flatMap((percent) => {
    const value = percentile(counts, percent / 100);
    return value === undefined ? [] : [`p${percent} ${format(value)}`];
  });
  return texts.length === 0 ? 'none' : texts.join(', ');
}

/** Formats a latency in microseconds: `0.8 ms`, `12 ms`, `1.2 s`. */
export function latencyText(us: number): string {
  return us < 10_000 ? `${Number((us / 1000).toFixed(us < 1000 ? 2 : 1))} ms` : formatDuration(us / 1000);
}

function severityTable(groups: readonly FindingGroup[]): Table {
  const leads = groups.map(({ lead }) => lead);
  const columns: [head: string, isIn: (finding: Finding) => boolean][] = [
    ...confidences.map((confidence): [string, (finding: Finding) => boolean] => [
      confidence,
      (finding) => finding.confidence === confidence && !finding.isKnown,
    ]),
    ['known', ({ isKnown }) => isKnown],
  ];
  return {
    heads: ['Severity', ...columns.map(([head]) => head)],
    rows: severities.map((severity) => [
      severity,
      ...columns.map(([, isIn]) =>
        formatCount(leads.filter((lead) => lead.severity === severity && isIn(lead)).length),
      ),
    ]),
  };
}

/** The phases with the cases that each of them ran, and the new findings whose first case was one of them. */
function phaseTable({ phases, totals }: ReportSummary, groups: readonly FindingGroup[]): Table {
  const failing = groups.filter(({ lead }) => failsCampaign(lead)).map(({ lead }) => phaseOf(lead));
  return {
    heads: ['Phase', 'Cases', 'Requests', 'New findings'],
    rows: [
      ...phases.map(({ phase, planned, cases, requests }) => [
        phase,
        casesText(cases, planned),
        formatCount(requests),
        formatCount(failing.filter((name) => name === phase).length),
      ]),
      ['all', formatCount(totals.cases), formatCount(totals.requests), formatCount(failing.length)],
    ],
  };
}

function phaseOf({ caseId, plan }: Finding): string {
  return parseCaseId(caseId)?.phase ?? plan.phase;
}

/** Returns sentences about what a report does not prove. */
export function campaignNotes(summary: ReportSummary): string[] {
  const { end, campaign, missingShards, candidates, totals } = summary;
  const planned = plannedCases(campaign);
  const { shard, merged, given, expired, notes = [] } = campaign;
  const ids = candidates.map(({ id }) => id).join(', ');
  const endedEarly = end && endedEarlyText({ ...end, cases: totals.cases });
  const missing = missingShards.map((index) => index + 1).join(', ');
  const found: readonly (string | false | undefined)[] = [
    end === undefined &&
      `The campaign was cut off after ${casesText(totals.cases, planned)} cases: the report is complete only up to then.`,
    end?.verdict === 'inconclusive' &&
      `The campaign is inconclusive: ${inconclusiveReasonText({ ...end, inconclusiveOutcomes: totals.inconclusiveOutcomes })}.`,
    ...(end?.gaps ?? []).map((gap) => `${capitalized(gapText(gap, { given, exercised: end?.exercised }))}.`),
    endedEarly && `The ${endedEarly}.`,
    missingShards.length === 1 && `Shard ${missing} of ${shard.count} is missing, with its findings.`,
    missingShards.length > 1 && `Shards ${missing} of ${shard.count} are missing, with their findings.`,
    merged === undefined &&
      shard.count > 1 &&
      `This is shard ${shard.index + 1} of ${shard.count}: the cases of the others are not included.`,
    candidates.length > 0 && `${counted(candidates.length, 'candidate')} could not be rerun: ${ids}.`,
    totals.inconclusive > 0 && `${inconclusiveText(totals)}: ${noVerdictText}.`,
    expired && `Expired entries of the baseline: ${expired.join(', ')}.`,
  ];
  return [...found.filter((note) => typeof note === 'string'), ...notes];
}

function capitalized(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
