import { findingsText } from '../../fuzz/counting/findings-text.js';
import { findingGroups } from '../../fuzz/findings/finding-groups.js';
import { groupText } from '../../fuzz/findings/finding-text.js';
import { campaignFacts, headlineText } from '../summary/campaign-facts.js';
import { reportNotes } from '../summary/report-notes.js';
import type { ReportSummary } from '../summary/report-summary.js';

/** Writes a report as a terminal shows it: the findings, worst first, and below them what came of the campaign. */
export function textReport(summary: ReportSummary): string {
  const { campaign, findings } = summary;
  const facts = campaignFacts(summary);
  const width = Math.max(...facts.map(([name]) => name.length));
  return [
    ...findingGroups(findings).map((group) => `${groupText(group, campaign.corpus)}\n\n`),
    `Fuzz campaign of ${campaign.deployment.name}: ${headlineText(summary)}, ${findingsText(findings)}\n\n`,
    ...facts.map(([name, text]) => `${name.padEnd(width)}  ${text}\n`),
    ...reportNotes(summary).map((note) => `Note: ${note}\n`),
  ].join('');
}
