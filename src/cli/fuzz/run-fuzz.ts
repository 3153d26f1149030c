import type { Command } from 'commander';
import type { CampaignVerdict } from '../../fuzz/campaign-event.js';
import { refuseBaselineThatIs, writeBaseline } from '../../fuzz/findings/baseline.js';
import { runCampaign } from '../../fuzz/run-campaign.js';
import type { CommandContext } from '../cli-context.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { targetOf } from '../target/target.js';
import { campaignText } from './campaign-text.js';
import { fuzzOptions } from './fuzz-options.js';
import { Progress } from './progress.js';
import { reportFileOf } from './report-file.js';

/**
 * Runs a campaign and prints what came of it. Told to stop, it ends with what it has found so far.
 *
 * @param stopped - Resolves when it shall stop.
 */
export async function runFuzz(
  command: Command,
  context: CommandContext,
  stopped: Promise<void>,
): Promise<void> {
  const { json, writeBaseline: baselineFile } = command.opts<OutputFlags>();
  if (baselineFile !== undefined) await refuseBaselineThatIs(baselineFile);
  const target = await targetOf(command, context);
  const options = await fuzzOptions(command, context, target);
  const { corpus = false } = options;
  const reportFile = await reportFileOf(command);
  const progress = new Progress(context.stderr);
  const stop = new AbortController();
  void stopped.then(() => stop.abort());
  const report = await runCampaign({
    ...options,
    report: reportFile,
    signal: stop.signal,
    onEvent: (event) => progress.show(event),
  }).finally(() => progress.end());
  const { name } = target.deployment;
  context.stdout.write(
    json ? `${JSON.stringify(report)}\n` : campaignText(report, { name, corpus, reportFile }),
  );
  context.endWith(exitCodeOf[report.verdict]);
  if (baselineFile !== undefined) await writeBaseline(baselineFile, report.findings);
}

interface OutputFlags {
  readonly json?: boolean;
  readonly writeBaseline?: string;
}

const exitCodeOf: Readonly<Record<CampaignVerdict, ExitCode>> = {
  clean: exitCodes.clean,
  findings: exitCodes.findings,
  inconclusive: exitCodes.cannotRun,
};
