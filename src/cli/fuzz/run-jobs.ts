import type { CampaignEvent } from '../../fuzz/campaign-event.js';
import type { CampaignOptions } from '../../fuzz/campaign-options.js';
import type { CampaignReport } from '../../fuzz/campaign-report.js';
import { campaignSettings } from '../../fuzz/campaign-settings.js';
import { CorpusWriter } from '../../fuzz/corpus/corpus-writer.js';
import { failsCampaign } from '../../fuzz/findings/finding-certainty.js';
import { EventLog } from '../../fuzz/running/event-log.js';
import { LiveMerge } from '../../report/live-merge.js';
import { EventSums, type ReportSummary } from '../../report/summary.js';
import type { CommandContext } from '../cli-context.js';
import type { Job, JobEnd, StartJob } from '../job.js';
import { jobArgs } from './job-args.js';

/** The result of a campaign in several processes. */
export interface JobsReport {
  /** Undefined if it could not begin. */
  readonly report: CampaignReport | undefined;
  /** The jobs that did not complete, in the order of their ends. Only the first one if the campaign could not begin. */
  readonly failures: readonly JobFailure[];
}

/** A job, numbered from 1, that did not complete. */
export interface JobFailure extends JobEnd {
  readonly job: number;
}

/**
 * Runs a campaign in several processes, each with a shard: one report, one progress display, one exit code. Findings of a job
 * that died count.
 *
 * @throws {UsageError} if there are too many jobs, or the report file exists or cannot be written.
 */
export async function runJobs(
  jobs: number,
  options: CampaignOptions,
  { args, startJob }: Pick<CommandContext, 'args' | 'startJob'>,
): Promise<JobsReport> {
  const settings = campaignSettings(options);
  const { seed, shard, report, corpus, onEvent, signal } = settings;
  const lines = jobArgs(args, jobs, settings);
  const log = report === undefined ? undefined : new EventLog(report);
  const writer = corpus === undefined ? undefined : new CorpusWriter(corpus);
  const sums = new EventSums();
  const merge = new LiveMerge(jobs, settings.maxFindings, (event) => {
    log?.write(event);
    sums.take(event);
    onEvent?.(event);
  });
  try {
    const failures = await ranToTheEnd(lines, merge, startJob, signal);
    // If a job could not begin, the others fail for the same reason or were stopped.
    if (!merge.hasBegun) return { report: undefined, failures: failures.slice(0, 1) };
    merge.close(sums.totals);
    const summary = sums.summary();
    // What only all jobs together saw often enough is in the corpus of none.
    for (const finding of summary.findings) writer?.add(finding);
    await writer?.settle();
    return { report: { seed, shard, ...reportOf(summary) }, failures };
  } finally {
    log?.close();
  }
}

/** Runs all jobs. Returns those that did not complete, in the order in which they failed. */
async function ranToTheEnd(
  lines: readonly (readonly string[])[],
  merge: LiveMerge,
  startJob: StartJob,
  signal: AbortSignal | undefined,
): Promise<JobFailure[]> {
  const failures: JobFailure[] = [];
  const errors: unknown[] = [];
  const running: Job[] = [];
  let areStopped = false;
  const stopAll = (): void => {
    // A second signal would kill a job before it reports its findings.
    if (areStopped) return;
    areStopped = true;
    for (const job of running) job.stop();
  };
  const take = (job: number, event: CampaignEvent): void => {
    try {
      if (merge.take(job, event)) stopAll();
    } catch (error) {
      // The message event of the process calls this, so nothing else catches the error.
      errors.push(error);
      stopAll();
    }
  };
  for (const [job, line] of lines.entries())
    running.push(startJob(line, (event) => take(job, event as CampaignEvent)));
  signal?.addEventListener('abort', stopAll);
  if (signal?.aborted) stopAll();
  const ended = running.map(async ({ ended }, job) => {
    const end = await ended;
    if (merge.hasEnded(job)) return;
    failures.push({ ...end, job: job + 1 });
    // What prevents one job from beginning prevents all.
    if (!merge.hasBegun) stopAll();
  });
  try {
    await Promise.all(ended);
  } finally {
    signal?.removeEventListener('abort', stopAll);
    stopAll();
  }
  if (errors.length > 0) throw errors[0];
  return failures;
}

/** A campaign is not clean if the result of a part is unknown. */
function reportOf({
  end,
  findings,
  totals,
  durationMs,
  campaign: { notes },
}: ReportSummary): Omit<CampaignReport, 'seed' | 'shard'> {
  const { cases, requests, inconclusive } = totals;
  const known = {
    findings,
    cases,
    requests,
    inconclusive,
    durationMs,
    ...(notes === undefined ? {} : { notes }),
  };
  if (end !== undefined) {
    const { event, atMs, ...ended } = end;
    return { ...ended, ...known };
  }
  const isSure = findings.some(failsCampaign);
  const because = isSure ? undefined : 'missing-shards';
  return { verdict: isSure ? 'findings' : 'inconclusive', because, endedBy: 'stopped', ...known };
}
