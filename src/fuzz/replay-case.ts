import type { CasePlan } from '../checks/case/case-plan.js';
import { overloadStatuses } from '../checks/case/is-unseen.js';
import type { Observation } from '../checks/case/observation.js';
import { exchangeLines } from '../http/exchange-lines.js';
import { Agent } from '../internal/undici.js';
import { controlRequests } from '../probing/control-requests.js';
import type { Finding, RecordedCall } from './findings/finding.js';
import { labelOf } from './findings/label-of.js';
import { findingsIn, lookFor, shownBy } from './findings/look.js';
import { recordedCall } from './findings/recorded-call.js';
import { SuspectedFinding } from './findings/suspected-finding.js';
import { variablesText } from './findings/variables-text.js';
import { worstFirst } from './findings/worst-first.js';
import { sampleCall } from './phases/sample-call.js';
import { type ReplayOptions, type ReplaySettings, replaySettings } from './replay-options.js';
import { CampaignCannotRunError } from './running/campaign-cannot-run-error.js';
import { createCaseRunner } from './running/create-case-runner.js';
import type { JudgedCase } from './running/judged-case.js';
import { reachDeployment } from './running/reach-deployment.js';
import { toldNothing } from './running/visibility.js';

/** What came of a replay. */
export interface Replay {
  readonly plan: CasePlan;
  /** Id of the finding that was asked for; undefined for a plan and for a case by its place. */
  readonly asked: string | undefined;
  /** The finding that was asked for was shown; where none was, any. If not, it is mended, or needs what is no part of the case. */
  readonly isShown: boolean;
  /** What the runs showed, each once, worst first, whatever was asked for. */
  readonly findings: readonly Finding[];
  /** Fewer than asked for where the deployment had too much to do. */
  readonly runs: number;
  /** Of the last run, in the order of its requests, secrets masked. */
  readonly exchanges: readonly RecordedCall[];
}

/**
 * Runs one case again and says what it shows: a case of the corpus, of a campaign, or one that is given. Shrinks nothing.
 *
 * @throws {UsageError} for bad options, and for a case that there is not or that is broken, with file and line.
 * @throws {CampaignCannotRunError} when the deployment is not there, or no run could see anything.
 * @throws the signal's reason when it aborted.
 * @example
 * import { currentDeployment } from 'crosscheck';
 * import { replayCase } from 'crosscheck/fuzz';
 *
 * const { isShown } = await replayCase({ deployment: currentDeployment(), id: 'schema-1f3a9c2b40' });
 */
export async function replayCase(options: ReplayOptions): Promise<Replay> {
  const settings = await replaySettings(options);
  const { plan, asked } = settings;
  const judged = await judgedRuns(settings);
  const findings = findingsOf(judged, settings);
  const isShown = asked === undefined ? findings.length > 0 : findings.some(({ id }) => id === asked);
  if (!isShown) refuseUnseen(judged, settings);
  return {
    plan,
    asked,
    isShown,
    findings,
    runs: judged.length,
    exchanges: (judged.at(-1)?.exchanges ?? []).map(recordedCall),
  };
}

async function judgedRuns(settings: ReplaySettings): Promise<JudgedCase[]> {
  const { plan, calls, runs, reachMs: timeoutMs, clock, signal } = settings;
  const agent = settings.deployment.dispatcher === undefined ? new Agent() : undefined;
  const dispatcher = settings.deployment.dispatcher ?? (agent as Agent);
  const deployment = { ...settings.deployment, dispatcher };
  const judged: JudgedCase[] = [];
  try {
    const { request } = sampleCall(calls);
    const limits = { timeoutMs, clock, signal };
    await reachDeployment(
      controlRequests({ deployment, dispatcher, request, limits }),
      deployment,
      timeoutMs,
    );
    const runner = createCaseRunner(deployment, settings);
    for (let run = 0; run < runs; run++) {
      const one = await runner.run(plan, signal);
      judged.push(one);
      // Each of its requests was tried again as late as the service asked for.
      if (one.observed.observations.every(isOverload)) break;
    }
  } finally {
    await agent?.destroy();
  }
  return judged;
}

function isOverload({ answer }: Observation): boolean {
  return answer !== undefined && overloadStatuses.includes(answer.status);
}

function findingsOf(judged: readonly JudgedCase[], { plan, caseId, deployment }: ReplaySettings): Finding[] {
  const variables = variablesText(deployment);
  const found = new Map<string, SuspectedFinding>();
  for (const one of judged) {
    for (const suspicion of findingsIn(one, plan).values()) {
      const showing = { phaseCase: { plan, shrinks: () => [] }, shrinks: 0, ...shownBy(one, suspicion) };
      if (!found.has(suspicion.id))
        found.set(suspicion.id, new SuspectedFinding(suspicion, showing, caseId, 0, false));
    }
  }
  for (const finding of found.values()) {
    for (const one of judged) finding.count(lookFor(finding.id, one, plan));
    finding.label = labelOf(finding.runs, true);
  }
  return worstFirst(Array.from(found.values(), (finding) => ({ ...finding.toFinding(), variables })));
}

/** Of a deployment that is not there nothing must be said: "no finding" would mean that it is mended. */
function refuseUnseen(judged: readonly JudgedCase[], { deployment }: ReplaySettings): void {
  if (!judged.every(({ observed }) => observed.observations.every(toldNothing))) return;
  const last = judged.at(-1);
  const exchange = last?.exchanges.at(-1);
  throw new CampaignCannotRunError({
    summary: `${deployment.name} gave no answer to judge in ${judged.length === 1 ? 'a run' : `${judged.length} runs`} of the case`,
    details: [
      ...(last?.observed.observations ?? []).flatMap(({ failure }) =>
        failure === undefined ? [] : [`Failure:   ${failure.message}`],
      ),
      ...(exchange === undefined ? [] : exchangeLines(exchange)),
      'What to do: check that the service runs and can be reached from here, and its credentials (CROSSCHECK_AUTHORIZATION)',
    ],
  });
}
