import type { CasePlan } from '../checks/case/case-plan.js';
import type { Check } from '../checks/case/check.js';
import { evidenceIn } from '../checks/case/inconclusive-answers.js';
import type { Observation } from '../checks/case/observation.js';
import { knownChecks } from '../checks/known-checks.js';
import { exchangeLines } from '../client/exchange-text.js';
import { minimalRequest } from '../contract/request-places.js';
import { CampaignCannotRunError } from '../errors.js';
import { currentTest, followed, withinTest } from '../internal/test-context.js';
import { Agent } from '../internal/undici.js';
import { controlRequests, isReachable } from '../probing/control-requests.js';
import { CandidateFinding } from './findings/candidate-finding.js';
import { pollBetween } from './findings/confirm-finding.js';
import type { Finding, RecordedCall } from './findings/finding.js';
import { findingLabel } from './findings/finding-label.js';
import { sortedFindings } from './findings/finding-order.js';
import { recordedCall } from './findings/recorded-call.js';
import { findingsIn, runResult, shownBy } from './findings/run-result.js';
import { variablesText } from './findings/variables-text.js';
import { sampleCall } from './phases/sample-call.js';
import type { ReplayOptions } from './replay-options.js';
import { type ReplaySettings, replaySettings } from './replay-settings.js';
import { createCaseRunner } from './running/create-case-runner.js';
import { connectTime, preflightDeployment } from './running/deployment-preflight.js';
import type { JudgedCase } from './running/judged-case.js';
import { isInconclusiveFor } from './running/outage-detector.js';

/** The result of a replay. */
export interface Replay {
  readonly plan: CasePlan;
  /** The id of the requested finding; undefined for a plan and for a case by its index. */
  readonly asked: string | undefined;
  /**
   * Whether a run showed the requested finding, or any finding if none was requested. If not, it is fixed, or depends on
   * something outside the case.
   */
  readonly isShown: boolean;
  /** All findings of the runs, worst first. */
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
 * @throws {CampaignCannotRunError} if the deployment does not answer, or if the finding is not shown and a run could
 * not judge it: there was no answer, an answer without a verdict, or the service rejected a request that it accepted
 * when the finding was made.
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
  const judged = await judgedRuns(settings);
  const findings = findingsOf(judged, settings);
  const isShown = asked === undefined ? findings.length > 0 : findings.some(({ id }) => id === asked);
  if (!isShown) assertEvidence(judged, settings);
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

async function judgedRuns(settings: ReplaySettings): Promise<JudgedCase[]> {
  const { plan, calls, runs, clock, signal } = settings;
  const { connectTimeoutMs: timeoutMs, limit } = connectTime(settings.connectTimeoutMs, currentTest());
  const agent = settings.deployment.dispatcher === undefined ? new Agent() : undefined;
  const dispatcher = settings.deployment.dispatcher ?? (agent as Agent);
  const deployment = { ...settings.deployment, dispatcher };
  const judged: JudgedCase[] = [];
  try {
    const { request } = sampleCall(calls);
    const limits = { timeoutMs, clock, signal };
    const control = controlRequests({
      deployment,
      dispatcher,
      request,
      simpler: minimalRequest(deployment.conventions, request.alphaCallParams?.target),
      limits,
    });
    await preflightDeployment(control, deployment, { connectTimeoutMs: timeoutMs, limit, clock, signal });
    const runner = createCaseRunner(deployment, settings);
    const between = pollBetween(plan);
    for (let run = 0; run < runs; run++) {
      for (let poll = 0; poll < run && between !== undefined; poll++) await runner.run(between, signal);
      const one = await runner.run(plan, signal);
      const isOverloaded = one.observed.observations.every(isOverload);
      const mayBeOutage = one.violations.some(({ check }) => check.needsControl);
      const isControlled = mayBeOutage && (await control.askBoth()).every(isReachable);
      judged.push(mayBeOutage && !isControlled ? withoutOutage(one) : one);
      // Each request was retried as late as the service asked for.
      if (isOverloaded && !isControlled) break;
    }
  } finally {
    await agent?.destroy();
  }
  return judged;
}

/** A possible outage is not a finding if a control request is not answered either. */
function withoutOutage(judged: JudgedCase): JudgedCase {
  return { ...judged, violations: judged.violations.filter(({ check }) => !check.needsControl) };
}

function isOverload(observation: Observation): boolean {
  return evidenceIn(observation).cause === 'overload';
}

function findingsOf(judged: readonly JudgedCase[], { plan, caseId, deployment }: ReplaySettings): Finding[] {
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
    finding.label = findingLabel(finding.runs, true);
  }
  const sure = [...found.values()].filter(({ needsControl, label }) => !needsControl || label === 'stable');
  return sortedFindings(sure.map((finding) => ({ ...finding.toFinding(), variables })));
}

/** If evidence is missing, the replay must not report a result: "no finding" would mean that it is fixed. */
function assertEvidence(judged: readonly JudgedCase[], { deployment, asked }: ReplaySettings): void {
  const inconclusive = judged.filter(({ observed }) => observed.observations.some(isInconclusiveFor));
  if (inconclusive.length > 0) {
    const of = inconclusive.length === judged.length ? '' : ` of ${judged.length}`;
    throw cannotJudge(
      `${deployment.name} gave no answer to judge in ${inconclusive.length === 1 && of === '' ? 'a run' : `${inconclusive.length}${of} runs`} of the case`,
      inconclusive.at(-1),
      'check that the service runs and can be reached from here, and its credentials (CROSSCHECK_AUTHORIZATION)',
    );
  }
  if (asked === undefined) return;
  const empty = judgesMeaning(asked)
    ? judged.find(({ observed }) => observed.observations.some(isWithoutVerdict))
    : undefined;
  if (empty !== undefined)
    throw cannotJudge(
      `${deployment.name} gave no verdict, so that ${asked} cannot be judged`,
      empty,
      'look into the logs of the service; crosscheck simulate and crosscheck wait show the whole answer',
    );
  if (!judgesSuccess(asked)) return;
  const rejected = judged.find(({ observed }) => observed.observations.some(isRejected));
  if (rejected !== undefined)
    throw cannotJudge(
      `${deployment.name} rejected what it took when the finding was made, so that ${asked} cannot be judged`,
      rejected,
      'replay it on a deployment that has what the case asks for: its contracts, tokens and endpoints',
    );
}

function cannotJudge(summary: string, run: JudgedCase | undefined, advice: string): CampaignCannotRunError {
  const { observations = [] } = run?.observed ?? {};
  const isDecisive = [isInconclusiveFor, isRejected, isWithoutVerdict].find((is) => observations.some(is));
  const at = observations.findIndex((observation) => isDecisive?.(observation) ?? false);
  const exchange = run?.exchanges.at(at);
  return new CampaignCannotRunError({
    summary,
    details: [
      ...observations.flatMap(({ failure }) =>
        failure === undefined ? [] : [`Failure:   ${failure.message}`],
      ),
      ...(exchange === undefined ? [] : exchangeLines(exchange)),
      `What to do: ${advice}`,
    ],
  });
}

/** Transport checks that judge the content of a success. All checks of other families do. */
const transportOfSuccess: readonly string[] = ['schema', 'integer-as-string', 'rounded-integer', 'drift'];

/** Returns whether a finding concerns the content of successful answers, so that a rejection does not settle it. */
function judgesSuccess(id: string): boolean {
  const check = checkOf(id);
  return check !== undefined && (check.family !== 'transport' || transportOfSuccess.includes(check.name));
}

/** Returns whether a finding concerns the meaning of answers, so that an answer without a verdict does not settle it. */
function judgesMeaning(id: string): boolean {
  const check = checkOf(id);
  return check !== undefined && check.family !== 'transport';
}

function checkOf(id: string): Check | undefined {
  return knownChecks.find(({ name }) => id.startsWith(`${name}-`) && id.length === name.length + 11);
}

/** Returns whether an answer lacks its verdict: a simulation without `simulationStatus`, a record without a stage. */
function isWithoutVerdict({ request: { expect }, answer }: Observation): boolean {
  if (answer?.status !== 200) return false;
  if (expect.kind === 'simulated') return answer.simulation?.simulationStatus === undefined;
  return expect.kind === 'known' && answer.inclusion?.stage === undefined;
}

function isRejected({ request: { expect }, answer }: Observation): boolean {
  const isMeantToSucceed = expect.kind === 'simulated' || expect.kind === 'known';
  return isMeantToSucceed && answer !== undefined && answer.status >= 400 && answer.status < 500;
}
