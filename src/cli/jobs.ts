import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../errors.js';
import { EventLog } from '../fuzz/event-log.js';
import { CorpusWriter } from '../fuzz/findings/corpus.js';
import { writeReproductions } from '../fuzz/findings/reproduction.js';
import type { CampaignEvent, CampaignStarted } from '../fuzz/model/campaign-event.js';
import type { CampaignOptions } from '../fuzz/model/campaign-options.js';
import { type CampaignSettings, campaignSettings } from '../fuzz/model/campaign-settings.js';
import { type CampaignReport, CampaignSums } from '../fuzz/model/campaign-verdict.js';
import type { Finding } from '../fuzz/model/finding.js';
import { hasEnoughFindings } from '../fuzz/model/finding-certainty.js';
import type { LocalDescription } from '../local/model/local-description.js';
import { mergeFindings, mergeReports, mergeStarts } from '../report/merge-reports.js';
import { readReport } from '../report/read-report.js';
import {
  type CommandContext,
  exitCodes,
  type Job,
  type JobEnd,
  type JobSettings,
} from './command/cli-context.js';

/** The deployment of a campaign, as far as its options do not have it. */
interface JobsTarget {
  /** The flags that select the deployment in commands that repeat a finding. */
  readonly flags: string;
  /** What the local deployment has, so that all jobs generate the same calls. */
  readonly local: LocalDescription | undefined;
  /** Where it is controlled. */
  readonly controlUrl: string | undefined;
}

/**
 * Runs a campaign in several processes. Each one runs a shard and writes a report; at the end, the reports are merged. What a
 * job found counts even if it does not complete. Returns undefined if the campaign could not begin, after printing why.
 *
 * @throws {UsageError} if there are too many jobs, or the report file exists or cannot be written.
 */
export async function runJobs(
  count: number,
  options: CampaignOptions,
  context: Pick<CommandContext, 'args' | 'startJob' | 'stderr' | 'endWith'>,
  target: JobsTarget,
): Promise<CampaignReport | undefined> {
  const settings = campaignSettings(options);
  const log = settings.report === undefined ? undefined : new EventLog(settings.report);
  const shards = jobSettings(count, settings, target);
  const progress = new JobsProgress(count, settings.onEvent ?? (() => {}));
  try {
    const failures = await runToTheEnd(shards, progress, settings, context);
    if (!progress.hasBegun) {
      // What prevents one job from beginning prevents all; the others were stopped.
      const [first] = failures;
      // A signal kills a job that does not listen to signals yet.
      if (settings.signal?.aborted) context.stderr.write('error: The campaign was stopped before it began\n');
      else if (first !== undefined) context.stderr.write(failureText(first, count, false));
      context.endWith(first?.exitCode === exitCodes.usage ? exitCodes.usage : exitCodes.cannotRun);
      return undefined;
    }
    for (const failure of failures) context.stderr.write(failureText(failure, count, true));
    const reports = await Promise.all(shards.map(({ report }) => readReport(report)));
    const lost = failures.map(
      (failure) => `${lossText(failure, count)}, so its remaining cases were not run`,
    );
    const events = mergeReports(reports).map((event) => withNotes(event, lost));
    for (const event of events) log?.write(event);
    const { report } = new CampaignSums(events);
    await addToCorpus(settings.corpus, report.findings);
    if (settings.report !== undefined)
      await writeReproductions(settings.report, report.findings, target.flags);
    return report;
  } finally {
    log?.close();
    await Promise.all(shards.map(({ report }) => rm(report, { force: true })));
  }
}

/** Returns what each job runs: a part of the shard, of the concurrency and of the rate. */
function jobSettings(
  count: number,
  settings: CampaignSettings,
  { local, controlUrl }: Pick<JobsTarget, 'local' | 'controlUrl'>,
): JobSettings[] {
  const { seed, shard, concurrency, ratePerSecond, operationIds, report } = settings;
  if (count > concurrency)
    throw new UsageError(
      `--jobs must be at most --concurrency, ${concurrency}, got ${count}: each job needs at least one concurrent request`,
    );
  const name = report ?? join(tmpdir(), `crosscheck-${process.pid}-${seed}.ndjson`);
  return Array.from({ length: count }, (_, job) => ({
    seed,
    shard: { index: shard.index * count + job, count: shard.count * count },
    concurrency: Math.floor(concurrency / count) + (job < concurrency % count ? 1 : 0),
    ratePerSecond: ratePerSecond === 'auto' ? ratePerSecond : ratePerSecond / count,
    operationIds,
    local,
    controlUrl,
    report: `${name}.job-${job + 1}`,
  }));
}

/** A job, numbered from 1, that did not complete. */
interface JobFailure extends JobEnd {
  readonly job: number;
}

/** Runs all jobs. Returns those that did not complete, in the order in which they failed. */
async function runToTheEnd(
  shards: readonly JobSettings[],
  progress: JobsProgress,
  { signal, maxFindings }: CampaignSettings,
  { args, startJob }: Pick<CommandContext, 'args' | 'startJob'>,
): Promise<readonly JobFailure[]> {
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
  const onEvent = (job: number, event: CampaignEvent): void => {
    try {
      progress.show(job, event);
      // The last job that begins releases the findings of the others.
      if (event.event === 'finding' || event.event === 'campaign')
        if (hasEnoughFindings(progress.findings, maxFindings)) stopAll();
    } catch (error) {
      // The message event of the process calls this, so nothing else catches the error.
      errors.push(error);
      stopAll();
    }
  };
  for (const [job, settings] of shards.entries())
    running.push(startJob(args, settings, (event) => onEvent(job, event as CampaignEvent)));
  signal?.addEventListener('abort', stopAll);
  if (signal?.aborted) stopAll();
  const ended = running.map(async (job, index) => {
    const end = await job.ended;
    if (progress.hasEnded(index)) return;
    failures.push({ ...end, job: index + 1 });
    if (!progress.hasBegun) stopAll();
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

/** Passes on the events of jobs while they run, as those of one campaign. Passes on nothing before all have begun. */
class JobsProgress {
  readonly #count: number;
  readonly #emit: (event: CampaignEvent) => void;
  readonly #starts = new Map<number, CampaignStarted>();
  readonly #ended = new Set<number>();
  readonly #candidates = new Set<string>();
  /** The last state of each finding, by job and id. */
  readonly #findings = new Map<string, Finding>();
  readonly #early: (readonly [job: number, event: CampaignEvent])[] = [];

  constructor(count: number, emit: (event: CampaignEvent) => void) {
    this.#count = count;
    this.#emit = emit;
  }

  get hasBegun(): boolean {
    return this.#starts.size === this.#count;
  }

  /** The findings of all jobs together. */
  get findings(): readonly Finding[] {
    return mergeFindings([...this.#findings.values()]);
  }

  hasEnded(job: number): boolean {
    return this.#ended.has(job);
  }

  show(job: number, event: CampaignEvent): void {
    if (event.event === 'end') this.#ended.add(job);
    else if (event.event === 'campaign') {
      this.#starts.set(job, event);
      if (!this.hasBegun) return;
      this.#emit(mergeStarts([...this.#starts.values()]));
      for (const [earlyJob, early] of this.#early.splice(0)) this.show(earlyJob, early);
    } else if (!this.hasBegun) this.#early.push([job, event]);
    else if (event.event === 'finding') {
      const { id } = event.finding;
      this.#findings.set(`${job} ${id}`, event.finding);
      const merged = this.findings.find((finding) => finding.id === id);
      if (merged !== undefined) this.#emit({ ...event, finding: merged });
    } else if (event.event !== 'candidate' || !this.#candidates.has(event.id)) {
      if (event.event === 'candidate') this.#candidates.add(event.id);
      this.#emit(event);
    }
  }
}

/** Describes a job that did not complete. For a job that could not begin, uses its own message if there is one. */
function failureText(failure: JobFailure, count: number, hasBegun: boolean): string {
  const { exitCode, stderr } = failure;
  // A killed job leaves no message: its output may be any warning.
  if (!hasBegun && stderr !== '' && exitCode !== undefined) return stderr;
  return `${stderr}error: ${lossText(failure, count)}: its remaining cases were not run; its findings count\n`;
}

function lossText({ job, exitCode }: JobFailure, count: number): string {
  return `Job ${job} of ${count} ${exitCode === undefined ? 'was killed' : `ended with exit code ${exitCode}`} before its campaign ended`;
}

/** Adds notes to the start of a campaign, so that its report says them too. */
function withNotes(event: CampaignEvent, notes: readonly string[]): CampaignEvent {
  if (event.event !== 'campaign' || notes.length === 0) return event;
  return { ...event, notes: [...(event.notes ?? []), ...notes] };
}

/** A finding that only all jobs together saw often enough is in the corpus of none. */
async function addToCorpus(folder: string | undefined, findings: readonly Finding[]): Promise<void> {
  if (folder === undefined) return;
  const writer = new CorpusWriter(folder);
  for (const finding of findings) writer.add(finding);
  await writer.settle();
}
