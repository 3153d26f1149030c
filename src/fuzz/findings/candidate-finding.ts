import { type CasePlan, type CaseRequest, type CountedKind, caseRequests } from '../../case/case-plan.js';
import { isInconclusive } from '../../case/inconclusive-answers.js';
import { type Check, mayBeOutage, type Violation, violationText } from '../../checks/check.js';
import type { Exchange } from '../../deployment/exchange.js';
import {
  type Confidence,
  type Finding,
  type FindingCondition,
  type FindingContext,
  findingId,
  type RecordedCall,
  recordedCall,
  type Signature,
  signatureOf,
} from '../model/finding.js';
import { isFailure, isReproduced } from '../model/finding-certainty.js';
import type { PhaseCase } from '../phases/phase.js';
import type { JudgedCase } from '../runner/case-runner.js';
import type { CaseContext } from '../runner/request-log.js';
import { answerKind } from './answer-kinds.js';
import { type ConditionOf, signatureWithin } from './finding-condition.js';
import { FrequencyCounter } from './frequency-counter.js';

/** A violation with the id of its finding. */
export interface Candidate extends Pick<JudgedCase['violations'][number], 'check' | 'violation'> {
  readonly id: string;
  readonly signature: Signature;
  /** The indexes of all requests that have it. */
  readonly places: ReadonlySet<number>;
}

/**
 * Returns a candidate for each finding in a judged case, by its id, secrets masked: an answer may echo them, even as the
 * name of a member, and violations quote answers.
 *
 * @param conditionOf - The conditions of findings. A request that does not meet that of a finding has another one. Default: none.
 */
export function candidatesIn(
  { violations, exchanges }: JudgedCase,
  plan: CasePlan,
  conditionOf: ConditionOf = () => undefined,
): Map<string, Candidate> {
  const requests = caseRequests(plan);
  const candidates = new Map<string, Candidate>();
  for (const { check, violation } of violations) {
    const checked = { check, violation: masked(violation, exchanges[violation.at]) };
    const general = signatureOf(checked, plan);
    const signature = signatureWithin(general, requests[violation.at] as CaseRequest, conditionOf);
    const id = findingId(signature);
    const other = candidates.get(id);
    const places = new Set(other?.places).add(violation.at);
    // A violation that the case has by itself takes precedence over one that needs other cases.
    const isBetter = other === undefined || (other.violation.contradicts && !violation.contradicts);
    candidates.set(id, isBetter ? { id, signature, ...checked, places } : { ...other, places });
  }
  return candidates;
}

function masked(violation: Violation, exchange: Exchange | undefined): Violation {
  if (exchange === undefined) return violation;
  const { path, class: kind, expected, received } = violation;
  return {
    ...violation,
    path: exchange.redact(path),
    class: exchange.redact(kind),
    expected: exchange.redact(expected),
    received: exchange.redact(received),
  };
}

/** What a run that reproduced a finding showed. */
export interface Reproduction extends Pick<Finding, 'message' | 'expected' | 'received' | 'answers'> {
  /** The index of the request that shows it, counted from 0 over all steps. */
  readonly at: number;
  readonly exchanges: readonly RecordedCall[];
  /** The request of another case that is needed to reproduce it; absent if the case reproduces it by itself. */
  readonly contradicts?: CaseRequest | undefined;
  /** The case that was sent, if it had other shards keys than the case to rerun. */
  readonly plan?: CasePlan | undefined;
}

/** Returns what a judged case shows of a candidate. */
export function reproductionOf(
  { observed, exchanges, retried }: JudgedCase,
  { violation }: Candidate,
): Reproduction {
  const { at, attempt, expected, received, isWholeAnswer, contradicts } = violation;
  const judged = attempt === undefined ? undefined : retried[at]?.[attempt];
  const calls = judged === undefined ? exchanges : exchanges.with(at, judged);
  const answers = observed.observations.map((observation, index) =>
    answerKind(
      attempt === undefined || index !== at
        ? observation
        : { ...observation, answer: observation.retried?.[attempt] },
    ),
  );
  return {
    at,
    message: violationText(violation),
    expected,
    ...(isWholeAnswer ? {} : { received }),
    exchanges: calls.map(recordedCall),
    answers,
    contradicts,
  };
}

/** The result of one rerun of a finding. `inconclusive`: there were too few answers to decide. */
export type RunResult =
  | ({ readonly kind: 'reproduced' } & Reproduction)
  | { readonly kind: 'not-reproduced' }
  | { readonly kind: 'inconclusive' };

/** Returns whether a judged case reproduced a finding. */
export function runResult(
  id: string,
  judged: JudgedCase,
  plan: CasePlan,
  conditionOf?: ConditionOf,
): RunResult {
  const candidate = candidatesIn(judged, plan, conditionOf).get(id);
  if (candidate !== undefined) return { kind: 'reproduced', ...reproductionOf(judged, candidate) };
  return { kind: judged.observed.observations.some(isInconclusive) ? 'inconclusive' : 'not-reproduced' };
}

/** A case that reproduces a finding, and the run that did. */
export interface ReproducingCase extends Reproduction {
  readonly phaseCase: PhaseCase;
  /** How many times the case was shrunk. */
  readonly shrinks: number;
  /** The requests of the campaign around the one that showed the finding first. Default: none. */
  readonly context?: CaseContext | undefined;
}

/** A case of the campaign in which findings were seen. */
export interface Occurrence {
  readonly judged: JudgedCase;
  readonly phaseCase: PhaseCase;
  readonly caseId: string;
}

/**
 * The shards keys with which a case shows a finding: any, or only those that the deployment has seen, so that it may depend on
 * requests before the case. `unknown` if others were not tried, or did not decide it.
 */
export type ShowingKeys = 'any' | 'seen' | 'unknown';

/** What is known so far about one finding: of its case, its reruns, and how often the campaign saw it. */
export class CandidateFinding {
  readonly id: string;
  readonly signature: Signature;
  readonly check: Check;
  readonly isKnown: boolean;
  readonly firstSeenMs: number;
  /** Whether it may be an outage, see {@link Check.needsControl}. */
  readonly needsControl: boolean;
  /** Whether it is a failure to answer, which may also be an outage. */
  readonly isFailure: boolean;
  /** Whether only the requests can distinguish its causes, because the answers are equal. */
  readonly needsCondition: boolean;

  // Its case and what reruns of it showed.
  /** The best case to reproduce it. */
  reproducing: ReproducingCase;
  caseId: string;
  runs: Finding['runs'] = { shown: 0, of: 0 };
  confidence: Confidence = 'unconfirmed';
  /** Whether a run of its case reproduced it only together with answers of other cases. */
  needsOtherCases: boolean;
  keys: ShowingKeys = 'unknown';
  context: FindingContext | undefined;
  /** See {@link Finding.runsAlone}. */
  runsAlone: Finding['runs'] | undefined;
  /** See {@link Finding.predecessors}. */
  predecessors: number | undefined;
  condition: FindingCondition | undefined;
  /** The case whose finding explains it: it needs no further work. */
  explainedBy: JudgedCase | undefined;

  // What the campaign saw of it.
  occurrences = 1;
  /** How many requests of the campaign showed it. */
  readonly frequency = new FrequencyCounter();
  /** Cases that showed it before its condition is known. They may belong to another finding. */
  readonly pending: Occurrence[] = [];

  // What is left to do for it.
  /** Whether it waits to be confirmed. */
  isQueued = false;
  /** How many cases were rerun for it, while none reproduced it. */
  attempts = 1;
  /** What was last reported of it, as JSON; empty if nothing was. */
  reported = '';

  constructor(
    { id, signature, check, violation }: Candidate,
    reproducing: ReproducingCase,
    { caseId, firstSeenMs, isKnown }: Pick<Finding, 'caseId' | 'firstSeenMs' | 'isKnown'>,
  ) {
    this.id = id;
    this.signature = signature;
    this.check = check;
    this.isKnown = isKnown;
    this.firstSeenMs = firstSeenMs;
    this.needsControl = mayBeOutage(check, signature.class);
    this.isFailure = isFailure(check, signature);
    this.needsCondition = check.family === 'transport' && violation.path === '';
    this.reproducing = reproducing;
    this.caseId = caseId;
    this.needsOtherCases = reproducing.contradicts !== undefined;
  }

  /** Continues with another case; the runs of the case before do not count for it. */
  continueWith(reproducing: ReproducingCase, caseId: string = this.caseId): void {
    this.reproducing = reproducing;
    this.caseId = caseId;
    this.runs = { shown: 0, of: 0 };
    this.needsOtherCases = reproducing.contradicts !== undefined;
  }

  /** Returns a function that undoes what reruns in another context change. */
  snapshot(): () => void {
    const { reproducing, runs, confidence, needsOtherCases, keys, context } = this;
    return () => void Object.assign(this, { reproducing, runs, confidence, needsOtherCases, keys, context });
  }

  /** Counts one more run of its case, unless it is inconclusive. */
  countRun(result: RunResult): void {
    if (result.kind === 'inconclusive') return;
    const isShown = result.kind === 'reproduced';
    if (isShown && result.contradicts) this.needsOtherCases = true;
    const { shown, of } = this.runs;
    this.runs = { shown: shown + (isShown ? 1 : 0), of: of + 1 };
  }

  /** The share of the runs of its case that showed it. */
  get share(): number {
    return this.runs.of === 0 ? 0 : this.runs.shown / this.runs.of;
  }

  /** Attributes it to another check, because the answers also differ without the change that its own check is about. */
  attributeTo(check: string, explainedBy: JudgedCase): void {
    const { message, received } = this.reproducing;
    const reason = `; without that change answers differ too, see ${check}`;
    this.reproducing = {
      ...this.reproducing,
      message: message + reason,
      received: received && received + reason,
    };
    this.explainedBy = explainedBy;
    this.confidence = 'not-reproduced';
  }

  /**
   * Whether it is in the report, or will be. A failure that may be an outage is reported only once it is reproduced, and then stays in it.
   */
  get isReported(): boolean {
    return !this.needsControl || isReproduced(this.confidence) || this.reported !== '';
  }

  /** @param countOf - Returns the number of the campaign's requests to an endpoint, by kind. Default: none. */
  toFinding(countOf: (endpoint: string, kind: CountedKind) => number = () => 0): Finding {
    const { id, signature, check, confidence, runs, occurrences, isKnown } = this;
    const { condition, context, runsAlone, predecessors, caseId, firstSeenMs } = this;
    const { phaseCase, shrinks, message, expected, received, exchanges, answers, at } = this.reproducing;
    const frequency = this.frequency.read((kind) => countOf(signature.endpoint, kind));
    return {
      id,
      signature,
      severity: check.severity,
      family: check.family,
      message,
      ...(expected === undefined ? {} : { expected }),
      ...(received === undefined ? {} : { received }),
      confidence,
      runs,
      ...(condition === undefined ? {} : { condition }),
      ...(context === undefined ? {} : { context }),
      ...(runsAlone === undefined ? {} : { runsAlone }),
      ...(predecessors === undefined || runs.shown > 0 ? {} : { predecessors }),
      occurrences,
      ...(frequency === undefined ? {} : { frequency }),
      caseId,
      firstSeenMs,
      plan: phaseCase.plan,
      shrinks,
      exchanges,
      ...(answers === undefined ? {} : { answers }),
      at,
      isKnown,
      ...(this.explainedBy ? { isExplained: true } : {}),
    };
  }
}
