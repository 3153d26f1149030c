import type { Deployment } from '../deployment/deployment.js';
import { InconclusiveError } from '../errors.js';
import { inconclusiveReasonText, totalsText } from '../fuzz/campaign-texts.js';
import {
  findingGroups,
  findingsText,
  findingTitle,
  groupMessage,
} from '../fuzz/findings/describe-findings.js';
import { findingsTable, groupText } from '../fuzz/findings/finding-text.js';
import { caseFolder } from '../fuzz/findings/reproduction.js';
import type { CampaignOptions } from '../fuzz/model/campaign-options.js';
import type { CampaignReport } from '../fuzz/model/campaign-verdict.js';
import { gapText } from '../fuzz/model/exercised.js';
import { failsCampaign, isNotConfirmed } from '../fuzz/model/finding-certainty.js';
import { campaignWithin } from '../fuzz/run-campaign.js';
import { counted, formatText } from '../internal/print.js';
import { labelled } from '../internal/terminal.js';
import { currentTest } from '../running-test/test-context.js';
import type { Verdict } from './matcher.js';

/** Options of `toSurviveFuzzing`: those of `runCampaign`, without the deployment. */
export type FuzzingOptions = Omit<CampaignOptions, 'deployment'>;

const call = 'expect(deployment).toSurviveFuzzing()';

/**
 * Judges whether a campaign has no new findings.
 *
 * @throws {InconclusiveError} if the campaign is inconclusive, or the test's time ran out before it found anything.
 * @throws {CampaignCannotRunError} if the deployment does not answer.
 */
export async function survivesFuzzing(
  deployment: Deployment,
  options: FuzzingOptions,
  isNot: boolean,
): Promise<Verdict> {
  const report = await campaignWithin(currentTest(), { ...options, deployment }, { call });
  const gaps = (report.gaps ?? []).map((gap) => labelled('Gap', gapText(gap, report)));
  if (report.verdict === 'inconclusive') throw inconclusive(report, gaps, deployment);
  const reports = options.report === undefined ? [] : [options.report];
  const groups = findingGroups(report.findings.filter(failsCampaign));
  const open = report.findings.filter(isNotConfirmed).map(({ id }) => id);
  const doubts = [
    ...(open.length === 0 ? [] : [`${open.length} not confirmed (${open.join(', ')})`]),
    ...(report.gaps ?? []).map((gap) => gapText(gap, report)),
  ];
  // The message of a passing assertion is not shown.
  if (report.verdict === 'clean' && !isNot && doubts.length > 0)
    console.warn(
      `toSurviveFuzzing found nothing new in ${deployment.name}, but ${doubts.join('; ')}: ${totalsText(report)}`,
    );
  return {
    pass: report.verdict === 'clean',
    actual: report,
    fact: () => {
      const [first] = groups;
      if (first === undefined) return `found nothing new in ${totalsText(report)}`;
      return `${counted(groups.length, 'finding')}: ${findingTitle(first.lead)}: ${formatText(groupMessage(first), 300)}`;
    },
    lines: () => [
      labelled('Expected', `${isNot ? 'at least one finding' : 'no new finding'} in ${deployment.name}`),
      labelled('Received', `${findingsText(report.findings)} in ${totalsText(report)}`),
      ...gaps,
      ...(report.findings.length === 0 ? [] : ['', findingsTable(report.findings).trimEnd()]),
      ...groups.flatMap((group) => [
        '',
        groupText(group, { corpus: caseFolder(group.lead, options.corpus ?? false, reports) }),
      ]),
    ],
  };
}

function inconclusive(
  report: CampaignReport,
  gaps: readonly string[],
  { name }: Deployment,
): InconclusiveError {
  return new InconclusiveError({
    summary: `${call} is inconclusive: ${inconclusiveReasonText(report)}`,
    details: [
      labelled('Sent', totalsText(report)),
      ...gaps,
      { advice: `check that ${name} is healthy: crosscheck fuzz shows its answers` },
    ],
  });
}
