import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { phaseNames } from '../case/case-plan.js';
import { UsageError } from '../errors.js';
import {
  assertNoBaselineYet,
  isoDay,
  isoDaySchema,
  readBaseline,
  writeBaseline,
} from '../fuzz/findings/baseline.js';
import type { CampaignEvent, CampaignVerdict } from '../fuzz/model/campaign-event.js';
import {
  type CampaignOptions,
  campaignSettingShape,
  defaultCorpus,
  phaseEntry,
  readCampaignFile,
} from '../fuzz/model/campaign-options.js';
import type { campaignWithin } from '../fuzz/run-campaign.js';
import { unixNowMs } from '../internal/clock.js';
import { writing } from '../internal/files.js';
import { loadWithPeer } from '../internal/load-with-peer.js';
import { withOptionNames } from '../internal/option-names.js';
import { choice, integer, list, text } from '../internal/options.js';
import { formatValue } from '../internal/print.js';
import { campaignText } from '../report/text-and-markdown.js';
import { type CliContext, type CommandContext, type ExitCode, exitCodes } from './command/cli-context.js';
import { addFlags, BadValue, flagSet, type GivenOptions, givenOptions, number } from './command/flags.js';
import { jsonFlag } from './command/output.js';
import { showFlags, shownOf } from './command/show-flags.js';
import {
  callFlags,
  deploymentFlags,
  localFlags,
  optionNames,
  pollableOperations,
  type Target,
  targetFlags,
  withTarget,
} from './command/target.js';
import { Progress } from './fuzz-progress.js';

const examples = `
SIGINT or SIGTERM stops the campaign and prints a report of its findings so far; a second signal ends it at once. Credentials
come from the configuration, CROSSCHECK_AUTHORIZATION or CROSSCHECK_HEADERS, and are never written to a report.

Exit codes:
  0  no new findings: clean, or not proven clean if something was seen that no rerun showed
  1  findings, stable or flaky, that are not in the baseline
  2  usage error: an invalid flag, corpus, baseline or configuration
  3  inconclusive: too many requests to an endpoint were inconclusive, no case was run, the campaign was stopped, or the
     deployment cannot be reached

Examples:
  $ crosscheck fuzz --local --seed 7
  $ crosscheck fuzz --control-url http://127.0.0.1:8082 --seed 7
  $ crosscheck fuzz --simulator-url https://staging.example.org --cases 5000 --rate-per-second 20 --baseline known.json
  $ crosscheck fuzz --phase valid=2000 --phase metamorphic --target 0x… --signature 'swap(address,uint256)'
  $ crosscheck fuzz --jobs 4 --concurrency 64 --cases 1000000 --duration 10m
  $ crosscheck fuzz --seed 7 --shard 2/4 --report shard-2.ndjson`;

const plainFlags = flagSet(undefined, {
  ...jsonFlag('print the report as one line of JSON').shape,
  config: text().meta({
    flag: '--config <file>',
    description: 'options of runCampaign as JSON; flags take precedence',
  }),
});
const baselineFlags = flagSet('Files', {
  writeBaseline: text().meta({
    flag: '--write-baseline <file>',
    description: 'write the findings to a new file for --baseline',
  }),
  baselineExpires: isoDaySchema.meta({
    flag: '--baseline-expires <date>',
    description: 'last day on which the new baseline applies, in UTC (default: no expiry)',
  }),
});
const jobFlags = flagSet('Pace', {
  // Each job needs about 100 MB.
  jobs: integer(1, 64).meta({
    flag: '--jobs <count>',
    description: 'number of processes, which share the cases, the concurrency and the rate (default: 1)',
  }),
});
/** The flags that select phases; together they are one option. */
const phaseFlags = flagSet(
  'Phases',
  {
    phases: list(phaseEntry).meta({
      flag: '--phase <name[=cases]>',
      description: `run only the phases that are given: ${phaseNames.join(', ')}; those without a number share the rest of --cases`,
      values: phaseNames,
    }),
    skippedPhases: list(choice(...phaseNames)).meta({
      flag: '--skip-phase <name>',
      description: 'skip a phase',
    }),
  },
  { phases: readPhase },
);

const { phases: _, ...settingShape } = campaignSettingShape;
const createSettingFlags = ({ env }: CliContext) =>
  flagSet('Checks and findings', settingShape, {
    ratePerSecond: number,
    shard: (shard) => readShard(shard, env),
  });
type SettingFlags = ReturnType<typeof createSettingFlags>;

/** Makes a command `crosscheck fuzz`. */
export function configureFuzz(command: Command, context: CommandContext): void {
  command
    .description(
      'Find bugs in a deployment: send many requests, check every answer, and report each bug once.',
    )
    .addHelpText('after', examples);
  const settingFlags = createSettingFlags(context);
  addFlags(
    command,
    plainFlags,
    showFlags,
    localFlags,
    targetFlags,
    callFlags,
    phaseFlags,
    settingFlags,
    baselineFlags,
    jobFlags,
  );
  command.action(() => runFuzz(command, context, settingFlags));
}

/** What messages call a campaign of the command line. */
const call = 'The campaign';

/** Runs a campaign and prints its result. If it is stopped, it ends with what it has found so far. */
async function runFuzz(command: Command, context: CommandContext, settingFlags: SettingFlags): Promise<void> {
  const stop = new AbortController();
  // Before anything is loaded, so that an early signal ends it as cleanly as a late one.
  void context.untilStopped().then(() => stop.abort());
  const { campaignWithin } = await loadWithPeer('This command', () => import('../fuzz/run-campaign.js'));
  if (context.job === undefined) await assertBaseline(givenOptions(command, baselineFlags));
  await withTarget(command, context, stop.signal, (target) =>
    withOptionNames(optionNames(target, settingFlags, phaseFlags), async () => {
      const options = { ...(await optionsOf(command, context, target, settingFlags)), signal: stop.signal };
      await (context.job === undefined
        ? runWhole(campaignWithin, options, { command, context, target })
        : runJob(campaignWithin, options, context.job));
    }),
  );
}

type RunCampaign = typeof campaignWithin;

/** Runs one job of a campaign, and sends its events to the parent process. */
async function runJob(
  runCampaign: RunCampaign,
  options: CampaignOptions,
  { settings, send }: NonNullable<CliContext['job']>,
): Promise<void> {
  let sent: Promise<void> | undefined;
  const onEvent = (event: CampaignEvent): void => {
    sent = send(event);
  };
  const { local: _, controlUrl, ...ofJob } = settings;
  await runCampaign(undefined, { ...options, ...ofJob, onEvent }, { call, isJob: true });
  await sent;
}

interface Invocation {
  readonly command: Command;
  readonly context: CommandContext;
  readonly target: Target;
}

async function runWhole(
  runCampaign: RunCampaign,
  options: CampaignOptions,
  { command, context, target }: Invocation,
): Promise<void> {
  const { jobs = 1 } = givenOptions(command, jobFlags);
  const { json } = givenOptions(command, plainFlags);
  const show = shownOf(command, json);
  const { report: reportFile, baseline } = options;
  const earlier = baseline === undefined ? undefined : await readBaseline(baseline);
  const flags = deploymentFlags(command, target);
  const { campaignSettings } = await import('../fuzz/model/campaign-settings.js');
  const progress = new Progress(context.stderr, campaignSettings(options));
  const whole = { ...options, onEvent: (event: CampaignEvent) => progress.show(event) };
  const running =
    jobs === 1
      ? runCampaign(undefined, whole, { call, flags })
      : import('./jobs.js').then(({ runJobs }) =>
          runJobs(jobs, whole, context, {
            flags,
            local: target.description,
            controlUrl: target.controlUrl,
          }),
        );
  const report = await running.finally(() => progress.end());
  if (report === undefined) return;
  context.stdout.write(
    json ? `${JSON.stringify(report)}\n` : campaignText(report, { flags, reportFile, show }),
  );
  // Without the end of a job, a part of the campaign is unknown.
  context.endWith(report.endedBy === undefined ? exitCodes.cannotRun : exitCodeOf[report.verdict]);
  const { writeBaseline: file, baselineExpires: expires } = givenOptions(command, baselineFlags);
  if (file !== undefined) await writeBaseline(file, report.findings, { expires, earlier });
}

/**
 * Returns the options of the campaign of a command line: those of its file and its flags. Flags take precedence.
 *
 * @throws {UsageError} with the names of flags, if options are invalid.
 */
async function optionsOf(
  command: Command,
  context: CommandContext,
  target: Target,
  settingFlags: SettingFlags,
): Promise<CampaignOptions> {
  const { config } = givenOptions(command, plainFlags);
  const file = config === undefined ? {} : await readCampaignFile(config);
  const { report: flaggedReport, ...flags } = givenOptions(command, settingFlags);
  const { report: configuredReport, ...given } = { ...target.fuzz, ...file, ...flags };
  const { campaignCalls } = await import('./command/campaign-calls.js');
  const options: CampaignOptions = {
    ...given,
    deployment: target.deployment,
    // A job gets the operations that the parent process has listed.
    operationIds: given.operationIds ?? (context.job ? [] : await pollableOperations(target)),
    endpoints: target.endpoints,
    calls: campaignCalls(command, target),
    phases: phasesOf(command) ?? given.phases,
    corpus: given.corpus ?? defaultCorpus,
  };
  return context.job ? options : { ...options, report: await reportFile(flaggedReport ?? configuredReport) };
}

/**
 * Returns the file of the report: by default a new one for each campaign.
 *
 * @param given - False for none.
 */
async function reportFile(given: string | false | undefined): Promise<string | undefined> {
  if (given !== undefined) return given || undefined;
  const folder = join('.crosscheck', 'reports');
  await writing(`The folder ${folder} for reports`, () => mkdir(folder, { recursive: true }));
  const stamp = new Date(unixNowMs()).toISOString().replaceAll(':', '-');
  return join(folder, `${stamp}.ndjson`);
}

function phasesOf(command: Command): CampaignOptions['phases'] {
  const { phases, skippedPhases } = givenOptions(command, phaseFlags);
  if (phases !== undefined && skippedPhases !== undefined)
    throw new UsageError('--phase names all phases to run: leave out --skip-phase');
  return phases ?? (skippedPhases && Object.fromEntries(skippedPhases.map((phase) => [phase, false])));
}

/** Reads a phase, or a phase and its number of cases: `wire`, `wire=100`. */
function readPhase(given: string): unknown {
  const [name, cases] = given.split('=');
  return cases === undefined ? name : [name, number(cases)];
}

/** Reads `2/4`, the second of four, or `job/4`: a Kubernetes Indexed Job numbers its pods from 0 in JOB_COMPLETION_INDEX. */
function readShard(
  given: string,
  env: CliContext['env'],
): { readonly index: number; readonly count: number } {
  const [, place, digits] = /^([1-9]\d*|job)\/([1-9]\d*)$/.exec(given) ?? [];
  if (place === undefined)
    throw new BadValue('must be two numbers such as 2/4 (the second of four), or job/4');
  const count = Number(digits);
  if (place === 'job') {
    const { JOB_COMPLETION_INDEX: index = '' } = env;
    if (/^\d{1,6}$/.test(index) && Number(index) < count) return { index: Number(index), count };
    throw new UsageError(
      `--shard job/${count} needs JOB_COMPLETION_INDEX, a number below ${count}, got ${formatValue(env.JOB_COMPLETION_INDEX)}`,
    );
  }
  return { index: Number(place) - 1, count };
}

/** Checks this before the campaign instead of after it. */
async function assertBaseline({
  writeBaseline: file,
  baselineExpires,
}: GivenOptions<typeof baselineFlags.shape>): Promise<void> {
  if (baselineExpires !== undefined && baselineExpires < isoDay())
    throw new UsageError(`--baseline-expires must not be in the past, got ${baselineExpires}`);
  if (file !== undefined) await assertNoBaselineYet(file);
  else if (baselineExpires !== undefined)
    throw new UsageError('--baseline-expires requires --write-baseline');
}

const exitCodeOf: Readonly<Record<CampaignVerdict, ExitCode>> = {
  clean: exitCodes.clean,
  findings: exitCodes.findings,
  inconclusive: exitCodes.cannotRun,
};
