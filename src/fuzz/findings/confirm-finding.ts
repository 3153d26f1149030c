import { type CasePlan, caseRequests, inSequence } from '../../case/case-plan.js';
import type { EndedBy } from '../model/campaign-event.js';
import type { CampaignSettings } from '../model/campaign-settings.js';
import type { FindingContext, RecordedCall } from '../model/finding.js';
import {
  confidenceByOccurrences,
  confidenceByRuns,
  isShownMoreOften,
  minRunsOfFlaky,
} from '../model/finding-certainty.js';
import { fixedCase, type PhaseCase } from '../phases/phase.js';
import type { CaseRunner, JudgedCase } from '../runner/case-runner.js';
import type { CaseContext } from '../runner/request-log.js';
import {
  type CandidateFinding,
  type ReproducingCase,
  type RunResult,
  runResult,
  type ShowingKeys,
} from './candidate-finding.js';
import { type ChangeableCases, changeableCases } from './changeable-case.js';
import { type ConditionOf, conditionCases } from './finding-condition.js';
import { freshCases, pollBetween, unchangedCase } from './rerun-cases.js';
import { asSent, caseInContext, shrinkableCase, shrinkCase, withFewerSteps } from './shrink-case.js';

/**
 * When findings are rerun: `found`, as soon as they are found, while the campaign continues; `idle`, at the end of the campaign,
 * with nothing else in progress; `context`, after that.
 */
type Stage = 'found' | 'idle' | 'context';

/** A rule of confirmation: which findings it reruns, and how. */
interface Rule {
  readonly appliesTo: (finding: CandidateFinding, tools: ConfirmationTools) => boolean;
  /** Reruns a finding, and sets its confidence by the reruns. */
  readonly rerun: (finding: CandidateFinding, tools: ConfirmationTools) => Promise<void>;
}

/**
 * The rules by which findings are confirmed, in order. How often the campaign showed one that no rerun did then decides, see
 * {@link confidenceByOccurrences}.
 */
const rules: Readonly<Record<Stage, readonly Rule[]>> = {
  found: [
    { appliesTo: () => true, rerun: rerunAlone },
    {
      // Not at the end, because a campaign with enough findings runs nothing more.
      appliesTo: ({ confidence, reproducing, needsControl }) =>
        confidence === 'stable' && pollBetween(reproducing.phaseCase.plan) !== undefined && !needsControl,
      rerun: rerunLikeReplay,
    },
    {
      appliesTo: ({ confidence, needsCondition, isKnown }) =>
        confidence === 'stable' && needsCondition && !isKnown,
      rerun: rerunWithOtherMembers,
    },
    {
      appliesTo: ({ confidence, check, isKnown }) =>
        confidence === 'flaky' && check.family === 'metamorphic' && !isKnown,
      rerun: rerunUnchanged,
    },
  ],
  idle: [
    { appliesTo: ({ check }) => check.needsIdle === true, rerun: rerunIdle },
    {
      appliesTo: ({ confidence, check }) => confidence === 'stable' && !check.needsIdle,
      rerun: rerunLikeReplay,
    },
  ],
  context: [
    {
      // Known findings, and those that were attributed to others, need no context; failures have none. The latency of a case
      // that grows is measured by its own requests.
      appliesTo: (
        { confidence, check, isKnown, explainedBy, isFailure, keys, reproducing: { phaseCase } },
        { ending },
      ) =>
        !(isKnown || explainedBy || isFailure || check.needsIdle || phaseCase.plan.growth) &&
        (confidence === 'flaky' ||
          keys === 'seen' ||
          (confidence === 'not-reproduced' && ending.endedBy !== 'findings')),
      rerun: rerunInContext,
    },
  ],
};

/**
 * The contexts in which a case that does not show a finding alone is rerun, in order. The first that shows it clearly
 * more often names the context of the finding. A context may be tried with several cases, the shortest first.
 */
const contexts: readonly {
  readonly name: FindingContext;
  readonly casesOf: (reproducing: ReproducingCase, tools: ConfirmationTools) => readonly PhaseCase[];
}[] = [
  { name: 'contradicted', casesOf: withContradicted },
  {
    name: 'predecessors',
    casesOf: ({ phaseCase, at, context = noContext }) =>
      doubledUpTo(context.preceding.length).map((count) =>
        caseInContext(phaseCase, at, { preceding: context.preceding.slice(-count), concurrent: [] }),
      ),
  },
  {
    name: 'concurrency',
    casesOf: ({ phaseCase, at, context = noContext }) =>
      context.concurrent.length === 0 ? [] : [caseInContext(phaseCase, at, context)],
  },
];

/** Reruns a finding by the rules of a stage, and sets its confidence. */
export async function confirmFinding(
  finding: CandidateFinding,
  stage: Stage,
  tools: ConfirmationTools,
): Promise<void> {
  for (const { appliesTo, rerun } of rules[stage]) {
    if (!appliesTo(finding, tools)) continue;
    await rerun(finding, tools);
    finding.confidence = confidenceByOccurrences(finding.check, finding.toFinding());
  }
}

/** The parts of a campaign by which findings are confirmed. */
export interface ConfirmationParts {
  readonly settings: Pick<CampaignSettings, 'deployment' | 'shrinkRuns' | 'reruns'>;
  readonly runner: Pick<CaseRunner, 'run'>;
  /** Has separate connections, and no observations of the campaign. */
  readonly alone: Pick<CaseRunner, 'run'>;
  /** `confirming` interrupts the work with its reason. After enough findings, nothing new is confirmed. */
  readonly ending: { readonly confirming: AbortSignal; readonly endedBy: EndedBy };
  /** Sends a control request. Returns whether the deployment still answers. */
  readonly isReachable: () => Promise<boolean>;
  /** Milliseconds since the campaign started. */
  readonly nowMs: () => number;
}

/** What confirms findings. */
export interface ConfirmationTools extends ConfirmationParts {
  /** Reads cases whose request can be changed, to shrink them and to find the condition of a finding. */
  readonly changeable: ChangeableCases;
  readonly freshCase: ReturnType<typeof freshCases>;
  /** Whether reruns send cases that the deployment has not seen instead of the case itself. */
  readonly hasNewKeys: boolean;
  readonly conditionOf: ConditionOf;
  /** The remaining time for shrinking. */
  readonly shrinking: { leftMs: number };
}

/** Creates what confirms the findings of a campaign. */
export function confirmationTools(parts: ConfirmationParts, conditionOf: ConditionOf): ConfirmationTools {
  const { deployment } = parts.settings;
  return {
    ...parts,
    changeable: changeableCases(deployment),
    freshCase: freshCases(deployment),
    hasNewKeys: false,
    conditionOf,
    shrinking: { leftMs: shrinkingTime.ofAllMs },
  };
}

/** The time limit for shrinking, in milliseconds: cases that end with a timeout are slow. Assumption. */
const shrinkingTime = { ofOneMs: 20_000, ofAllMs: 120_000 };

/** Reruns the case of a finding by itself, and shrinks it unless the finding is known. */
async function rerunAlone(finding: CandidateFinding, tools: ConfirmationTools): Promise<void> {
  const first = await rerunOnce(finding, finding.reproducing.phaseCase, tools);
  if (finding.needsControl && first.kind !== 'reproduced') {
    finding.countRun(first);
    finding.confidence = 'not-reproduced';
  } else if (first.kind !== 'inconclusive' || (await answersControls(tools)))
    await shrinkAndRerun(finding, first, tools);
}

/** Shrinks and reruns the case of a finding after its first rerun, and decides its confidence by all of its reruns. */
async function shrinkAndRerun(
  finding: CandidateFinding,
  first: RunResult,
  tools: ConfirmationTools,
): Promise<void> {
  const found = finding.reproducing;
  const isShrunk = (): boolean => finding.reproducing !== found;
  const goBack = (): void => {
    finding.continueWith(found);
    finding.countRun(first);
  };
  finding.countRun(first);
  if (first.kind === 'reproduced' && !first.contradicts && !finding.isKnown) {
    if (finding.keys === 'unknown') finding.keys = await showingKeys(finding, tools);
    if (finding.keys === 'seen') await completeRuns(finding, tools);
    // If its own requests do not always show it either, it is random.
    if (finding.share < 1) finding.keys = 'unknown';
    // If it needs requests before it, shrinking would remove what shows it.
    if (finding.keys !== 'seen') await shrink(finding, tools);
    // A simpler case may show it only because the deployment kept state of earlier runs.
    if (finding.keys === 'any' && isShrunk() && (await showingKeys(finding, tools)) === 'seen') {
      goBack();
      await shrink(finding, { ...tools, hasNewKeys: true });
    }
  }
  await completeRuns(finding, tools);
  // A simpler case may have shown an intermittent bug by chance.
  if (finding.runs.shown === 0 && isShrunk()) {
    goBack();
    await completeRuns(finding, tools);
  }
}

/** The number of runs with unseen requests. A flaky finding may not show in one of them. */
const runsWithNewKeys = 2;

/** Returns the keys with which the case of a finding shows it. */
async function showingKeys(finding: CandidateFinding, tools: ConfirmationTools): Promise<ShowingKeys> {
  const { phaseCase } = finding.reproducing;
  if (finding.isFailure || tools.freshCase(phaseCase.plan) === undefined) return 'unknown';
  for (let run = 0; run < runsWithNewKeys; run++) {
    const { kind } = await rerunOnce(finding, phaseCase, { ...tools, hasNewKeys: true });
    if (kind !== 'not-reproduced') return kind === 'reproduced' ? 'any' : 'unknown';
  }
  return 'seen';
}

/** Each rerun is preceded by one poll more than the one before. */
const idleRerunsOfPolls = 4;
/** Runs after the control request of an idle deployment, and after the case itself, like the runs of a replay. */
const idleReruns = 2;

/**
 * Reruns a stable finding on separate connections, like a replay, and a finding of polls a few times. A run that does not
 * show it, or not by itself, counts against it.
 */
async function rerunLikeReplay(finding: CandidateFinding, tools: ConfirmationTools): Promise<void> {
  const { phaseCase } = finding.reproducing;
  const alone = { ...tools, runner: tools.alone };
  const between = pollBetween(phaseCase.plan);
  for (let run = 0; run < (between === undefined ? idleReruns : idleRerunsOfPolls); run++) {
    for (let poll = 0; poll < run && between !== undefined; poll++) await runCase(between, alone);
    const result = await rerunOnce(finding, phaseCase, alone);
    if (result.kind === 'inconclusive' || (result.kind === 'reproduced' && !result.contradicts)) continue;
    finding.countRun({ kind: 'not-reproduced' });
    await decideConfidence(finding, tools);
    return;
  }
}

/** Reruns a finding that load can cause as well, with nothing else in progress. A run that does not show it decides. */
async function rerunIdle(finding: CandidateFinding, tools: ConfirmationTools): Promise<void> {
  for (let run = 0; run < idleReruns; run++) {
    const { kind } = await rerunOnce(finding, finding.reproducing.phaseCase, tools);
    if (kind !== 'not-reproduced') continue;
    finding.runs = { shown: 0, of: run + 1 };
    finding.confidence = 'not-reproduced';
    return;
  }
}

/** Finds the members of a valid call without which, or with which, it gets a verdict and a finding does not show. */
async function rerunWithOtherMembers(finding: CandidateFinding, tools: ConfirmationTools): Promise<void> {
  const set: string[] = [];
  const absent: string[] = [];
  for (const { path, wasSet, plan } of conditionCases(
    finding.reproducing.phaseCase.plan,
    tools.changeable,
    tools.settings.deployment.conventions,
  )) {
    const judged = await runCase(plan, tools);
    // A rejection, for example of an unknown token, says nothing about the condition.
    const hasVerdict = judged.observed.observations.every(({ answer }) => answer?.simulation !== undefined);
    const { kind } = runResult(finding.id, judged, plan, tools.conditionOf);
    if (hasVerdict && kind === 'not-reproduced') (wasSet ? set : absent).push(path);
  }
  if (set.length + absent.length > 0) finding.condition = { set, absent };
}

/**
 * Reruns a case of a relation with its request unchanged. If the answers differ sometimes too, the change is not the
 * reason, and the finding is attributed to that of the unchanged request.
 */
async function rerunUnchanged(finding: CandidateFinding, tools: ConfirmationTools): Promise<void> {
  const plan = unchangedCase(finding.reproducing.phaseCase.plan);
  if (plan?.relation === undefined) return;
  const { name } = plan.relation;
  for (let run = 0; run < tools.settings.reruns; run++) {
    const judged = await runCase(plan, tools);
    const violations = judged.violations.filter(({ check }) => check.name === name);
    if (violations.length === 0) continue;
    finding.attributeTo(name, { ...judged, violations });
    return;
  }
}

/**
 * Reruns a case that does not always show its finding alone, or only with requests that the deployment has seen, with the
 * requests that were around it in the campaign. Takes the first context that shows it clearly more often than the case alone;
 * its case then includes those requests.
 */
async function rerunInContext(finding: CandidateFinding, tools: ConfirmationTools): Promise<void> {
  // Then its reruns have new keys.
  const isStale = finding.keys === 'seen' && finding.share === 1;
  const alone = { ...tools, runner: tools.alone };
  const idle = { ...alone, hasNewKeys: isStale };
  const found = finding.reproducing;
  const shareAlone = isStale ? 0 : finding.share;
  const hasTime = shrinkingTimer(tools);
  const fewest = finding.check.family === 'metamorphic' ? caseRequests(found.phaseCase.plan).length : 1;
  /**
   * Runs the case alone as often as in its context, and with as many requests, because each may show it by chance. Returns its runs
   * if they show it clearly less often.
   */
  const clearRunsAlone = async (): Promise<CandidateFinding['runs'] | undefined> => {
    const requests = caseRequests(finding.reproducing.phaseCase.plan).length;
    const perRun = Math.ceil(requests / caseRequests(found.phaseCase.plan).length);
    let shown = 0;
    let of = 0;
    for (const runs of [tools.settings.reruns, minRunsOfFlaky]) {
      await completeRuns(finding, idle, runs);
      for (; of < finding.runs.of; of++) {
        let isShown = false;
        for (let time = 0; time < perRun && !isShown; time++) {
          if (!hasTime()) return undefined;
          const result = await rerunOnce(finding, found.phaseCase, idle);
          isShown = result.kind === 'reproduced' && !result.contradicts;
        }
        if (isShown) shown++;
      }
      if (isShownMoreOften(finding.runs, { shown, of })) return { shown, of };
      if (finding.share <= shown / of) return undefined;
    }
    return undefined;
  };
  if (isStale) finding.keys = 'any';
  for (const { name, casesOf } of contexts) {
    for (const phaseCase of casesOf(found, tools)) {
      if (!hasTime()) return;
      const first = await rerunOnce(finding, phaseCase, idle);
      if (name === 'predecessors')
        finding.predecessors =
          caseRequests(phaseCase.plan).length - caseRequests(found.phaseCase.plan).length;
      if (first.kind !== 'reproduced' || first.contradicts) continue;
      const undo = finding.snapshot();
      finding.continueWith({
        ...first,
        phaseCase: asSent(phaseCase, first),
        shrinks: found.shrinks,
        context: found.context,
      });
      await shrinkAndRerun(finding, first, idle);
      if (caseRequests(finding.reproducing.phaseCase.plan).length <= fewest) {
        // Shrinking has shown that it needs no other request.
        if (finding.share > shareAlone) return;
      } else {
        const runsAlone = await clearRunsAlone();
        if (runsAlone !== undefined) {
          Object.assign(finding, { context: name, runsAlone });
          return;
        }
      }
      undo();
    }
  }
  if (!isStale) return;
  finding.keys = 'seen';
  await shrink(finding, alone);
  await completeRuns(finding, alone);
}

const noContext: CaseContext = { preceding: [], concurrent: [] };

/** Merges the requests of two cases into one, if the finding needed answers of both, so that it can be replayed. */
function withContradicted(
  { phaseCase: { plan }, at, contradicts }: ReproducingCase,
  tools: ConfirmationTools,
): PhaseCase[] {
  const judged = caseRequests(plan)[at];
  if (contradicts === undefined || judged === undefined) return [];
  const steps = inSequence([contradicts, judged, contradicts, judged]);
  return [shrinkableCase(fixedCase({ phase: plan.phase, kind: plan.kind, steps }), tools.changeable)];
}

/** Lists 1, 2, 4 and so on, and a number itself. */
function doubledUpTo(count: number): number[] {
  const doubled: number[] = [];
  for (let next = 1; next < count; next *= 2) doubled.push(next);
  return count === 0 ? [] : [...doubled, count];
}

/** Reruns the case of a finding until it has a number of runs, by default that of each finding, and decides its confidence. */
async function completeRuns(
  finding: CandidateFinding,
  tools: ConfirmationTools,
  runs = tools.settings.reruns,
): Promise<void> {
  for (let left = runs - finding.runs.of; left > 0; left--)
    finding.countRun(await rerunOnce(finding, finding.reproducing.phaseCase, tools));
  await decideConfidence(finding, tools);
}

/** Labels a finding by the runs of its case. If they got answers, no control request is needed. */
async function decideConfidence(finding: CandidateFinding, tools: ConfirmationTools): Promise<void> {
  const { runs, reproducing } = finding;
  if (finding.needsControl) {
    finding.confidence =
      runs.shown >= tools.settings.reruns && runs.shown === runs.of ? 'stable' : 'not-reproduced';
    return;
  }
  const isAnswered = runs.shown < runs.of || (runs.shown > 0 && reproducing.exchanges.some(isWhole));
  const byRuns = confidenceByRuns(runs, isAnswered || (await answersControls(tools)));
  // A finding that needs answers of other cases does not show when its case is replayed alone.
  if (byRuns === 'stable' && finding.needsOtherCases) finding.confidence = 'flaky';
  else if (byRuns === 'flaky' && finding.isFailure) finding.confidence = 'not-reproduced';
  else finding.confidence = byRuns;
}

function isWhole({ response, attempts }: RecordedCall): boolean {
  return response !== undefined && attempts.at(-1)?.failure === undefined;
}

/** Sends a case and judges it. Throws once the work is interrupted. */
function runCase(plan: CasePlan, { runner, ending: { confirming } }: ConfirmationTools): Promise<JudgedCase> {
  confirming.throwIfAborted();
  return runner.run(plan, confirming);
}

const controlRequests = 3;

/** Returns whether the deployment answers at least sometimes: the bug may be that it often does not. */
export async function answersControls(tools: ConfirmationTools): Promise<boolean> {
  for (let request = 0; request < controlRequests; request++) if (await tools.isReachable()) return true;
  return false;
}

/**
 * Reruns a case. A failure that may be an outage counts only if the control request directly after it is answered; a
 * connection failure only if one of a few control requests is answered.
 */
async function rerunOnce(
  { id, needsControl }: CandidateFinding,
  phaseCase: PhaseCase,
  tools: ConfirmationTools,
): Promise<RunResult> {
  const fresh = tools.hasNewKeys ? tools.freshCase(phaseCase.plan) : undefined;
  const plan = fresh ?? phaseCase.plan;
  const judged = await runCase(plan, tools);
  const found = runResult(id, judged, plan, tools.conditionOf);
  if (found.kind !== 'reproduced') return found;
  const result = { ...found, plan: fresh };
  const isAnswered = judged.observed.observations[result.at]?.answer !== undefined;
  if (isAnswered && !needsControl) return result;
  const isControlled = needsControl ? await tools.isReachable() : await answersControls(tools);
  return isControlled ? result : { kind: 'inconclusive' };
}

async function shrink(finding: CandidateFinding, tools: ConfirmationTools): Promise<void> {
  const hasTime = shrinkingTimer(tools);
  // A check that compares answers cannot judge only one.
  const fewer =
    finding.check.family === 'metamorphic' ? [] : withFewerSteps(finding.reproducing, tools.changeable);
  let runs = 0;
  const shrunk = await shrinkCase(
    finding.reproducing,
    async (phaseCase) => {
      const result = await rerunOnce(finding, phaseCase, tools);
      // A case that needs other cases to show it is not simpler than one that does not.
      return result.kind === 'reproduced' && result.contradicts ? { kind: 'not-reproduced' } : result;
    },
    () => runs++ < tools.settings.shrinkRuns && hasTime(),
    fewer,
  );
  if (shrunk !== finding.reproducing) finding.continueWith(shrunk);
}

/** Returns whether there is time left for one finding, and takes the time since the last call from that of all findings. */
function shrinkingTimer({ shrinking, nowMs }: ConfirmationTools): () => boolean {
  let lastMs = nowMs();
  let leftMs = shrinkingTime.ofOneMs;
  return () => {
    const sinceMs = nowMs() - lastMs;
    lastMs += sinceMs;
    leftMs -= sinceMs;
    shrinking.leftMs -= sinceMs;
    return leftMs > 0 && shrinking.leftMs > 0;
  };
}
