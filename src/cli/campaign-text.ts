import type { Command } from 'commander';
import { UsageError } from '../errors.js';
import type { CampaignReport, EndedBy } from '../fuzz/campaign-event.js';
import {
  casesText,
  endedEarlyText,
  endTexts,
  inconclusiveReasonText,
  inconclusiveText,
  outcomesText,
  totalsText,
} from '../fuzz/campaign-texts.js';
import { exercisedText, gapText } from '../fuzz/exercised.js';
import { findingGroups, findingsText } from '../fuzz/findings/describe-findings.js';
import { failsCampaign, isNotConfirmed } from '../fuzz/findings/finding-certainty.js';
import {
  type FindingTextOptions,
  findingsTable,
  groupText,
  reproductionNames,
} from '../fuzz/findings/finding-text.js';
import { caseFolder, reproductionFolder } from '../fuzz/findings/reproduction.js';
import { choice, list } from '../internal/options.js';
import { counted, formatCount } from '../internal/print.js';
import { labelled } from '../internal/terminal.js';
import { flagSet, givenOptions } from './flags.js';

const namesOf = Object.assign((text: string) => text.split(','), { isList: true });

/** The flag of commands that print findings. */
export const showFlags = flagSet(
  undefined,
  {
    show: list(choice(...reproductionNames)).meta({
      flag: '--show <names>',
      description: `what to print of each finding besides its facts: ${reproductionNames.join(',')} (default: nothing)`,
    }),
  },
  { show: namesOf },
);

/**
 * Returns what a command shows of each finding.
 *
 * @throws {UsageError} if it prints JSON, which has everything.
 */
export function shownOf(command: Command, isJson: boolean | undefined): FindingTextOptions['show'] {
  const { show } = givenOptions(command, showFlags);
  if (isJson && show !== undefined)
    throw new UsageError('--json and --show exclude each other: leave out --show');
  return show;
}

/** The subject of a campaign, and its files. */
interface CampaignFiles {
  readonly name: string;
  readonly corpus: string | false;
  /** What happened to the jobs that did not run to their end: `job 2 of 2 was killed`. */
  readonly lostJobs: readonly string[];
  /** The flags that select the deployment in a replay. */
  readonly flags: string;
  readonly reportFile: string | undefined;
  /** What to show of each finding besides its facts. */
  readonly show?: FindingTextOptions['show'];
}

/** Formats the result of a campaign: the verdict, a table of its findings, each that fails it, and what it did. */
export function campaignText(
  report: CampaignReport,
  { name, corpus, lostJobs, flags, reportFile, show }: CampaignFiles,
): string {
  const { findings, exercised, gaps = [] } = report;
  const failing = findingGroups(findings.filter(failsCampaign));
  const shown = new Map<string, string>();
  const reports = reportFile === undefined ? [] : [reportFile];
  return [
    ...(findings.length === 0 ? [] : [`${verdictLine(report, name, lostJobs)}\n`, findingsTable(findings)]),
    ...failing.map(
      (group) =>
        `${groupText(group, { corpus: caseFolder(group.lead, corpus, reports), flags, show, shown })}\n`,
    ),
    [
      ...(findings.length === 0 ? [verdictLine(report, name, lostJobs)] : []),
      ...endText(report, lostJobs),
      ...(exercised === undefined ? [] : [labelled('Exercised', exercisedText(exercised))]),
      ...gaps.map((gap) => labelled('Gap', gapText(gap, report, 'flag'))),
      labelled('Sent', totalsText(report)),
      ...(reportFile === undefined ? [] : [reportLine(reportFile, failing.length > 0)]),
      '',
    ].join('\n'),
  ].join('\n');
}

function reportLine(file: string, hasFindings: boolean): string {
  const beside = hasFindings ? `; curl commands and tests: ${reproductionFolder(file)}` : '';
  return labelled('Report', `${file}${beside}; convert it with crosscheck report`);
}

/** Flags that end a campaign before its last case. */
const endFlags: Readonly<Partial<Record<EndedBy, string>>> = {
  time: '--duration',
  findings: '--max-findings',
};

/** Returns after how many cases a campaign ended early, and why: a lost job, or a limit and its flag. */
function endText(report: CampaignReport, lostJobs: readonly string[]): string[] {
  const flag = endFlags[report.endedBy];
  const limit = flag === undefined ? undefined : `${endTexts[report.endedBy]} (${flag})`;
  const text = endedEarlyText(report, lostJobs.length > 0 ? lostJobs.join(', ') : limit);
  return text === undefined ? [] : [`The ${text}.`];
}

/** Returns which jobs were lost, and how many cases of the campaign were therefore not run. */
function lossText({ cases, plannedCases = 0 }: CampaignReport, lostJobs: readonly string[]): string {
  const left = plannedCases - cases;
  const unrun = `, and ${formatCount(left)} of ${counted(plannedCases, 'case')} were not run`;
  return `${lostJobs.join(', ')}${left > 0 ? unrun : ' before its campaign ended'}`;
}

/** Returns how far a campaign came that ended before its last case. */
function partText({ cases, plannedCases }: CampaignReport): string {
  return plannedCases === undefined || plannedCases <= cases
    ? ''
    : ` in ${casesText(cases, plannedCases)} cases`;
}

function verdictLine(report: CampaignReport, name: string, lostJobs: readonly string[]): string {
  const { verdict, seed, findings } = report;
  const again = `Add --seed ${seed} to run the same cases`;
  switch (verdict) {
    case 'findings':
      return `${name} has ${findingsText(findings)}${lostJobs.length === 0 ? '' : `, although ${lossText(report, lostJobs)}`}. ${again}.`;
    case 'inconclusive':
      return `The campaign of ${name} is inconclusive: ${lostJobs.length === 0 ? inconclusiveReasonText(report) : lossText(report, lostJobs)}. ${again}.`;
    case 'clean':
      return `${name} ${findings.some(isNotConfirmed) ? 'is not proven clean' : 'is clean'}${partText(report)}: ${findingsText(findings)}${outcomesOf(report)}.`;
  }
}

/** Names what the inconclusive requests of a campaign got: `; 12 of 400 requests were inconclusive (503 ×10, timeout ×2)`. */
function outcomesOf(report: CampaignReport): string {
  if (report.inconclusive === 0) return '';
  // Older reports, which may be merged, do not say it.
  const outcomes = outcomesText(report.inconclusiveOutcomes ?? {});
  return `; ${inconclusiveText(report)}${outcomes === '' ? '' : ` (${outcomes})`}`;
}
