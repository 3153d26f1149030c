import { join } from 'node:path';
import { type CasePlan, casePlanSchema, parseCaseId, requestKind } from '../case/case-plan.js';
import { evidenceIn, isAccepted, isAnsweredAsExpected, isUnanswered } from '../case/inconclusive-answers.js';
import type { Observation } from '../case/observation.js';
import { type CheckedViolation, mayBeOutage } from '../checks/check.js';
import { staleAdvice } from '../client/evidence.js';
import { exchangeLines } from '../client/exchange-text.js';
import { CampaignCannotRunError, UsageError } from '../errors.js';
import { optionName, optionValue } from '../internal/option-names.js';
import { optionIssues, parseOptions, usageError } from '../internal/options.js';
import { counted, formatText } from '../internal/print.js';
import { labelled } from '../internal/terminal.js';
import { synchronous } from '../internal/user-callback.js';
import { isReachable } from '../probing/control-requests.js';
import { preflightDeployment } from '../probing/preflight.js';
import { currentTest, followed } from '../running-test/test-context.js';
import { withinTest } from '../running-test/within-test.js';
import {
  assertKnownEndpoints,
  corpusPlans,
  lostOperations,
  withCurrentExpectations,
} from './earlier-cases.js';
import {
  answerKind,
  isKindKept,
  isOfVerdict,
  kindText,
  lostMemberAt,
  type NeededAnswer,
  neededAnswers,
} from './findings/answer-kinds.js';
import { CandidateFinding, candidatesIn, reproductionOf, runResult } from './findings/candidate-finding.js';
import { type CorpusEntry, readCorpus, readCorpusEntry } from './findings/corpus.js';
import { contradictsVerdict, findingTitle } from './findings/describe-findings.js';
import { variablesText } from './findings/reproduction.js';
import { pollBetween } from './findings/rerun-cases.js';
import { type CampaignSettings, campaignSettings } from './model/campaign-settings.js';
import { ExerciseCounter } from './model/exercised.js';
import { type Finding, generalId, type RecordedCall, recordedCall, type Signature } from './model/finding.js';
import { confidenceByRuns, runsToProveFixed, sortedFindings } from './model/finding-certainty.js';
import { createPhase } from './phases/create-phase.js';
import { fixedCase } from './phases/phase.js';
import { type GivenCase, type ReplayOptions, replayOptions } from './replay-options.js';
import { CaseRunner, createControls, type JudgedCase, sendControls } from './runner/case-runner.js';

/** The result of a replay. */
export interface Replay {
  readonly plan: CasePlan;
  /** The id of the requested finding; undefined for a plan and for a case by its index. */
  readonly asked: string | undefined;
  /**
   * Whether a run showed the requested finding, or any finding if none was requested. If not, a requested one is fixed: every
   * request of every run was answered as the interface requires, with the kind of answer and the member that the finding was
   * about, and showed nothing that is not minor.
   */
  readonly isShown: boolean;
  /** All findings of the runs: confirmed ones by severity, then unconfirmed ones. */
  readonly findings: readonly Finding[];
  /** The number of runs; fewer than requested if the deployment was overloaded. */
  readonly runs: number;
  /** The calls of the last run, in the order of its requests, secrets masked. */
  readonly exchanges: readonly RecordedCall[];
  /** Notes about the replay, a sentence each. Absent if there are none. */
  readonly notes?: readonly string[] | undefined;
}

/**
 * Runs one case again and reports its findings: a case of the corpus, of a campaign, or a plan. Does not shrink.
 *
 * @throws {UsageError} for invalid options, and for a case that does not exist or is broken, with file and line.
 * @throws {CampaignCannotRunError} if the deployment does not answer or does not know an operation of the case, or if the
 * finding is not shown and not proven fixed: a request was not answered as the interface requires, or not with the kind of
 * answer that it got when the finding was found, or without the member that the finding is about; its case shows others that are not minor; or a flaky finding needs more runs.
 * @throws {InconclusiveError} if the test's time is over before the replay ends.
 * @throws the signal's reason if it aborts.
 * @example
 * import { currentDeployment } from 'crosscheck';
 * import { replayCase } from 'crosscheck/fuzz';
 *
 * const { isShown } = await replayCase({ deployment: currentDeployment(), id: 'schema-1f3a9c2b40' });
 */
export function replayCase(options: ReplayOptions): Promise<Replay> {
  return followed({ text: 'replayCase(...)', entry: replayCase }, async (test) => {
    const settings = await replaySettings(options);
    const limiting = options.clock === undefined ? test : undefined;
    return await withinTest(
      { call: 'replayCase()', what: 'the end of the replay', signal: settings.signal, test: limiting },
      (signal) => replay({ ...settings, signal }),
    );
  });
}

async function replay(settings: ReplaySettings): Promise<Replay> {
  const { plan, asked, notes } = settings;
  const { judged, rejectsAll } = await judgedRuns(settings);
  const findings = findingsOf(judged, settings);
  const isShown = asked === undefined ? findings.length > 0 : findings.some(({ id }) => id === asked);
  if (!isShown) assertFixed(judged, findings, settings, rejectsAll);
  return {
    plan,
    asked,
    isShown,
    findings,
    runs: judged.length,
    exchanges: (judged.at(-1)?.exchanges ?? []).map(recordedCall),
    ...(notes.length > 0 ? { notes } : {}),
  };
}

/** The runs of a case. */
interface Runs {
  readonly judged: readonly JudgedCase[];
  /** The endpoints that accept no valid request after the invalid ones of the case: rejecting these proves nothing. */
  readonly rejectsAll: readonly string[];
}

/** Between runs, polls are repeated up to this often, so that every third or fifth answer does not always meet the same request. */
const maxPollsBetween = 7;

async function judgedRuns(settings: ReplaySettings): Promise<Runs> {
  const { plan, runs, signal, operationIds, deployment, signature, onRun } = settings;
  const general = signature && generalId(signature);
  let shown = 0;
  const runner = new CaseRunner(deployment, settings);
  const judged: JudgedCase[] = [];
  try {
    const controls = createControls(settings, runner, currentTest());
    const { askEndpoints } = controls;
    await preflightDeployment(controls, deployment, controls.limits);
    const [lost] = await lostOperations([plan], { deployment, operationIds, runner, signal });
    if (lost !== undefined) throw unknownOperation(lost, settings);
    const between = pollBetween(plan);
    for (let run = 0; run < runs; run++) {
      const polls = between === undefined ? 0 : run % maxPollsBetween;
      for (let poll = 0; poll < polls; poll++) await runner.run(between as CasePlan, signal);
      const one = await runner.run(plan, signal);
      const isOverloaded = one.observed.observations.every(isOverload);
      const isDoubtful = one.violations.some(isPossibleOutage);
      const isControlled = isDoubtful && (await askEndpoints()).every(isReachable);
      const certain = isDoubtful && !isControlled ? withoutOutage(one) : one;
      judged.push(certain);
      const ids = candidatesIn(certain, plan);
      if (general === undefined ? ids.size > 0 : ids.has(general)) shown++;
      onRun?.({ runs: judged.length, of: runs, shown });
      // Each request was retried after the pause that the service asked for.
      if (isOverloaded && !isControlled) break;
    }
    const exercises = new ExerciseCounter([]);
    for (const one of judged.flatMap(({ observed }) => observed.observations)) exercises.count(one);
    await sendControls(exercises, askEndpoints, runner, deployment, signal);
    return { judged, rejectsAll: Object.keys(exercises.exercised.unproven) };
  } finally {
    await runner.close();
  }
}

/** A possible outage is not a finding if a control request is not answered either. */
function withoutOutage(judged: JudgedCase): JudgedCase {
  return { ...judged, violations: judged.violations.filter((one) => !isPossibleOutage(one)) };
}

function isPossibleOutage({ check, violation }: CheckedViolation): boolean {
  return mayBeOutage(check, violation.class);
}

function isOverload(observation: Observation): boolean {
  return evidenceIn(observation).cause === 'overload';
}

function findingsOf(judged: readonly JudgedCase[], settings: ReplaySettings): Finding[] {
  const { plan, caseId, deployment, asked, signature } = settings;
  const general = signature && generalId(signature);
  const variables = variablesText(deployment);
  const found = new Map<string, CandidateFinding>();
  for (const one of judged) {
    for (const candidate of candidatesIn(one, plan).values()) {
      if (found.has(candidate.id)) continue;
      const reproducing = { phaseCase: fixedCase(plan), shrinks: 0, ...reproductionOf(one, candidate) };
      const discovery = { caseId, firstSeenMs: 0, isKnown: false };
      found.set(candidate.id, new CandidateFinding(candidate, reproducing, discovery));
    }
  }
  for (const finding of found.values()) {
    for (const one of judged) finding.countRun(runResult(finding.id, one, plan));
    finding.confidence = confidenceByRuns(finding.runs, true);
  }
  const reproduced = [...found.values()].filter(
    ({ id, needsControl, confidence }) => !needsControl || confidence === 'stable' || id === general,
  );
  return sortedFindings(
    reproduced.map((finding) => ({
      ...finding.toFinding(),
      ...(asked !== undefined && signature !== undefined && finding.id === general
        ? { id: asked, signature }
        : {}),
      variables,
    })),
  );
}

/** An observation of a run, with its index and the number of runs that have one of its kind. */
interface Doubtful {
  readonly observation: Observation;
  readonly at: number;
  readonly run: JudgedCase;
  readonly count: number;
}

/** A kind of observation that proves nothing, with its message and advice. */
interface Doubt {
  readonly applies: (observation: Observation, at: number, run: JudgedCase) => boolean;
  readonly summary: (first: Doubtful) => string;
  readonly advice: string;
}

const otherStateAdvice =
  'replay it on a deployment with contracts, tokens and operations in the state that they had when it was found';

/**
 * Throws unless every request of every run was answered as the interface requires: only then a finding is fixed. Minor
 * findings do not count.
 */
function assertFixed(
  judged: readonly JudgedCase[],
  findings: readonly Finding[],
  { deployment, asked, signature, needed, runsToProveFixed }: ReplaySettings,
  rejectsAll: readonly string[],
): void {
  const { name } = deployment;
  const what = asked ?? 'the case';
  const doubts: readonly Doubt[] = [
    {
      applies: (observation) => evidenceIn(observation).cause === 'cache',
      summary: ({ observation }) =>
        `${name} sent ${evidenceIn(observation).reason}, so ${what} cannot be judged`,
      advice: staleAdvice,
    },
    {
      applies: isUnanswered,
      summary: ({ count }) => `${runsOf(count, judged.length)} of ${what} got no usable answer from ${name}`,
      advice:
        'check that the service runs and is reachable from here, and check its credentials: those that the configuration names, or CROSSCHECK_AUTHORIZATION',
    },
    {
      applies: (observation) => !isAnsweredAsExpected(observation),
      summary: ({ observation: { request, answer } }) =>
        `${name} answers ${requestKind(request)} of the case with ${answer?.status ?? 'nothing'}${answer?.status === 200 ? ' and no verdict' : ''}, so ${what} cannot be judged`,
      advice:
        'replay it on a deployment that has what the case asks for, such as its contracts, tokens and endpoints; or check the logs of the service',
    },
    {
      applies: (observation) =>
        isAccepted(observation) === undefined && rejectsAll.includes(observation.request.endpoint),
      summary: () => `${name} does not accept a valid request either, so ${what} cannot be judged`,
      advice: 'check the logs of the service, and the calls of the replay',
    },
    {
      applies: (observation, at) => {
        const { endpoint } = observation.request;
        const now = answerKind(observation);
        return needed[at]?.some((then) => isKindKept(then, now, endpoint, deployment)) === false;
      },
      summary: ({ observation, at }) => {
        const { request, answer } = observation;
        const now = answerKind(observation);
        return `${name} answers ${requestKind(request)} of the case with ${kindText(now, answer?.status)}, not with ${kindText(needed[at]?.[0] as string, undefined)} as when ${what} was found, so it cannot be judged`;
      },
      advice:
        signature !== undefined && (isOfVerdict(signature) || contradictsVerdict(signature))
          ? `if this verdict is right, the earlier one was the defect: run the campaign again; otherwise ${otherStateAdvice}`
          : otherStateAdvice,
    },
    {
      applies: (_, at, { observed }) => signature !== undefined && lostMemberAt(signature, observed) === at,
      summary: ({ observation: { request } }) =>
        `${name} answers ${requestKind(request)} of the case without ${signature?.path.replace(/\.\*$/, '')}, which ${what} is about, so it cannot be judged`,
      advice: otherStateAdvice,
    },
  ];
  for (const { applies, summary, advice } of doubts) {
    const placeIn = (run: JudgedCase): number =>
      run.observed.observations.findIndex((observation, at) => applies(observation, at, run));
    const doubtful = judged.filter((run) => placeIn(run) >= 0);
    const [run] = doubtful;
    if (run === undefined) continue;
    const at = placeIn(run);
    const observation = run.observed.observations[at] as Observation;
    const count = doubtful.length;
    throw cannotJudge(summary({ observation, at, run, count }), advice, answerLines(run, at));
  }
  const others = findings.filter(({ severity }) => severity !== 'minor');
  if (others.length > 0)
    throw cannotJudge(
      `${what} did not show in ${counted(judged.length, 'run')}, but its case showed ${counted(others.length, 'other finding')}`,
      'fix those first: they may have the same cause',
      others.map((finding) => labelled('Shown', `${finding.severity} ${findingTitle(finding)}`)),
    );
  if (judged.length < runsToProveFixed)
    throw cannotJudge(
      `${what} is rare: ${counted(judged.length, 'clean run does', 'clean runs do')} not prove a fix`,
      `replay it with ${optionValue('runs', runsToProveFixed)}`,
    );
}

/** Names a part of the runs at the start of a sentence: `the only run`, `all 5 runs`, `2 of 5 runs`. */
function runsOf(count: number, of: number): string {
  if (of === 1) return 'the only run';
  return count === of ? `all ${of} runs` : `${count} of ${of} runs`;
}

function unknownOperation(
  operationId: string,
  { deployment, asked }: ReplaySettings,
): CampaignCannotRunError {
  return cannotJudge(
    `${deployment.name} does not know the operation ${operationId}, so ${asked ?? 'the case'} cannot be judged`,
    `replay it on the deployment that knows the operation; or name it in ${optionName('operationIds')} if this one must know it`,
  );
}

/** Returns the failures of a run, and the exchange of one of its requests. */
function answerLines({ exchanges, observed }: JudgedCase, at: number): string[] {
  const exchange = exchanges[at];
  return [
    ...observed.observations.flatMap(({ failure }) =>
      failure === undefined ? [] : [labelled('Failure', failure.message)],
    ),
    ...(exchange === undefined ? [] : exchangeLines(exchange)),
  ];
}

function cannotJudge(
  summary: string,
  advice: string,
  details: readonly string[] = [],
): CampaignCannotRunError {
  return new CampaignCannotRunError({ summary, details: [...details, { advice }] });
}

/** The case to replay. */
interface ReplaySettings
  extends Pick<
    CampaignSettings,
    | 'deployment'
    | 'calls'
    | 'operationIds'
    | 'endpoints'
    | 'checks'
    | 'limits'
    | 'connectTimeoutMs'
    | 'signal'
    | 'clock'
  > {
  readonly plan: CasePlan;
  /** Notes about the case, a sentence each. */
  readonly notes: readonly string[];
  /** The requested finding; undefined for a plain case. */
  readonly asked: string | undefined;
  /** Its signature; a run shows it without its condition, which the case meets. */
  readonly signature: Signature | undefined;
  /** The kinds of answers that its requests must get for a judgement, in order; see {@link neededAnswers}. */
  readonly needed: readonly NeededAnswer[];
  /** The origin of the case, for findings. */
  readonly caseId: string;
  readonly runs: number;
  readonly onRun: ReplayOptions['onRun'];
  /** How many runs that do not show it prove that it is fixed. */
  readonly runsToProveFixed: number;
}

const defaultRuns = { least: 5, most: 200 };

const sources = ['plan', 'file', 'id', 'caseId'] as const;

/**
 * Fills in the defaults and looks up the case.
 *
 * @throws {UsageError} for an option that is unknown or invalid, and for a case that does not exist or is broken.
 */
async function replaySettings(options: ReplayOptions): Promise<ReplaySettings> {
  const parsed = parseOptions('The replay has invalid options', replayOptions, options);
  const { plan, file, id, caseId, corpus, runs, onRun, ...campaign } = parsed;
  const given = sources.filter((source) => options[source] !== undefined);
  if (given.length !== 1)
    throw new UsageError(
      `replayCase takes one of plan, file, id and caseId, got ${given.length === 0 ? 'none' : given.join(' and ')}`,
    );
  // A replay calls the endpoint even if it is not read-only.
  const settings = campaignSettings({ ...campaign, fuzzUnsafe: true });
  const asked = await givenCase({ plan, file, id, caseId, corpus }, settings);
  assertKnownEndpoints(asked.plan, settings.endpoints);
  const { name } = settings.deployment;
  const { plan: planNow, isOther } = withCurrentExpectations(asked.plan, settings.deployment);
  if (planNow === undefined)
    throw new UsageError(
      `The case cannot be judged: the conventions of ${name} do not require the same answer to its requests`,
      [{ advice: 'replay it with the conventions of its campaign' }],
    );
  const toProveFixed = asked.entry === undefined ? 1 : runsToProveFixed(asked.entry);
  return {
    ...settings,
    runs: runs ?? Math.min(Math.max(defaultRuns.least, toProveFixed), defaultRuns.most),
    onRun: onRun && synchronous('The option onRun of a replay', onRun),
    runsToProveFixed: toProveFixed,
    caseId: caseId ?? id ?? 'replay',
    asked: asked.entry?.id,
    signature: asked.entry?.signature,
    needed: asked.entry === undefined ? [] : neededAnswers(asked.entry, planNow),
    plan: planNow,
    notes: isOther
      ? [`The case was found under other conventions: it is now judged by those of ${name}.`]
      : [],
  };
}

async function givenCase(
  { plan, file, id, caseId = '', corpus }: GivenCase,
  settings: CampaignSettings,
): Promise<{ readonly plan: CasePlan; readonly entry?: CorpusEntry }> {
  if (plan !== undefined) {
    const issues = optionIssues(casePlanSchema, plan, 'plan');
    if (issues.length > 0) throw usageError('The plan is not a valid case', issues);
    return { plan };
  }
  if (caseId !== '') return { plan: await planAt(caseId, corpus, settings) };
  const entry = await readCorpusEntry(file ?? join(corpus, `${id}.json`));
  return { plan: entry.plan, entry };
}

async function planAt(caseId: string, folder: string, settings: CampaignSettings): Promise<CasePlan> {
  const parsed = parseCaseId(caseId);
  if (parsed === undefined)
    throw new UsageError(`The case id must be like 7:valid/123, got ${formatText(caseId)}`);
  const { seed, phase: name, index } = parsed;
  // With the same corpus, the indices are those of the campaign.
  const corpus = name === 'corpus' ? corpusPlans(await readCorpus(folder), settings).plans : [];
  const phase = createPhase(name, { ...settings, corpus });
  if (index >= phase.size)
    throw new UsageError(`There is no case ${caseId}: the phase ${name} has ${phase.size} cases`, [
      { advice: 'pass the calls, operation ids, endpoints and corpus of the campaign' },
    ]);
  return phase.caseAt(seed, index).plan;
}
