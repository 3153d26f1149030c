import type { CampaignReport } from '../../fuzz/campaign-report.js';
import type { Finding } from '../../fuzz/findings/finding.js';
import { findingText } from '../../fuzz/findings/finding-text.js';
import { printDuration } from '../../internal/print.js';

/** What a campaign was about, and where it was written to. */
export interface CampaignFiles {
  readonly name: string;
  readonly corpus: string | false;
  readonly reportFile: string | undefined;
}

/** What somebody needs to know after a campaign: each finding, and then the verdict. */
export function campaignText(report: CampaignReport, { name, corpus, reportFile }: CampaignFiles): string {
  const { findings } = report;
  const known = findings.filter(({ isKnown }) => isKnown);
  const isEnvironmental = ({ label }: Finding): boolean => label === 'environmental';
  const shown = findings.filter((finding) => !finding.isKnown && !isEnvironmental(finding));
  const passing = findings.filter((finding) => !finding.isKnown && isEnvironmental(finding));
  return [
    ...shown.map((finding) => findingText(finding, corpus)),
    ...(passing.length > 0 ? [listText('Seen once and not again', passing)] : []),
    ...(known.length > 0 ? [listText('Known by the baseline', known)] : []),
    [
      verdictLine(report, name, shown.length),
      totalsLine(report),
      ...(reportFile === undefined
        ? []
        : [`Report: ${reportFile}; crosscheck report turns it into another form`]),
    ].join('\n'),
  ]
    .map((part) => `${part}\n`)
    .join('\n');
}

function listText(heading: string, findings: readonly Finding[]): string {
  return [`${heading}:`, ...findings.map(({ id, message }) => `  ${id}  ${message}`)].join('\n');
}

function verdictLine({ verdict, endedBy, seed }: CampaignReport, name: string, findings: number): string {
  const again = `crosscheck fuzz --seed ${seed} runs the same cases`;
  switch (verdict) {
    case 'findings':
      return `${name} has ${findings === 1 ? 'one new finding' : `${findings} new findings`}. ${again}.`;
    case 'inconclusive':
      return `Nothing is proven of ${name}: ${whyInconclusive[endedBy]}. ${again}.`;
    case 'clean':
      return `${name} is clean: nothing new was found.`;
  }
}

const whyInconclusive: Readonly<Record<CampaignReport['endedBy'], string>> = {
  cases: 'too many requests got no answer that says something',
  time: 'too many requests got no answer that says something',
  findings: 'too many requests got no answer that says something',
  stopped: 'the campaign was stopped before its end',
  unreachable: 'it stopped answering',
};

function totalsLine({ cases, requests, unseen, durationMs, seed }: CampaignReport): string {
  return `${cases} cases, ${requests} requests (${unseen} without a verdict) in ${printDuration(durationMs)}, seed ${seed}`;
}
