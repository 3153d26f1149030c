import type { Finding } from '../../fuzz/findings/finding.js';
import { findingText } from '../../fuzz/findings/finding-text.js';
import { cut, printText } from '../../internal/print.js';
import { campaignFacts, verdictText } from '../summary/campaign-facts.js';
import { labelText } from '../summary/label-text.js';
import { notesOf } from '../summary/notes-of.js';
import type { ReportSummary } from '../summary/report-summary.js';

/** GitHub takes 1 MiB for the summary of a step; some of it is left to what else the step says. */
const mostBytes = 900_000;
const longestFinding = 20_000;

/**
 * Writes a report as Markdown that fits the summary of a step on GitHub: what came of it, a table of the findings, and
 * each one with what it takes to repeat it. What does not fit is counted.
 */
export function markdownReport(summary: ReportSummary): string {
  const { campaign, findings } = summary;
  const head = [
    `## Fuzz campaign of ${escaped(campaign.deployment.name)}: ${verdictText(summary)}`,
    ...notesOf(summary).map((note) => `> ${escaped(note)}`),
    tableLines(['Campaign', ''], campaignFacts(summary)).join('\n'),
  ].join('\n\n');
  if (findings.length === 0) return `${head}\n\nNothing was found.\n`;
  const table = tableLines(
    ['Finding', 'Severity', 'What came', 'How sure'],
    findings.map((finding) => [finding.id, finding.severity, finding.message, labelText(finding)]),
  );
  const { whole, left } = joinWithin([
    `${head}\n`,
    ...table,
    '',
    ...findings.map((finding) => detailsText(finding, campaign.corpus)),
  ]);
  return left === 0 ? whole : `${whole}\n${left} more entries do not fit here: the report has all.\n`;
}

/** Joins lines until they are too many bytes, and counts the others. */
function joinWithin(parts: readonly string[]): { whole: string; left: number } {
  let bytes = 0;
  const fitting = parts.findIndex((part) => {
    bytes += Buffer.byteLength(part) + 1;
    return bytes > mostBytes;
  });
  const end = fitting === -1 ? parts.length : fitting;
  return { whole: `${parts.slice(0, end).join('\n')}\n`, left: parts.length - end };
}

function tableLines(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.map(escaped).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)];
}

function detailsText(finding: Finding, corpus: string | false): string {
  const text = cut(findingText(finding, corpus), longestFinding);
  const fence = '`'.repeat(Math.max(3, ...(text.match(/`+/g) ?? []).map(({ length }) => length + 1)));
  return `<details><summary>${escaped(finding.id)}</summary>\n\n${fence}text\n${text}\n${fence}\n\n</details>\n`;
}

/** Foreign text on one line, none of it markup. */
function escaped(text: string): string {
  return printText(text, 1000).replace(/[\\`*_[\]<>#|~&!]/g, '\\$&');
}
