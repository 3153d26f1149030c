import type { EndedBy } from '../fuzz/campaign-event.js';
import type { CampaignReport } from '../fuzz/campaign-report.js';
import { exercisedText, gapText } from '../fuzz/counting/exercised.js';
import {
  findingGroups,
  findingsText,
  findingTitle,
  inconclusiveReasonText,
  totalsText,
} from '../fuzz/findings/describe-findings.js';
import type { Finding } from '../fuzz/findings/finding.js';
import { confidenceText, failsCampaign, isUnconfirmed } from '../fuzz/findings/finding-certainty.js';
import { groupText } from '../fuzz/findings/finding-text.js';
import { casesText, endTexts } from '../report/describe-campaign.js';

/** The subject of a campaign, and its files. */
interface CampaignFiles {
  readonly name: string;
  readonly corpus: string | false;
  /** The flags that select the deployment in a replay. */
  readonly flags: string;
  readonly reportFile: string | undefined;
}

/** Formats the result of a campaign: each finding that fails it, the verdict, and lists of the others. */
export function campaignText(
  report: CampaignReport,
  { name, corpus, flags, reportFile }: CampaignFiles,
): string {
  const failing = findingGroups(report.findings.filter(failsCampaign));
  const rest = report.findings.filter((finding) => !failsCampaign(finding));
  const known = rest.filter(({ isKnown }) => isKnown);
  const ofConfidence = (confidence: Finding['confidence']): Finding[] =>
    rest.filter((finding) => !finding.isKnown && finding.confidence === confidence);
  return [
    ...failing.map((group) => groupText(group, corpus, flags)),
    [
      verdictLine(report, name),
      ...endText(report),
      ...(report.exercised === undefined ? [] : [`Exercised: ${exercisedText(report.exercised)}.`]),
      ...(report.gaps ?? []).map((gap) => `Gap: ${gapText(gap, 'flag')}.`),
      totalsText(report),
      ...(reportFile === undefined
        ? []
        : [`Report: ${reportFile}; crosscheck report turns it into another form`]),
    ].join('\n'),
    ...listText('Candidates that could not be rerun', ofConfidence('unconfirmed')),
    ...listText('Candidates that were not reproduced', ofConfidence('not-reproduced')),
    ...listText('Known by the baseline', known),
  ]
    .map((part) => `${part}\n`)
    .join('\n');
}

/** Flags that end a campaign before its last case. */
const endFlags: Readonly<Partial<Record<EndedBy, string>>> = {
  time: '--duration',
  findings: '--max-findings',
};

/** Returns why a campaign ended early and how far it came. */
function endText({ endedBy, cases, ...end }: CampaignReport): string[] {
  if (endedBy === 'cases' || end.plannedCases === undefined) return [];
  const flag = endFlags[endedBy];
  return [`Ended after ${casesText(cases, end)} cases: ${endTexts[endedBy]}${flag ? ` (${flag})` : ''}.`];
}

function listText(heading: string, findings: readonly Finding[]): string[] {
  if (findings.length === 0) return [];
  const lines = findings.map(
    (finding) => `  ${finding.id}  ${confidenceText(finding)}  ${findingTitle(finding)}`,
  );
  return [[`${heading}:`, ...lines].join('\n')];
}

/** Returns how far a campaign came that ended before its last case. */
function partText({ cases, plannedCases }: CampaignReport): string {
  return plannedCases === undefined || plannedCases <= cases
    ? ''
    : ` in ${casesText(cases, { plannedCases })} cases`;
}

function verdictLine(report: CampaignReport, name: string): string {
  const { verdict, seed, findings } = report;
  const again = `The same flags with --seed ${seed} run the same cases`;
  switch (verdict) {
    case 'findings':
      return `${name} has ${findingsText(findings)}. ${again}.`;
    case 'inconclusive':
      return `Nothing is proven of ${name}: ${inconclusiveReasonText(report)}. ${again}.`;
    case 'clean':
      return `${name} ${findings.some(isUnconfirmed) ? 'is not proven clean' : 'is clean'}${partText(report)}: ${findingsText(findings)}.`;
  }
}
