import type { Deployment } from '../deployment/deployment.js';
import { InconclusiveError } from '../errors.js';
import type { CampaignOptions } from '../fuzz/campaign-options.js';
import type { CampaignReport } from '../fuzz/campaign-report.js';
import { doubtText } from '../fuzz/counting/doubt-text.js';
import { totalsText } from '../fuzz/counting/totals-text.js';
import { failsCampaign } from '../fuzz/findings/fails-campaign.js';
import { findingText } from '../fuzz/findings/finding-text.js';
import { runCampaign } from '../fuzz/run-campaign.js';
import { currentTest, signalWithin } from '../internal/test-context.js';
import type { Verdict } from './matcher.js';

/** Options of `toSurviveFuzzing`: those of `runCampaign`, without the deployment. */
export type FuzzingOptions = Omit<CampaignOptions, 'deployment'>;

/**
 * Judges whether a campaign finds nothing new in a deployment.
 *
 * @throws {InconclusiveError} when the campaign could not see enough, or when the time of the test was over before it found
 * anything.
 */
export async function survivesFuzzing(
  deployment: Deployment,
  options: FuzzingOptions,
  isNot: boolean,
): Promise<Verdict> {
  const test = currentTest();
  const signal = signalWithin(test, options.signal);
  const leftMs = Math.floor(test?.remainingMs() ?? Number.POSITIVE_INFINITY);
  const isCut = leftMs < (options.durationMs ?? Number.POSITIVE_INFINITY);
  const durationMs = isCut ? Math.max(1, leftMs) : options.durationMs;
  const report = await runCampaign({ ...options, deployment, durationMs, signal });
  const found = report.findings.filter(failsCampaign);
  if (report.verdict === 'inconclusive' || (found.length === 0 && isCut && report.endedBy === 'time'))
    throw inconclusive(report, deployment, isCut);
  // Nobody sees the message of an assertion that holds.
  if (report.verdict === 'clean' && !isNot && report.notSeen !== undefined)
    console.warn(
      `toSurviveFuzzing found nothing in ${deployment.name}, but ${report.notSeen.join('; ')}: ${totalsText(report)}`,
    );
  return {
    pass: report.verdict === 'clean',
    actual: report,
    lines: () => [
      `Expected:   ${isNot ? 'at least one finding' : 'no new finding'} in ${deployment.name}`,
      `Received:   ${found.length === 0 ? 'none' : found.length} in ${totalsText(report)}`,
      ...(report.notSeen ?? []).map((what) => `Not seen:   ${what}`),
      ...found.flatMap((finding) => ['', findingText(finding, options.corpus ?? false)]),
    ],
  };
}

function inconclusive(report: CampaignReport, { name }: Deployment, isCut: boolean): InconclusiveError {
  const isTimeUp = isCut && report.endedBy === 'time';
  const because = isTimeUp ? 'the time of the test was over before all cases were run' : doubtText(report);
  const advice = isTimeUp
    ? "raise the test's own timeout, or lower cases"
    : `check that ${name} is well: crosscheck fuzz says what it answers`;
  return new InconclusiveError({
    summary: `expect(deployment).toSurviveFuzzing() is inconclusive: ${because}`,
    details: [
      `Seen:       ${totalsText(report)}`,
      ...(report.notSeen ?? []).map((what) => `Not seen:   ${what}`),
      `What to do: ${advice}`,
    ],
  });
}
