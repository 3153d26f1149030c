import { createHash } from 'node:crypto';
import { type CasePlan, caseRequests, phaseNames } from '../case/case-plan.js';
import { knownChecks } from '../checks/known-checks.js';
import type { Deployment } from '../deployment/deployment.js';
import { InconclusiveError, UsageError } from '../errors.js';
import { unixNowMs } from '../internal/clock.js';
import { probeFolder, writing } from '../internal/files.js';
import { optionSource } from '../internal/option-names.js';
import { packageVersion } from '../internal/package-manifest.js';
import { counted } from '../internal/print.js';
import { labelled } from '../internal/terminal.js';
import { synchronous } from '../internal/user-callback.js';
import { Pace } from '../probing/pace.js';
import { type EndpointSample, preflightDeployment, preflightEndpoints } from '../probing/preflight.js';
import { followed, type TestContext } from '../running-test/test-context.js';
import { signalWithin, withinTest } from '../running-test/within-test.js';
import { Campaign } from './campaign.js';
import { type BudgetedPhase, phaseBudgets } from './campaign-cases.js';
import { CampaignEnding } from './campaign-ending.js';
import { totalsText } from './campaign-texts.js';
import { corpusPlans, lostOperations, operationsOf } from './earlier-cases.js';
import { EventLog } from './event-log.js';
import { type Baseline, emptyBaseline, readBaseline } from './findings/baseline.js';
import { CorpusWriter, readCorpus } from './findings/corpus.js';
import { writeReproductions } from './findings/reproduction.js';
import type { CampaignStarted } from './model/campaign-event.js';
import type { CampaignOptions } from './model/campaign-options.js';
import { type CampaignSettings, campaignSettings } from './model/campaign-settings.js';
import type { CampaignReport } from './model/campaign-verdict.js';
import { gapText, givenTo } from './model/exercised.js';
import { failsCampaign } from './model/finding-certainty.js';
import { createPhase } from './phases/create-phase.js';
import { generationIssue, sampleRequest } from './phases/endpoint-cases.js';
import { sampleCalls } from './phases/oracles.js';
import { CaseRunner, createControls } from './runner/case-runner.js';
import { RequestLog } from './runner/request-log.js';
import { Tally } from './tally.js';

/**
 * Fuzzes a deployment: sends cases that are derived from a seed, judges the answers with all checks, and reports each
 * defect once, shrunk and rerun. A valid call whose simulation fails is a verdict of the deployment, not a finding.
 *
 * @throws {UsageError} if an option, the corpus or the baseline is invalid, or the report file already exists.
 * @throws {CampaignCannotRunError} if the deployment is unreachable, does not answer in time, or is a different service.
 * @throws {InconclusiveError} if the test's time is over before the campaign finds anything.
 * @throws any error that `onEvent` throws.
 * @example
 * import { deploymentFromEnv } from 'crosscheck';
 * import { runCampaign } from 'crosscheck/fuzz';
 *
 * const { verdict, findings } = await runCampaign({ deployment: deploymentFromEnv()!, cases: 2_000, seed: 7 });
 * for (const { id, confidence, message } of findings) console.log(id, confidence, message);
 */
export function runCampaign(options: CampaignOptions): Promise<CampaignReport> {
  return followed({ text: 'runCampaign(...)', entry: runCampaign }, (test) =>
    campaignWithin(test, options, { call: 'runCampaign()' }),
  );
}

/** What runs a campaign. */
interface CampaignCaller {
  /** What messages call the campaign. */
  readonly call: string;
  /** The flags that select the deployment in commands that repeat a finding. Default: its URLs. */
  readonly flags?: string | undefined;
  /** Whether the campaign is a part of another one, which writes the files next to the report. Default: false. */
  readonly isJob?: boolean | undefined;
}

/**
 * Runs a campaign that ends before its test, and writes next to its report how to repeat its findings. A campaign with its own
 * clock is not shortened, because its time is unrelated.
 *
 * @throws what {@link runCampaign} throws.
 */
export async function campaignWithin(
  test: TestContext | undefined,
  options: CampaignOptions,
  { call, flags, isJob = false }: CampaignCaller,
): Promise<CampaignReport> {
  const settings = campaignSettings(options);
  const limiting = options.clock === undefined ? test : undefined;
  const report = await withinTest(
    { call, what: 'the end of the campaign', signal: signalWithin(test, settings.signal), test: limiting },
    (signal) => campaign({ ...settings, signal }, limiting, call),
  );
  if (settings.report !== undefined && !isJob)
    await writeReproductions(settings.report, report.findings, flags);
  return report;
}

async function campaign(
  settings: CampaignSettings,
  test: TestContext | undefined,
  call: string,
): Promise<CampaignReport> {
  const { deployment, clock, signal, corpus: folder } = settings;
  assertNotReplayed(deployment);
  const baseline = settings.baseline === undefined ? emptyBaseline : await readBaseline(settings.baseline);
  const corpus = corpusPlans(folder === undefined ? [] : await readCorpus(folder), settings);
  const planned = phasesOf(settings, corpus.plans);
  const called = calledEndpoints(settings, planned, corpus.plans);
  // Fails before the first request instead of after the last.
  if (folder !== undefined) await writing(`The corpus ${folder}`, () => probeFolder(folder));
  const file = settings.report === undefined ? undefined : new EventLog(settings.report);
  const written = folder === undefined ? undefined : new CorpusWriter(folder);
  const onEvent = settings.onEvent && synchronous('The option onEvent of a campaign', settings.onEvent);
  const log = new RequestLog(settings.maxPredecessors);
  const pace = new Pace(settings, clock);
  const runner = new CaseRunner(deployment, { ...settings, pace, log });
  const alone = new CaseRunner(deployment, { ...settings, pace });
  let ending: CampaignEnding | undefined;
  try {
    const controls = createControls(settings, runner, test);
    const { limits, askEndpoints } = controls;
    const reached = await unlessStopped(preflightDeployment(controls, deployment, limits), signal);
    const reaching = preflightEndpoints(called.samples, { ...limits, deployment, sender: runner.sender });
    const misplaced = await unlessStopped(reaching, signal);
    const judging = judgedPhases(settings, planned, corpus.plans, runner);
    const judged = (await unlessStopped(judging, signal)) ?? { phases: planned, notes: [] };
    const { phases } = judged;
    const notes = [
      ...[...skippedNotes(settings), ...corpus.notes, ...called.notes, ...unjudgedNotes(settings, planned)],
      ...[...(reached?.notes ?? []), ...(misplaced ?? []), ...judged.notes],
    ];
    const leftMs = timeWithin(test);
    const isCut = leftMs < (settings.durationMs ?? Number.POSITIVE_INFINITY);
    ending = new CampaignEnding(isCut ? { ...settings, durationMs: leftMs } : settings);
    const report = await new Campaign({
      settings,
      start: { ...startOf(settings, phases, baseline), ...(notes.length > 0 ? { notes } : {}) },
      phases,
      runner,
      alone,
      log,
      ending,
      tally: new Tally(called.leftOut, deployment.dialect.toWireName),
      askEndpoints,
      known: baseline.known,
      listen: (event) => {
        file?.write(event);
        onEvent?.(event);
        if (event.event === 'finding') written?.add(event.finding);
      },
    }).run(reached?.controls);
    if (isCut && report.endedBy === 'time' && !report.findings.some(failsCampaign))
      throw cutShort(report, call, deployment);
    return report;
  } finally {
    ending?.close();
    file?.close();
    await Promise.all([runner.close(), alone.close()]);
    await written?.settle();
  }
}

/** A recording would be as large as the campaign, and a replay has no answers for its cases. */
function assertNotReplayed({ name, exchanges }: Deployment): void {
  if (exchanges === undefined) return;
  throw new UsageError(
    `The exchanges of ${name} are ${exchanges}, and campaigns cannot be: leave this campaign out`,
    ['The cases of findings are in the corpus; crosscheck replay reruns them.'],
  );
}

/** Returns what cannot be judged of the observer if only one operation is known. */
function unjudgedNotes(
  { operationIds: { length } }: CampaignSettings,
  phases: readonly BudgetedPhase[],
): string[] {
  if (length !== 1 || !phases.some(({ phase }) => phase.name === 'stateful')) return [];
  return ['Only one operation is known, so its records were not compared with those of others'];
}

/** Leaves out the cases of the corpus about operations that the deployment does not know. */
async function judgedPhases(
  settings: CampaignSettings,
  phases: readonly BudgetedPhase[],
  corpus: readonly CasePlan[],
  runner: CaseRunner,
): Promise<{ readonly phases: readonly BudgetedPhase[]; readonly notes: readonly string[] }> {
  if (!phases.some(({ phase }) => phase.name === 'corpus')) return { phases, notes: [] };
  const lost = await lostOperations(corpus, { ...settings, runner });
  const plans = corpus.filter((plan) => !operationsOf(plan).some((id) => lost.has(id)));
  const left = corpus.length - plans.length;
  if (left === 0) return { phases, notes: [] };
  const { name } = settings.deployment;
  return {
    phases: phasesOf(settings, plans),
    notes: [`Left out ${counted(left, 'case')} of the corpus about operations that ${name} does not know`],
  };
}

/** Returns the time that the running test leaves for a campaign, in milliseconds, so that it can still report its results. */
function timeWithin(test: TestContext | undefined): number {
  const leftMs = test?.remainingMs() ?? Number.POSITIVE_INFINITY;
  return leftMs === Number.POSITIVE_INFINITY
    ? leftMs
    : Math.max(1, Math.floor(leftMs - Math.min(500, leftMs / 10)));
}

function cutShort(report: CampaignReport, call: string, { name }: Deployment): InconclusiveError {
  const isSilent = report.requests === report.inconclusive;
  const because = isSilent
    ? `${name} sent no conclusive answer before the test timed out`
    : 'the test timed out before all cases were run';
  const advice = isSilent
    ? `check that ${name} is healthy: crosscheck fuzz shows its answers`
    : "raise the test's own timeout, or lower cases";
  return new InconclusiveError({
    summary: `${call} is inconclusive: ${because}`,
    details: [
      labelled('Sent', totalsText(report)),
      ...(report.gaps ?? []).map((gap) => labelled('Gap', gapText(gap, report))),
      { advice },
    ],
  });
}

/** Waits for a promise. An interruption by a stop is not an error: the campaign ends with its results so far. */
async function unlessStopped<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (!signal?.aborted) throw error;
    return undefined;
  }
}

function phasesOf(settings: CampaignSettings, corpus: readonly CasePlan[]): BudgetedPhase[] {
  const context = { ...settings, corpus };
  const phases = phaseNames
    .filter((name) => settings.phases[name] !== false)
    .map((name) => createPhase(name, context));
  return phaseBudgets(phases, settings.cases, settings.phases);
}

/** Returns a note that names the checks that a campaign leaves out. */
function skippedNotes({ checks }: CampaignSettings): string[] {
  const skipped = knownChecks.filter((check) => !checks.includes(check)).map(({ name }) => name);
  return skipped.length === 0 ? [] : [`Skipped by ${optionSource('skipChecks')}: ${skipped.join(', ')}`];
}

function startOf(
  settings: CampaignSettings,
  phases: readonly BudgetedPhase[],
  baseline: Baseline,
): CampaignStarted {
  const { name, simulatorUrl, observerUrl } = settings.deployment;
  return {
    event: 'campaign',
    format: 1,
    version: packageVersion(),
    seed: settings.seed,
    shard: settings.shard,
    deployment: { name, simulatorUrl, observerUrl },
    startedAt: new Date(unixNowMs()).toISOString(),
    phases: phases.map(({ phase }) => phase.name),
    checks: settings.checks.map((check) => check.name),
    phaseCases: Object.fromEntries(phases.map(({ phase, cases }) => [phase.name, cases])),
    settings: sharedSettings(settings),
    given: givenTo(
      settings.areCallsGiven ? sampleCalls(settings.calls, 100).map(({ request }) => request) : [],
      settings.operationIds,
    ),
    corpus: settings.corpus ?? false,
    ...(baseline.expired.length > 0 ? { expired: baseline.expired.map(({ id }) => id) } : {}),
  };
}

/** Returns what all shards of a campaign must have in common, besides what the report contains anyway, as plain data. */
function sharedSettings({
  deployment,
  limits,
  endpoints,
  maxInconclusive,
  maxFindings,
}: CampaignSettings): Record<string, unknown> {
  const { conventions, chains } = deployment;
  const names = endpoints.map(({ name }) => name);
  const shared = { conventions, chains, limits, endpoints: names, maxInconclusive, maxFindings };
  return JSON.parse(
    JSON.stringify(shared, (_, value) =>
      typeof value === 'function'
        ? `function ${createHash('sha256').update(String(value)).digest('hex').slice(0, 12)}`
        : value,
    ),
  );
}

/** Which custom endpoints a campaign calls. */
interface CalledEndpoints {
  /** Each with a request, for the preflight. */
  readonly samples: readonly EndpointSample[];
  /** Names of the endpoints that no request can be generated for. */
  readonly leftOut: readonly string[];
  /** A sentence for each endpoint that is left out or called with its example only. */
  readonly notes: readonly string[];
}

/** Returns the custom endpoints that a campaign calls: in the phase `endpoints` and in cases of the corpus. */
function calledEndpoints(
  { endpoints, phases: { endpoints: isWanted } }: Pick<CampaignSettings, 'endpoints' | 'phases'>,
  phases: readonly BudgetedPhase[],
  corpus: readonly CasePlan[],
): CalledEndpoints {
  const runs = (name: string): boolean => phases.some(({ phase }) => phase.name === name);
  // No schemas generate values for a phase that does not run.
  const ungenerated =
    isWanted === false ? [] : endpoints.filter((endpoint) => generationIssue(endpoint) !== undefined);
  const leftOut = ungenerated.filter(({ example }) => example === undefined);
  const inCorpus = new Set(
    runs('corpus') ? corpus.flatMap((plan) => caseRequests(plan).map(({ endpoint }) => endpoint)) : [],
  );
  return {
    samples: endpoints.flatMap((endpoint): EndpointSample[] => {
      const isCalled = (runs('endpoints') && !leftOut.includes(endpoint)) || inCorpus.has(endpoint.name);
      const request = isCalled ? sampleRequest(endpoint) : undefined;
      return request === undefined ? [] : [[endpoint, request]];
    }),
    leftOut: leftOut.map(({ name }) => name),
    notes: ungenerated.map(
      (endpoint) =>
        `${generationIssue(endpoint)}; ${endpoint.name} ${endpoint.example === undefined ? 'is left out: give it an example in defineEndpoint' : 'gets only its example'}`,
    ),
  };
}
