import { parseCaseId } from '../case/case-plan.js';
import { severities } from '../checks/check.js';
import {
  casesText,
  endedEarlyText,
  endTexts,
  gapTexts,
  inconclusiveReasonText,
  inconclusiveText,
  inParentheses,
  outcomesText,
  retriedText,
} from '../fuzz/campaign-texts.js';
import {
  type FindingGroup,
  findingGroups,
  findingsText,
  groupMessage,
  occurrencesOf,
} from '../fuzz/findings/describe-findings.js';
import type { FindingTextOptions } from '../fuzz/findings/finding-text.js';
import type { Shard } from '../fuzz/model/campaign-event.js';
import type { CampaignReport } from '../fuzz/model/campaign-verdict.js';
import type { Counts } from '../fuzz/model/counts.js';
import { percentile } from '../fuzz/model/counts.js';
import { exercisedText } from '../fuzz/model/exercised.js';
import { confidences, type Finding } from '../fuzz/model/finding.js';
import { confidenceText, failsCampaign, isNotConfirmed } from '../fuzz/model/finding-certainty.js';
import { counted, formatCount, formatDuration } from '../internal/print.js';

/** Options of the formats that describe findings. */
export interface ReportOptions {
  /** What `text` and `markdown` show of each finding besides its facts: `curl`, `test`. Default: neither. */
  readonly show?: FindingTextOptions['show'];
  /**
   * The files of the reports. A campaign without a corpus writes the cases of its findings to folders next to them. The command
   * that repeats a finding names its case there. Default: none.
   */
  readonly reports?: readonly string[] | undefined;
}

/** The texts about a campaign that every format shows. */
export interface CampaignDescription {
  /** `Fuzz campaign of staging`. */
  readonly title: string;
  readonly verdict: ReturnType<typeof headlineVerdict>;
  /** `2 new findings (3 places), 1 not confirmed`; of an inconclusive campaign, the reason. */
  readonly found: string;
  /** The verdict and what was found, in a sentence without its full stop: `staging is clean: nothing new was found`. */
  readonly headline: string;
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
export function describeCampaign(report: CampaignReport): CampaignDescription {
  const { deployment, findings } = report;
  const groups = findingGroups(findings);
  const verdict = headlineVerdict(report);
  const found = foundText(report);
  return {
    title: `Fuzz campaign of ${deployment.name}`,
    verdict,
    found,
    headline: headline(deployment.name, verdict, found),
    notes: campaignNotes(report),
    facts: { heads: ['Campaign', ''], rows: facts(report) },
    severities: severityTable(groups),
    phases: phaseTable(report, groups),
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
}: CampaignReport): CampaignReport['verdict'] | 'not proven clean' {
  return verdict === 'clean' && findings.some(isNotConfirmed) ? 'not proven clean' : verdict;
}

function foundText(report: CampaignReport): string {
  const { verdict, findings } = report;
  if (verdict !== 'inconclusive') return findingsText(findings);
  const reason = inconclusiveReasonText(report);
  return findings.length === 0 ? reason : `${reason}; ${findingsText(findings)}`;
}

function headline(name: string, verdict: ReturnType<typeof headlineVerdict>, found: string): string {
  if (verdict === 'findings') return `${name} has ${found}`;
  return `${verdict === 'inconclusive' ? `The campaign of ${name}` : name} is ${verdict}: ${found}`;
}

/** The sentence for a report without findings. */
export function nothingFound({ verdict }: CampaignReport): string {
  return verdict === 'clean'
    ? 'There are no findings.'
    : 'There are no findings, but this does not prove that there are no bugs.';
}

function facts(report: CampaignReport): string[][] {
  const { deployment, seed, startedAt, version, shard, merged, endedBy, exercised } = report;
  return [
    ['Simulator', deployment.simulatorUrl],
    ['Observer', deployment.observerUrl],
    ['Seed', String(seed)],
    ...shardFact(shard, merged),
    ['Started', startedAt],
    ['Duration', formatDuration(report.durationMs)],
    ['Ended', endedBy === undefined ? 'cut off' : endTexts[endedBy]],
    ['Cases', casesText(report.cases, report.plannedCases)],
    ['Requests', formatCount(report.requests)],
    [
      'Inconclusive',
      // Older reports do not say what these requests got.
      `${formatCount(report.inconclusive)}${inParentheses(outcomesText(report.inconclusiveOutcomes))}`,
    ],
    ...(Object.keys(report.retried).length === 0 ? [] : [['Retried', retriedText(report.retried)]]),
    ['Statuses', countsText(report.statuses)],
    ['Failures', countsText(report.failures)],
    ['Verdicts', countsText(report.verdicts)],
    ['Latency', percentilesText(report.latencyUs, latencyText)],
    ...(exercised === undefined ? [] : [['Exercised', exercisedText(exercised)]]),
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
function phaseTable(
  { phases, cases: allCases, requests: allRequests }: CampaignReport,
  groups: readonly FindingGroup[],
): Table {
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
      ['all', formatCount(allCases), formatCount(allRequests), formatCount(failing.length)],
    ],
  };
}

function phaseOf({ caseId, plan }: Finding): string {
  return parseCaseId(caseId)?.phase ?? plan.phase;
}

/** Returns sentences about what a report does not prove. The headline says why it is inconclusive. */
export function campaignNotes(report: CampaignReport): string[] {
  const { missingShards, candidates, shard, merged, expired, notes = [], inconclusive } = report;
  const ids = candidates.map(({ id }) => id).join(', ');
  const endedEarly = endedEarlyText(report);
  const missing = missingShards.map((index) => index + 1).join(', ');
  const found: readonly (string | false | undefined)[] = [
    ...gapTexts(report).map((text) => `${capitalized(text)}.`),
    endedEarly && `The ${endedEarly}.`,
    missingShards.length === 1 && `Shard ${missing} of ${shard.count} is missing, with its findings.`,
    missingShards.length > 1 && `Shards ${missing} of ${shard.count} are missing, with their findings.`,
    merged === undefined &&
      shard.count > 1 &&
      `This is shard ${shard.index + 1} of ${shard.count}: the cases of the others are not included.`,
    candidates.length > 0 && `${counted(candidates.length, 'candidate')} could not be rerun: ${ids}.`,
    inconclusive > 0 && `${inconclusiveText(report)}.`,
    expired && `Expired entries of the baseline: ${expired.join(', ')}.`,
  ];
  return [...found.filter((note) => typeof note === 'string'), ...notes];
}

function capitalized(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
