import { labelText } from '../../fuzz/findings/finding-certainty.js';
import { type FindingGroup, findingGroups, groupMessage } from '../../fuzz/findings/finding-groups.js';
import { groupText } from '../../fuzz/findings/finding-text.js';
import { cut } from '../../internal/print.js';
import { campaignFacts, headlineText, verdictText } from '../summary/campaign-facts.js';
import { reportNotes } from '../summary/report-notes.js';
import type { ReportSummary } from '../summary/report-summary.js';
import { escaped, foldedText, joinWithin, tableLines } from './markdown-text.js';

const longestFinding = 20_000;

/**
 * Writes a report as Markdown that fits the summary of a step on GitHub: what came of it, a table of the findings, and
 * each one with what it takes to repeat it. What does not fit is counted.
 */
export function markdownReport(summary: ReportSummary): string {
  const { campaign, findings } = summary;
  const head = [
    `## Fuzz campaign of ${escaped(campaign.deployment.name)}: ${headlineText(summary)}`,
    ...reportNotes(summary).map((note) => `> ${escaped(note)}`),
    tableLines(['Campaign', ''], campaignFacts(summary)).join('\n'),
  ].join('\n\n');
  if (findings.length === 0) {
    const isClean = verdictText(summary) === 'clean';
    return `${head}\n\n${isClean ? 'Nothing was found.' : 'Nothing was found, which proves nothing here.'}\n`;
  }
  const groups = findingGroups(findings);
  const table = tableLines(
    ['Finding', 'Severity', 'What came', 'How sure'],
    groups.map((group) => [group.lead.id, group.lead.severity, groupMessage(group), labelText(group.lead)]),
  );
  const { whole, left } = joinWithin([
    `${head}\n`,
    ...table,
    '',
    ...groups.map((group) => detailsText(group, campaign.corpus)),
  ]);
  return left === 0 ? whole : `${whole}\n${left} more entries do not fit here: the report has all.\n`;
}

function detailsText(group: FindingGroup, corpus: string | false): string {
  return foldedText(group.lead.id, cut(groupText(group, corpus), longestFinding));
}
