import type { Command } from 'commander';
import { UsageError } from '../../errors.js';
import type { CampaignEvent, CampaignVerdict } from '../../fuzz/campaign-event.js';
import type { CampaignOptions } from '../../fuzz/campaign-options.js';
import { assertNoBaselineYet, readBaseline, writeBaseline } from '../../fuzz/findings/baseline.js';
import { isoDay, requireIsoDay } from '../../fuzz/iso-day.js';
import { runCampaign } from '../../fuzz/run-campaign.js';
import type { CommandContext } from '../cli-context.js';
import { type ExitCode, exitCodes } from '../cli-context.js';
import { withFlagsInMessage } from '../flag.js';
import { deploymentFlags, targetOf } from '../target.js';
import { campaignText } from './campaign-text.js';
import { fuzzFlags } from './fuzz-flags.js';
import { fuzzOptions } from './fuzz-options.js';
import { failureText } from './job-failure-text.js';
import { Progress } from './progress.js';
import { runAsJob } from './run-as-job.js';
import { type JobsReport, runJobs } from './run-jobs.js';

/**
 * Runs a campaign and prints its result. If it is stopped, it ends with what it has found so far.
 *
 * @param stop - Aborts when the command must stop.
 */
export async function runFuzz(command: Command, context: CommandContext, stop: AbortSignal): Promise<void> {
  if (context.sendToParent) return runAsJob(command, context, context.sendToParent, stop);
  const { jobs = 1, json, ...baselineFlags } = command.opts<OutputFlags>();
  await assertBaseline(baselineFlags);
  const target = await targetOf(command, context);
  const options = await fuzzOptions(command, context, target);
  const { corpus = false, report: reportFile, baseline } = options;
  const earlier = baseline === undefined ? undefined : await readBaseline(baseline);
  const progress = new Progress(context.stderr, options.durationMs);
  const onEvent = (event: CampaignEvent): void => progress.show(event);
  const asked = { ...options, signal: stop, onEvent };
  const running = jobs === 1 ? runAlone(asked) : runJobs(jobs, asked, context);
  const ended = await running.finally(() => progress.end());
  if (ended.report === undefined) return tellFailures(ended, jobs, context, stop);
  for (const failure of ended.failures) context.stderr.write(failureText(failure, jobs, true));
  const { report } = ended;
  const { name } = target.deployment;
  const named = { name, flags: deploymentFlags(command, target), corpus, reportFile };
  context.stdout.write(json ? `${JSON.stringify(report)}\n` : campaignText(report, named));
  context.endWith(ended.failures.length > 0 ? exitCodes.cannotRun : exitCodeOf[report.verdict]);
  const { writeBaseline: newBaseline, baselineExpires: expires } = baselineFlags;
  if (newBaseline !== undefined) await writeBaseline(newBaseline, report.findings, { expires, earlier });
}

/** Returns why there is no report. */
function tellFailures(
  { failures }: JobsReport,
  jobs: number,
  context: CommandContext,
  stop: AbortSignal,
): void {
  // A signal kills a job that does not listen to signals yet.
  if (stop.aborted) context.stderr.write('error: The campaign was stopped before it began\n');
  else for (const failure of failures) context.stderr.write(failureText(failure, jobs, false));
  context.endWith(failures[0]?.exitCode === exitCodes.usage ? exitCodes.usage : exitCodes.cannotRun);
}

async function runAlone(options: CampaignOptions): Promise<JobsReport> {
  const running = runCampaign(options).catch((error) => {
    throw withFlagsInMessage(error, fuzzFlags);
  });
  return { report: await running, failures: [] };
}

interface BaselineFlags {
  readonly writeBaseline?: string;
  readonly baselineExpires?: string;
}

interface OutputFlags extends BaselineFlags {
  readonly jobs?: number;
  readonly json?: boolean;
}

/** Checks this before the campaign instead of after it. */
async function assertBaseline({ writeBaseline: file, baselineExpires }: BaselineFlags): Promise<void> {
  if (baselineExpires !== undefined) {
    requireIsoDay('--baseline-expires', baselineExpires);
    if (baselineExpires < isoDay())
      throw new UsageError(`--baseline-expires must not be in the past, got ${baselineExpires}`);
  }
  if (file !== undefined) await assertNoBaselineYet(file);
  else if (baselineExpires !== undefined)
    throw new UsageError('--baseline-expires requires --write-baseline');
}

const exitCodeOf: Readonly<Record<CampaignVerdict, ExitCode>> = {
  clean: exitCodes.clean,
  findings: exitCodes.findings,
  inconclusive: exitCodes.cannotRun,
};
