import { type CountedKind, countedKind } from '../../checks/case/case-plan.js';
import type { Check } from '../../checks/case/check.js';
import type { CandidateFound, Found } from '../campaign-event.js';
import { type CaseId, formatCaseId } from '../case-id.js';
import type { JudgedCase } from '../case-runner.js';
import type { PhaseCase } from '../phases/phase.js';
import type { KnownFinding } from './baseline.js';
import { type ConfirmationTools, confirmFinding, isReachable, shrinkingTime } from './confirm-finding.js';
import {
  type Confidence,
  type Finding,
  type FindingCondition,
  type FindingContext,
  generalId,
  type ShownTime,
  type Signature,
} from './finding.js';
import { byStart, confidenceByOccurrences, isFailure, isSure } from './finding-certainty.js';
import type { ConditionOf } from './finding-condition.js';
import type { RequestLog } from './rerun-cases.js';
import { type Candidate, findingsIn, type RunResult, shownBy } from './run-result.js';
import type { ReproducingCase } from './shrink-case.js';

/** How many cases with the same failure are rerun: in a long outage every case has it. Assumption. */
const maxFailureAttempts = 25;

/** How many cases of a finding are kept until its condition is known. */
const maxCasesWhileWaiting = 64;

/** How many times of a finding are kept. */
const maxTimes = 16;

/** The parts of a ledger. Its signal ends the work; findings that were not rerun by then stay unconfirmed. */
export interface LedgerOptions extends Omit<ConfirmationTools, 'shrinking'> {
  /** Ids of findings in the baseline. They are rerun but not shrunk. */
  readonly known: { get(id: string): Pick<KnownFinding, 'condition'> | undefined };
  readonly emit: (event: CandidateFound | Found) => void;
  /** Returns the requests of the campaign around one of a case. Default: none. */
  readonly contextOf?: RequestLog['around'];
  /** Whether other shards may see the same failures. Default: false. */
  readonly isShard?: boolean;
  /** See {@link Finding.variables}. */
  readonly variables?: string | undefined;
}

/** A case of the campaign that showed findings, and its id. */
type ShownCase = readonly [judged: JudgedCase, phaseCase: PhaseCase, caseId: string];

/**
 * Reports each bug once: collects the violations of a campaign by signature. While the campaign continues, it shrinks the
 * case of each, one after the other, and reruns it to distinguish bugs from accidents.
 */
export class FindingLedger {
  readonly #options: LedgerOptions;
  readonly #tools: ConfirmationTools;
  readonly #findings = new Map<string, CandidateFinding>();
  readonly #waiting: CandidateFinding[] = [];
  /** Of the baseline, and of the findings of this campaign. */
  readonly #conditionOf: ConditionOf = (id) =>
    (this.#options.known.get(id) ?? this.#findings.get(id))?.condition;
  /** The number of requests of the campaign by endpoint and kind. */
  readonly #requests = new Map<string, number>();
  /** Unix time minus that of the campaign's clock. */
  #unixOffsetMs: number | undefined;
  #isWorking = false;
  #work: Promise<void> = Promise.resolve();
  #failure: { readonly error: unknown } | undefined;

  constructor(options: LedgerOptions) {
    this.#options = options;
    const conditionOf = this.#conditionOf;
    this.#tools = { ...options, conditionOf, shrinking: { leftMs: shrinkingTime.ofAllMs } };
  }

  /**
   * Records what a case of the campaign showed. Call it in the order in which cases began. Returns at once and works in the
   * background.
   */
  note(judged: JudgedCase, phaseCase: PhaseCase, from: CaseId): void {
    const shown =
      judged.violations.length > 0
        ? this.#noteAs(judged, phaseCase, formatCaseId(from))
        : new Map<string, Candidate>();
    for (const [at, { request, span }] of judged.observed.observations.entries()) {
      const startMs = span?.startMs ?? 0;
      this.#unixOffsetMs ??= span && span.endedAtMs - span.endMs;
      const kind = countedKind(request);
      const key = `${request.endpoint} ${kind}`;
      this.#requests.set(key, (this.#requests.get(key) ?? 0) + 1);
      for (const finding of this.#findings.values())
        if (finding.signature.endpoint === request.endpoint)
          finding.noteRequest(
            kind,
            shown.get(finding.id)?.places.has(at) === true,
            startMs + (this.#unixOffsetMs ?? 0),
          );
    }
  }

  #noteAs(...shown: ShownCase): Map<string, Candidate> {
    const [judged, { plan }] = shown;
    const candidates = findingsIn(judged, plan, this.#conditionOf);
    for (const candidate of candidates.values()) this.#noteCandidate(candidate, shown);
    return candidates;
  }

  #noteCandidate(candidate: Candidate, shown: ShownCase): void {
    const finding = this.#findings.get(candidate.id);
    if (finding === undefined) {
      this.#addCandidate(candidate, shown);
      return;
    }
    finding.occurrences++;
    const { isWaiting, needsCondition, casesWhileWaiting, confidence, explainedBy } = finding;
    if (isWaiting && needsCondition && casesWhileWaiting.length < maxCasesWhileWaiting)
      casesWhileWaiting.push(shown);
    if (confidence !== 'not-reproduced' || isWaiting || explainedBy) return;
    if (finding.attempts++ >= maxFailureAttempts) return;
    finding.show(this.#showingOf(candidate, shown), shown[2]);
    this.#enqueue(finding);
  }

  #addCandidate(candidate: Candidate, shown: ShownCase): void {
    const { known, nowMs, emit } = this.#options;
    const { id, signature } = candidate;
    const showing = this.#showingOf(candidate, shown);
    const { message } = showing;
    const caseId = shown[2];
    const atMs = nowMs();
    const finding = new CandidateFinding(candidate, showing, caseId, atMs, known.get(id) !== undefined);
    this.#findings.set(id, finding);
    if (!finding.needsControl) emit({ event: 'candidate', atMs, id, signature, caseId, message });
    this.#enqueue(finding);
  }

  /** Attributes cases that showed a finding before its condition was known, and do not meet it, to another finding. */
  #splitByCondition(finding: CandidateFinding): void {
    for (const shown of finding.casesWhileWaiting.splice(0)) {
      const [judged, { plan }] = shown;
      const candidates = findingsIn(judged, plan, this.#conditionOf);
      if (candidates.has(finding.id)) continue;
      finding.occurrences--;
      for (const candidate of candidates.values()) {
        if (generalId(candidate.signature) !== generalId(finding.signature)) continue;
        this.#noteCandidate(candidate, shown);
        const other = this.#findings.get(candidate.id) as CandidateFinding;
        for (const at of candidate.places) {
          const { span } = judged.observed.observations[at] ?? {};
          finding.moveRequest((span?.startMs ?? 0) + (this.#unixOffsetMs ?? 0), other);
        }
      }
    }
  }

  #showingOf(candidate: Candidate, [judged, phaseCase]: ShownCase): ReproducingCase {
    const span = judged.observed.observations[candidate.violation.at]?.span;
    const context = span && this.#options.contextOf?.(span, phaseCase.plan);
    return { phaseCase, shrinks: 0, context, ...shownBy(judged, candidate) };
  }

  /**
   * Waits until every finding is shrunk and rerun. Then, with nothing else in progress, reruns those that were stable under
   * the campaign's own load, and those that could not be confirmed.
   *
   * @throws the error of `emit` or of a run, unless the signal ended it.
   */
  async settle(): Promise<void> {
    await this.#work;
    await this.#orStopped(() => this.#confirmInQuiet());
    if (this.#failure !== undefined) throw this.#failure.error;
    for (const finding of this.#findings.values()) {
      finding.confidence = confidenceByOccurrences(finding.check, finding.toFinding());
      this.#tell(finding);
      if (this.#options.isShard && !finding.isShown)
        this.#emit({ ...this.#findingOf(finding), isUnreported: true });
    }
  }

  /** Whether a failure that may have been an outage was not rerun. */
  get hasOpenFailure(): boolean {
    return [...this.#findings.values()].some(
      ({ isShown, confidence }) => !isShown && confidence === 'unconfirmed',
    );
  }

  #findingOf(finding: CandidateFinding): Finding {
    const countOf = (endpoint: string, kind: CountedKind): number =>
      this.#requests.get(`${endpoint} ${kind}`) ?? 0;
    return { ...finding.toFinding(countOf), variables: this.#options.variables };
  }

  #enqueue(finding: CandidateFinding): void {
    finding.isWaiting = true;
    this.#waiting.push(finding);
    if (!this.#isWorking) this.#work = this.#orStopped(() => this.#confirmWaiting());
  }

  async #confirmWaiting(): Promise<void> {
    this.#isWorking = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      if (this.#options.hasEnough?.()) return;
      await confirmFinding(next, 'found', this.#tools);
      const { explainedBy, caseId } = next;
      if (explainedBy) this.#noteAs(explainedBy, this.#tools.caseOf(explainedBy.observed.plan), caseId);
      next.isWaiting = false;
      this.#splitByCondition(next);
      this.#tell(next);
    }
    this.#isWorking = false;
  }

  async #confirmInQuiet(): Promise<void> {
    if (this.#findings.size === 0 || !(await isReachable(this.#tools))) return;
    const findings = [...this.#findings.values()];
    for (const finding of findings) await confirmFinding(finding, 'quiet', this.#tools);
    this.#waiting.push(
      ...findings.filter(({ confidence, check }) => confidence === 'unconfirmed' && !check.needsIdle),
    );
    await this.#confirmWaiting();
    for (const finding of this.#findings.values()) await confirmFinding(finding, 'context', this.#tools);
  }

  #tell(candidate: CandidateFinding): void {
    const finding = this.#findingOf(candidate);
    if (candidate.takeChange(finding)) this.#emit(finding);
  }

  #emit(finding: Finding): void {
    this.#options.emit({ event: 'finding', atMs: this.#options.nowMs(), finding });
  }

  /** Keeps errors for {@link FindingLedger.settle}. A stop of the campaign is not an error. */
  async #orStopped(work: () => Promise<void>): Promise<void> {
    if (this.#failure !== undefined || this.#options.signal.aborted) return;
    try {
      await work();
    } catch (error) {
      if (!this.#options.signal.aborted) this.#failure = { error };
    }
  }
}

/** A time in which a number of requests showed a finding. */
interface CountedTime extends ShownTime {
  readonly count: number;
}

/** What is known so far about one finding. */
export class CandidateFinding {
  readonly id: string;
  readonly isKnown: boolean;
  confidence: Confidence = 'unconfirmed';
  runs: Finding['runs'] = { shown: 0, of: 0 };
  context: FindingContext | undefined;
  /** See {@link Finding.predecessors}. */
  predecessors: number | undefined;
  condition: FindingCondition | undefined;
  occurrences = 1;
  /** Cases that showed it while it waited. */
  readonly casesWhileWaiting: ShownCase[] = [];
  isWaiting = false;
  /** How many cases were rerun for it, if none showed it. */
  attempts = 1;
  /** Whether a run of its case showed it only together with answers of other cases. */
  isByOthers = false;
  /**
   * Whether its case also shows it with other shards keys, which the deployment has not seen. If not, it may depend on
   * requests before it. Undefined if that was not tried.
   */
  isFresh: boolean | undefined;
  /** The case that showed the finding that explains it: it needs no further work. */
  explainedBy: JudgedCase | undefined;
  readonly #candidate: Candidate;
  readonly #firstSeenMs: number;
  #showing: ReproducingCase;
  #caseId: string;
  #reported = '';
  /** The kind of requests that show it; the valid ones, if those do. */
  #kind: CountedKind | undefined;
  /** How many requests of the kind showed it. */
  #shownRequests = 0;
  #times: CountedTime[] = [];

  constructor(
    candidate: Candidate,
    showing: ReproducingCase,
    caseId: string,
    firstSeenMs: number,
    isKnown: boolean,
  ) {
    this.id = candidate.id;
    this.isKnown = isKnown;
    this.#candidate = candidate;
    this.#showing = showing;
    this.isByOthers = showing.contradicts !== undefined;
    this.#caseId = caseId;
    this.#firstSeenMs = firstSeenMs;
  }

  get signature(): Signature {
    return this.#candidate.signature;
  }

  /** Whether the answers do not tell its causes apart, so that the requests must. */
  get needsCondition(): boolean {
    return this.family === 'transport' && this.#candidate.violation.path === '';
  }

  get check(): Check {
    return this.#candidate.check;
  }

  /** Whether it may be an outage, see {@link Check.needsControl}. */
  get needsControl(): boolean {
    return this.check.needsControl === true;
  }

  /** Whether it is a failure to answer, which may also be an outage. */
  get isFailure(): boolean {
    return isFailure(this.check, this.signature);
  }

  /** Whether it is reported. A failure that may be an outage is reported only if it is sure. */
  get isShown(): boolean {
    return !this.needsControl || this.#reported !== '' || isSure(this.confidence);
  }

  get family(): Finding['family'] {
    return this.check.family;
  }

  /** The case that shows it best. */
  get showing(): ReproducingCase {
    return this.#showing;
  }

  /** Continues with another case; the runs of the case before do not count for it. */
  show(showing: ReproducingCase, caseId: string = this.#caseId): void {
    this.#showing = showing;
    this.#caseId = caseId;
    this.runs = { shown: 0, of: 0 };
    this.isByOthers = showing.contradicts !== undefined;
  }

  /** Returns a function that undoes what reruns in another context change. */
  snapshot(): () => void {
    const { confidence, runs, context, isByOthers, isFresh, showing } = this;
    return () => {
      this.#showing = showing;
      Object.assign(this, { confidence, runs, context, isByOthers, isFresh });
    };
  }

  /** Counts one more run of its case, unless it is inconclusive. */
  count(result: RunResult): void {
    if (result.kind === 'inconclusive') return;
    if (result.kind === 'shown' && result.contradicts) this.isByOthers = true;
    const { shown, of } = this.runs;
    this.runs = { shown: shown + (result.kind === 'shown' ? 1 : 0), of: of + 1 };
  }

  /**
   * Counts a request of the campaign to its endpoint: whether it showed the finding, and when it began, in unix time. Those of
   * a long case come before earlier ones of other cases.
   */
  noteRequest(kind: CountedKind, isShown: boolean, startMs: number): void {
    if (isShown && (this.#kind === undefined || (kind === 'valid requests' && kind !== this.#kind))) {
      this.#kind = kind;
      this.#shownRequests = 0;
      this.#times = [];
    }
    if (kind !== this.#kind) return;
    const covers = ({ fromMs, untilMs = Number.POSITIVE_INFINITY }: CountedTime): boolean =>
      fromMs <= startMs && startMs < untilMs;
    if (!isShown) {
      this.#times = this.#times.map((time) => (covers(time) ? { ...time, untilMs: startMs } : time));
      return;
    }
    this.#shownRequests++;
    const at = this.#times.findIndex(covers);
    const time = this.#times[at];
    if (time !== undefined) this.#times[at] = { ...time, count: time.count + 1 };
    else if (this.#times.length < maxTimes) this.#times.push({ fromMs: startMs, count: 1 });
  }

  /** Moves a request that showed it, by its start in unix time, to another finding. */
  moveRequest(startMs: number, other: CandidateFinding): void {
    this.#shownRequests--;
    other.#kind ??= this.#kind;
    other.#shownRequests++;
    const time = this.#times.findLast(({ fromMs }) => fromMs <= startMs);
    if (time === undefined) return;
    const withCount = (times: readonly CountedTime[], count: number): CountedTime[] =>
      [...times.filter(({ fromMs }) => fromMs !== time.fromMs), { ...time, count }]
        .filter((each) => each.count > 0)
        .sort(byStart);
    const moved = other.#times.find(({ fromMs }) => fromMs === time.fromMs)?.count ?? 0;
    this.#times = withCount(this.#times, time.count - 1);
    other.#times = withCount(other.#times, moved + 1);
  }

  /** Attributes it to another check, because a case without the change that its own check is about shows that one. */
  explain(check: string, explainedBy: JudgedCase): void {
    const message = `${this.#showing.message}; without that change answers differ too, see ${check}`;
    this.#showing = { ...this.#showing, message };
    this.explainedBy = explainedBy;
    this.confidence = 'not-reproduced';
  }

  get caseId(): string {
    return this.#caseId;
  }

  /** Returns whether to report it: it was never reported, or has changed. It then counts as reported. */
  takeChange(finding: Finding): boolean {
    if (!this.isShown) return false;
    const now = JSON.stringify(finding);
    if (now === this.#reported) return false;
    this.#reported = now;
    return true;
  }

  /** @param countOf - Returns the number of the campaign's requests to an endpoint, by kind. Default: none. */
  toFinding(countOf: (endpoint: string, kind: CountedKind) => number = () => 0): Finding {
    const { check, signature } = this.#candidate;
    const { phaseCase, shrinks, message, exchanges } = this.#showing;
    const requests = this.#kind;
    return {
      id: this.id,
      signature,
      severity: check.severity,
      family: check.family,
      message,
      confidence: this.confidence,
      runs: this.runs,
      ...(this.condition === undefined ? {} : { condition: this.condition }),
      ...(this.context === undefined ? {} : { context: this.context }),
      ...(this.predecessors === undefined || this.runs.shown > 0 ? {} : { predecessors: this.predecessors }),
      occurrences: this.occurrences,
      ...(requests === undefined
        ? {}
        : {
            frequency: {
              shown: this.#shownRequests,
              of: countOf(signature.endpoint, requests),
              requests,
              times: this.#times.map(({ count: _, ...time }) => time),
            },
          }),
      caseId: this.#caseId,
      firstSeenMs: this.#firstSeenMs,
      plan: phaseCase.plan,
      shrinks,
      exchanges,
      isKnown: this.isKnown,
      ...(this.explainedBy ? { isExplained: true } : {}),
    };
  }
}
