import { createHash } from 'node:crypto';
import { type CasePlan, caseRequests, phaseNames } from '../checks/case/case-plan.js';
import { minimalRequest } from '../contract/request-places.js';
import type { Deployment } from '../deployment/deployment.js';
import { InconclusiveError, UsageError } from '../errors.js';
import { unixNowMs } from '../internal/clock.js';
import { probeFolder, writing } from '../internal/files.js';
import { packageVersion } from '../internal/package-manifest.js';
import { counted } from '../internal/print.js';
import { labelled } from '../internal/terminal.js';
import { followed, signalWithin, type TestContext, withinTest } from '../internal/test-context.js';
import { synchronous } from '../internal/user-callback.js';
import { controlRequests } from '../probing/control-requests.js';
import { Pace } from '../probing/pace.js';
import {
  connectTime,
  type EndpointSample,
  preflightDeployment,
  preflightEndpoints,
} from '../probing/preflight.js';
import { Campaign } from './campaign.js';
import { CampaignEnding } from './campaign-ending.js';
import type { CampaignEvent, CampaignReport, CampaignStarted } from './campaign-event.js';
import type { CampaignOptions } from './campaign-options.js';
import { type CampaignSettings, campaignSettings } from './campaign-settings.js';
import { CaseRunner } from './case-runner.js';
import { CorpusWriter, readCorpus } from './corpus.js';
import { type CorpusPlans, corpusPlans, lostOperations, operationsOf } from './earlier-cases.js';
import { EventLog } from './event-log.js';
import { gapText } from './exercised.js';
import { type Baseline, emptyBaseline, readBaseline } from './findings/baseline.js';
import { totalsText } from './findings/describe-findings.js';
import { failsCampaign } from './findings/finding-certainty.js';
import { RequestLog } from './findings/rerun-cases.js';
import { createPhase } from './phases/create-phase.js';
import { generationIssue, sampleRequest } from './phases/endpoint-cases.js';
import { sampleCall } from './phases/oracles.js';
import { type BudgetedPhase, phaseBudgets } from './phases/phase-budgets.js';
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
    campaignWithin(test, options, 'runCampaign()'),
  );
}

/**
 * Runs a campaign that ends before its test. A campaign with its own clock is not shortened, because its time is
 * unrelated.
 *
 * @param call - What messages call it.
 * @throws what {@link runCampaign} throws.
 */
export async function campaignWithin(
  test: TestContext | undefined,
  options: CampaignOptions,
  call: string,
): Promise<CampaignReport> {
  const settings = campaignSettings(options);
  const limiting = options.clock === undefined ? test : undefined;
  return await withinTest(
    { call, what: 'the end of the campaign', signal: signalWithin(test, settings.signal), test: limiting },
    (signal) => campaign({ ...settings, signal }, limiting, call),
  );
}

async function campaign(
  settings: CampaignSettings,
  test: TestContext | undefined,
  call: string,
): Promise<CampaignReport> {
  assertNotReplayed(settings.deployment);
  const baseline = settings.baseline === undefined ? emptyBaseline : await readBaseline(settings.baseline);
  const corpus = corpusPlans(
    settings.corpus === undefined ? [] : await readCorpus(settings.corpus),
    settings,
  );
  const phases = phasesOf(settings, corpus);
  const called = calledEndpoints(settings, phases, corpus.plans);
  const notes = [...corpus.notes, ...called.notes, ...unjudgedNotes(settings, phases)];
  const folder = settings.corpus;
  // Fails before the first request instead of after the last.
  if (folder !== undefined) await writing(`The corpus ${folder}`, () => probeFolder(folder));
  const log = settings.report === undefined ? undefined : new EventLog(settings.report);
  const requests = new RequestLog(settings.maxPredecessors);
  const pace = new Pace(settings, settings.clock);
  const runner = new CaseRunner(settings.deployment, { ...settings, pace, log: requests });
  const alone = new CaseRunner(settings.deployment, { ...settings, pace });
  const parts = { settings, phases, corpus, called, notes, baseline, log, requests, runner, alone };
  try {
    return await run({ ...parts, test, call });
  } finally {
    log?.close();
    await Promise.all([runner.close(), alone.close()]);
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
  return ['One operation is known, so its records were not compared with those of others'];
}

interface RunParts {
  readonly settings: CampaignSettings;
  readonly phases: readonly BudgetedPhase[];
  readonly corpus: CorpusPlans;
  readonly called: CalledEndpoints;
  readonly notes: readonly string[];
  readonly baseline: Baseline;
  readonly log: EventLog | undefined;
  /** The requests of `runner`. */
  readonly requests: RequestLog;
  readonly runner: CaseRunner;
  /** Has separate connections and no observations of the other runner. */
  readonly alone: CaseRunner;
  /** The test that limits it. */
  readonly test: TestContext | undefined;
  readonly call: string;
}

async function run(runParts: RunParts): Promise<CampaignReport> {
  const { settings, called, baseline, log, requests, runner, alone, test } = runParts;
  const { deployment, clock, signal } = settings;
  const connect = connectTime(settings.connectTimeoutMs, test);
  const onEvent = settings.onEvent && synchronous('The option onEvent of a campaign', settings.onEvent);
  const { request } = sampleCall(settings.calls);
  const tally = new Tally(called.leftOut);
  const { sender } = runner;
  const control = controlRequests({
    deployment,
    sender,
    request,
    simpler: minimalRequest(deployment.conventions, request.alphaCallParams?.target),
    timeoutMs: connect.connectTimeoutMs,
    signal,
  });
  const limits = { ...connect, clock, signal };
  const reached = await unlessStopped(preflightDeployment(control, deployment, limits), signal);
  const reaching = preflightEndpoints(called.samples, { ...limits, deployment, sender });
  const misplaced = await unlessStopped(reaching, signal);
  const judged = await unlessStopped(judgedPhases(runParts, runner), signal);
  const phases = judged?.phases ?? runParts.phases;
  const notes = [
    ...runParts.notes,
    ...(reached?.notes ?? []),
    ...(misplaced ?? []),
    ...(judged?.notes ?? []),
  ];
  const listen = (event: CampaignEvent): void => {
    log?.write(event);
    onEvent?.(event);
    if (event.event === 'finding') corpus?.add(event.finding);
  };
  const leftMs = timeWithin(test);
  const isCut = leftMs < (settings.durationMs ?? Number.POSITIVE_INFINITY);
  const ending = new CampaignEnding(isCut ? { ...settings, durationMs: leftMs } : settings);
  const corpus = settings.corpus === undefined ? undefined : new CorpusWriter(settings.corpus);
  try {
    const start = { ...startOf(settings, phases, baseline), ...(notes.length > 0 ? { notes } : {}) };
    const { known } = baseline;
    const { askBoth } = control;
    const parts = { settings, start, phases, runner, alone, tally, ending, askBoth, known, listen };
    const report = await new Campaign({ ...parts, log: requests }).run(reached?.controls);
    if (isCut && report.endedBy === 'time' && !report.findings.some(failsCampaign))
      throw cutShort(report, runParts);
    return report;
  } finally {
    ending.close();
    await corpus?.settle();
  }
}

/** Leaves out the cases of the corpus about operations that the deployment does not know. */
async function judgedPhases(
  { settings, corpus, phases }: RunParts,
  runner: CaseRunner,
): Promise<Pick<RunParts, 'phases'> & { readonly notes?: readonly string[] }> {
  if (!phases.some(({ phase }) => phase.name === 'corpus')) return { phases };
  const lost = await lostOperations(corpus.plans, { ...settings, runner });
  const plans = corpus.plans.filter((plan) => !operationsOf(plan).some((id) => lost.has(id)));
  const left = corpus.plans.length - plans.length;
  if (left === 0) return { phases };
  const { name } = settings.deployment;
  return {
    phases: phasesOf(settings, { ...corpus, plans }),
    notes: [
      `${counted(left, 'case')} of the corpus cannot be judged, because ${name} does not know the operations that ${left === 1 ? 'it asks' : 'they ask'} for: left out`,
    ],
  };
}

/** Returns the time that the running test leaves for a campaign, in milliseconds, so that it can still report its results. */
function timeWithin(test: TestContext | undefined): number {
  const leftMs = test?.remainingMs() ?? Number.POSITIVE_INFINITY;
  return leftMs === Number.POSITIVE_INFINITY
    ? leftMs
    : Math.max(1, Math.floor(leftMs - Math.min(500, leftMs / 10)));
}

function cutShort(report: CampaignReport, { call, settings }: RunParts): InconclusiveError {
  const { name } = settings.deployment;
  const isSilent = report.requests === report.inconclusive;
  const because = isSilent
    ? `${name} gave no answer that says something before the time of the test was over`
    : 'the time of the test was over before all cases were run';
  const advice = isSilent
    ? `check that ${name} is well: crosscheck fuzz says what it answers`
    : "raise the test's own timeout, or lower cases";
  return new InconclusiveError({
    summary: `${call} is inconclusive: ${because}`,
    details: [
      labelled('Seen', totalsText(report)),
      ...(report.gaps ?? []).map((gap) => labelled('Gap', gapText(gap))),
      `What to do: ${advice}`,
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

function phasesOf(settings: CampaignSettings, { plans }: CorpusPlans): BudgetedPhase[] {
  const context = { ...settings, corpus: plans };
  const phases = phaseNames
    .filter((name) => settings.phases[name] !== false)
    .map((name) => createPhase(name, context));
  return phaseBudgets(phases, settings.cases, settings.phases);
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
}: CampaignSettings): Record<string, unknown> {
  const { conventions, chains } = deployment;
  const names = endpoints.map(({ name }) => name);
  const shared = { conventions, chains, limits, endpoints: names, maxInconclusive };
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
        `${generationIssue(endpoint)}; ${endpoint.name} is ${endpoint.example === undefined ? 'left out: give it an example in defineEndpoint' : 'asked with its example alone'}`,
    ),
  };
}
