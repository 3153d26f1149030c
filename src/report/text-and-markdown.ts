import { totalsText } from '../fuzz/campaign-texts.js';
import type { FindingGroup } from '../fuzz/findings/describe-findings.js';
import { findingsTable, type GroupTextOptions, groupText } from '../fuzz/findings/finding-text.js';
import { caseFolder, reproductionFolder } from '../fuzz/findings/reproduction.js';
import type { CampaignReport } from '../fuzz/model/campaign-verdict.js';
import { exercisedText } from '../fuzz/model/exercised.js';
import { failsCampaign } from '../fuzz/model/finding-certainty.js';
import { cut, formatText } from '../internal/print.js';
import { labelled, textTable } from '../internal/terminal.js';
import { describeCampaign, nothingFound, type ReportOptions, type Table } from './describe-campaign.js';

/** The parts of a report, which text and Markdown format differently. */
interface Description {
  readonly title: string;
  readonly notes: readonly string[];
  /** Tables without rows are left out. */
  readonly tables: readonly Table[];
  /** A line below the tables. Default: none. */
  readonly line?: string | undefined;
  readonly details: readonly Detail[];
}

interface Detail {
  readonly title: string;
  /** Its lines. */
  readonly text: string;
}

/** Writes the report of a campaign for a terminal: the verdict and the findings in tables, then each finding. */
export function textReport(report: CampaignReport, options: ReportOptions = {}): string {
  const { title, notes, tables, line, details } = description(report, options);
  const table = ({ heads, rows }: Table): string => {
    const lines = heads.includes('') ? rows : [heads, ...rows];
    return rows.length === 0 ? '' : textTable(lines.map((cells) => cells.map((cell) => formatText(cell))));
  };
  return textBlocks([
    formatText(title),
    noteLines(notes),
    ...tables.map(table),
    line ?? '',
    ...details.map(({ text }) => text),
  ]);
}

/** Options of {@link campaignText}. */
interface CampaignTextOptions extends ReportOptions {
  /** The flags that select the deployment in a replay. */
  readonly flags: string;
  readonly reportFile: string | undefined;
}

/**
 * Writes what a campaign prints at its end: as {@link textReport}, without the tables of phases and facts, and only with the
 * findings that fail it.
 */
export function campaignText(report: CampaignReport, options: CampaignTextOptions): string {
  const { reportFile, flags } = options;
  const reports = reportFile === undefined ? [] : [reportFile];
  const { headline, notes, groups } = describeCampaign(report);
  const failing = groups.filter(({ lead }) => failsCampaign(lead));
  const facts: (readonly [name: string, text: string])[] = [
    ...(report.exercised === undefined ? [] : [['Exercised', exercisedText(report.exercised)] as const]),
    ['Sent', `${totalsText(report)}; ${sameCasesText(report)}`],
    ...(reportFile === undefined ? [] : [['Report', reportLine(reportFile, failing.length > 0)] as const]),
  ];
  return textBlocks([
    formatText(headline, 1000),
    noteLines(notes),
    groups.length === 0 ? '' : findingsTable(report.findings),
    // A long request that several findings have is shown once.
    ...detailsOf(failing, report, { ...options, reports }, { flags, shown: new Map() }).map(
      ({ text }) => text,
    ),
    facts.map(([name, text]) => labelled(name, text)).join('\n'),
  ]);
}

/** Says how to run the same cases again. Those of the corpus come first, and findings are written to it. */
function sameCasesText({ seed, corpus, phases, findings }: CampaignReport): string {
  const hasEarlier = phases.some(({ phase, cases }) => phase === 'corpus' && cases > 0);
  if (hasEarlier) return `--seed ${seed} runs the same cases if the corpus is the same`;
  const addsCases = corpus !== false && findings.length > 0;
  return `--seed ${seed}${addsCases ? ' --no-corpus' : ''} runs the same cases`;
}

function reportLine(file: string, hasFindings: boolean): string {
  const files = hasFindings ? `; curl commands and tests: ${reproductionFolder(file)}` : '';
  return `${file}, which crosscheck report converts${files}`;
}

function noteLines(notes: readonly string[]): string {
  return notes.map((note) => `Note: ${formatText(note, 1000)}`).join('\n');
}

function textBlocks(blocks: readonly string[]): string {
  return `${blocks
    .map((block) => block.trimEnd())
    .filter((block) => block !== '')
    .join('\n\n')}\n`;
}

/** Writes the report of a campaign as Markdown that fits the summary of a step on GitHub. */
export function markdownReport(report: CampaignReport, options: ReportOptions = {}): string {
  return markdown(description(report, options));
}

/** A body can have megabytes; the report has the whole body. */
const maxDetailLength = 20_000;

function description(report: CampaignReport, options: ReportOptions): Description {
  const { headline, notes, facts, phases, findings, groups } = describeCampaign(report);
  return {
    title: headline,
    notes,
    tables: [findings, phases, facts],
    line: groups.length === 0 ? nothingFound(report) : undefined,
    details: detailsOf(groups, report, options),
  };
}

function detailsOf(
  groups: readonly FindingGroup[],
  { corpus }: CampaignReport,
  { show, reports }: ReportOptions,
  texts: Pick<GroupTextOptions, 'flags' | 'shown'> = {},
): Detail[] {
  return groups.map((group) => ({
    title: group.lead.id,
    text: groupText(group, { corpus: caseFolder(group.lead, corpus, reports), show, ...texts }),
  }));
}

/** GitHub accepts 1 MiB for the summary of a step; some of it is left for other output of the step. */
const maxBytes = 900_000;

/** Writes a description as Markdown that fits the summary of a step on GitHub. The details that do not fit are counted. */
export function markdown({ title, notes, tables, line, details }: Description): string {
  const head = [
    `## ${escaped(title)}`,
    ...notes.map((note) => `> ${escaped(note)}`),
    ...tables.filter(({ rows }) => rows.length > 0).map(markdownTable),
    ...(line === undefined ? [] : [line]),
  ].join('\n\n');
  // A table with thousands of findings would not fit either.
  const parts = [...`${head}\n`.split(/(?<=\n)/), ...details.map(foldedText)];
  let bytes = 0;
  const end = parts.findIndex((part) => {
    bytes += Buffer.byteLength(part);
    return bytes > maxBytes;
  });
  if (end === -1) return parts.join('');
  return `${parts.slice(0, end).join('')}\n${parts.length - end} more entries do not fit here: the report has all.\n`;
}

function markdownTable({ heads, rows }: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escaped).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Writes lines that a click expands. */
function foldedText({ title, text }: Detail): string {
  const content = cut(text, maxDetailLength);
  const fence = '`'.repeat(Math.max(3, ...(content.match(/`+/g) ?? []).map(({ length }) => length + 1)));
  return `\n<details><summary>${escaped(title)}</summary>\n\n${fence}text\n${content}\n${fence}\n\n</details>\n`;
}

/** Writes a text from outside on one line, with its markup escaped. */
function escaped(text: string): string {
  return formatText(text, 1000).replace(/[\\`*_[\]<>#|~&!]/g, '\\$&');
}
