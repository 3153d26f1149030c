import type { CasePlan } from '../checks/case/case-plan.js';
import {
  evidenceIn,
  isAccepted,
  isAnsweredAsExpected,
  isInconclusive,
} from '../checks/case/inconclusive-answers.js';
import type { Observation } from '../checks/case/observation.js';
import { requestKind } from '../checks/transport/request-kind.js';
import { exchangeLines } from '../client/exchange-text.js';
import { minimalRequest } from '../contract/request-places.js';
import { CampaignCannotRunError } from '../errors.js';
import { counted } from '../internal/print.js';
import { currentTest, followed, withinTest } from '../internal/test-context.js';
import { controlRequests, isReachable, maxControls } from '../probing/control-requests.js';
import { answerKind, isKindKept, kindText, lostMemberAt } from './corpus/answer-kinds.js';
import { lostOperations } from './corpus/lost-operations.js';
import { ExerciseCounter } from './counting/exercised.js';
import { CandidateFinding } from './findings/candidate-finding.js';
import { pollBetween } from './findings/confirm-finding.js';
import { findingTitle } from './findings/describe-findings.js';
import { type Finding, generalId, type RecordedCall } from './findings/finding.js';
import { confidenceByRuns, sortedFindings } from './findings/finding-certainty.js';
import { recordedCall, variablesText } from './findings/reproduction.js';
import { findingsIn, runResult, shownBy } from './findings/run-result.js';
import { sampleCall } from './phases/sample-call.js';
import type { ReplayOptions } from './replay-options.js';
import { type ReplaySettings, replaySettings } from './replay-settings.js';
import { createCaseRunner } from './running/create-case-runner.js';
import { connectTime, observeControls, preflightDeployment } from './running/deployment-preflight.js';
import type { JudgedCase } from './running/judged-case.js';

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
const mostPollsBetween = 7;

async function judgedRuns(settings: ReplaySettings): Promise<Runs> {
  const { plan, calls, runs, clock, signal, operationIds, deployment } = settings;
  const { connectTimeoutMs: timeoutMs, limit } = connectTime(settings.connectTimeoutMs, currentTest());
  const runner = createCaseRunner(deployment, settings);
  const judged: JudgedCase[] = [];
  try {
    const { request } = sampleCall(calls);
    const control = controlRequests({
      deployment,
      sender: runner.sender,
      request,
      simpler: minimalRequest(deployment.conventions, request.alphaCallParams?.target),
      timeoutMs,
      signal,
    });
    await preflightDeployment(control, deployment, { connectTimeoutMs: timeoutMs, limit, clock, signal });
    const [lost] = await lostOperations([plan], { deployment, operationIds, runner, signal });
    if (lost !== undefined) throw unknownOperation(lost, settings);
    const between = pollBetween(plan);
    for (let run = 0; run < runs; run++) {
      const polls = between === undefined ? 0 : run % mostPollsBetween;
      for (let poll = 0; poll < polls; poll++) await runner.run(between as CasePlan, signal);
      const one = await runner.run(plan, signal);
      const isOverloaded = one.observed.observations.every(isOverload);
      const mayBeOutage = one.violations.some(({ check }) => check.needsControl);
      const isControlled = mayBeOutage && (await control.askBoth()).every(isReachable);
      judged.push(mayBeOutage && !isControlled ? withoutOutage(one) : one);
      // Each request was retried as late as the service asked for.
      if (isOverloaded && !isControlled) break;
    }
    const exercises = new ExerciseCounter([]);
    for (const one of judged.flatMap(({ observed }) => observed.observations)) exercises.count(one);
    for (let left = maxControls; left > 0 && exercises.hasUnproven; left--) {
      for (const one of observeControls(await control.askBoth(), deployment)) exercises.count(one);
      for (const custom of exercises.customControls)
        for (const { observation } of (await runner.send(custom, signal)).sent) exercises.count(observation);
    }
    return { judged, rejectsAll: Object.keys(exercises.exercised.unproven) };
  } finally {
    await runner.close();
  }
}

/** A possible outage is not a finding if a control request is not answered either. */
function withoutOutage(judged: JudgedCase): JudgedCase {
  return { ...judged, violations: judged.violations.filter(({ check }) => !check.needsControl) };
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
    for (const candidate of findingsIn(one, plan).values()) {
      const showing = { phaseCase: { plan, shrinks: () => [] }, shrinks: 0, ...shownBy(one, candidate) };
      if (!found.has(candidate.id))
        found.set(candidate.id, new CandidateFinding(candidate, showing, caseId, 0, false));
    }
  }
  for (const finding of found.values()) {
    for (const one of judged) finding.count(runResult(finding.id, one, plan));
    finding.confidence = confidenceByRuns(finding.runs, true);
  }
  const sure = [...found.values()].filter(
    ({ id, needsControl, confidence }) => !needsControl || confidence === 'stable' || id === general,
  );
  return sortedFindings(
    sure.map((finding) => ({
      ...finding.toFinding(),
      ...(asked !== undefined && signature !== undefined && finding.id === general
        ? { id: asked, signature }
        : {}),
      variables,
    })),
  );
}

/** A kind of observation that proves nothing: what is said of the first one, where so many runs have one, and advice. */
type Doubt = [
  isMeant: (observation: Observation, at: number, run: JudgedCase) => boolean,
  summary: (first: Observation, count: number, at: number, run: JudgedCase) => string,
  advice: string,
];

const otherStateAdvice =
  'replay it on a deployment whose contracts, tokens and operations are in the state in which it was found';

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
    [
      isInconclusive,
      (_, count) =>
        `${name} gave no answer to judge in ${judged.length === 1 ? 'a run' : `${count}${count === judged.length ? '' : ` of ${judged.length}`} runs`} of the case`,
      'check that the service runs and can be reached from here, and its credentials: those that the configuration names, else CROSSCHECK_AUTHORIZATION',
    ],
    [
      (observation) => !isAnsweredAsExpected(observation),
      ({ request, answer }) =>
        `${name} answers ${requestKind(request)} of the case with ${answer?.status ?? 'nothing'}${answer?.status === 200 ? ' and no verdict' : ''}, so that ${what} cannot be judged`,
      'replay it on a deployment that has what the case asks for, such as its contracts, tokens and endpoints; or look into the logs of the service',
    ],
    [
      (observation) =>
        isAccepted(observation) === undefined && rejectsAll.includes(observation.request.endpoint),
      () => `${name} does not accept a valid request either, so that ${what} cannot be judged`,
      'look into the logs of the service, and check the calls of the replay',
    ],
    [
      ({ request: { endpoint } }, at, { exchanges }) => {
        const then = needed[at];
        return (
          then !== undefined && !isKindKept(then, answerKind(endpoint, exchanges[at]), endpoint, deployment)
        );
      },
      ({ request, answer }, _, at, { exchanges }) => {
        const now = answerKind(request.endpoint, exchanges[at]);
        return `${name} answers ${requestKind(request)} of the case with ${kindText(now, answer?.status)}, not with ${kindText(needed[at] as string, undefined)} as when ${what} was found, so that it cannot be judged`;
      },
      otherStateAdvice,
    ],
    [
      (_, at, { observed }) => signature !== undefined && lostMemberAt(signature, observed) === at,
      ({ request }) =>
        `${name} answers ${requestKind(request)} of the case without ${signature?.path.replace(/\.\*$/, '')}, which ${what} is about, so that it cannot be judged`,
      otherStateAdvice,
    ],
  ];
  for (const [isMeant, summary, advice] of doubts) {
    const placeIn = (run: JudgedCase): number =>
      run.observed.observations.findIndex((observation, at) => isMeant(observation, at, run));
    const doubtful = judged.filter((run) => placeIn(run) >= 0);
    const [run] = doubtful;
    if (run === undefined) continue;
    const at = placeIn(run);
    const observation = run.observed.observations[at] as Observation;
    throw cannotJudge(summary(observation, doubtful.length, at, run), advice, answerLines(run, at));
  }
  const others = findings.filter(({ severity }) => severity !== 'minor');
  if (others.length > 0)
    throw cannotJudge(
      `${what} is not shown in ${counted(judged.length, 'run')}, but its case shows ${counted(others.length, 'other finding')}`,
      'fix these first: they may be another effect of the same defect',
      others.map((finding) => `Shown:     ${finding.severity} ${findingTitle(finding)}`),
    );
  if (judged.length < runsToProveFixed)
    throw cannotJudge(
      `${what} showed so rarely that ${counted(judged.length, 'run')} without it do not prove that it is fixed`,
      `replay it with --runs ${runsToProveFixed} (runs: ${runsToProveFixed})`,
    );
}

function unknownOperation(
  operationId: string,
  { deployment, asked }: ReplaySettings,
): CampaignCannotRunError {
  return cannotJudge(
    `${deployment.name} does not know the operation ${operationId}, so that ${asked ?? 'the case'} cannot be judged`,
    'replay it on the deployment that knows the operation; or name it with --operation-id (operationIds) if this one must know it',
  );
}

/** Returns the failures of a run, and the exchange of one of its requests. */
function answerLines({ exchanges, observed }: JudgedCase, at: number): string[] {
  const exchange = exchanges[at];
  return [
    ...observed.observations.flatMap(({ failure }) =>
      failure === undefined ? [] : [`Failure:   ${failure.message}`],
    ),
    ...(exchange === undefined ? [] : exchangeLines(exchange)),
  ];
}

function cannotJudge(
  summary: string,
  advice: string,
  details: readonly string[] = [],
): CampaignCannotRunError {
  return new CampaignCannotRunError({ summary, details: [...details, `What to do: ${advice}`] });
}
