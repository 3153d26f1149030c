import { type CaseId, type CountedKind, countedKind, formatCaseId } from '../../checks/case/case-plan.js';
import type { CandidateFound, Found } from '../campaign-event.js';
import type { JudgedCase } from '../case-runner.js';
import type { PhaseCase } from '../phases/phase.js';
import type { KnownFinding } from './baseline.js';
import { CandidateFinding, type ShownCase } from './candidate-finding.js';
import { type ConfirmationTools, confirmFinding, isReachable, shrinkingTime } from './confirm-finding.js';
import { type Finding, generalId } from './finding.js';
import { confidenceByOccurrences } from './finding-certainty.js';
import type { ConditionOf } from './finding-condition.js';
import type { RequestLog } from './rerun-cases.js';
import { type Candidate, findingsIn, type ReproducingCase, shownBy } from './shrink-case.js';

/** How many cases with the same failure are rerun: in a long outage every case has it. Assumption. */
const maxFailureAttempts = 25;

/** How many cases of a finding are kept until its condition is known. */
const maxCasesWhileWaiting = 64;

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
    await this.#orStopped(() => this.#rerunIdle());
    if (this.#failure !== undefined) throw this.#failure.error;
    for (const finding of this.#findings.values()) {
      finding.confidence = confidenceByOccurrences(finding.check, finding.toFinding());
      this.#report(finding);
      if (this.#options.isShard && !finding.isReported)
        this.#emit({ ...this.#findingOf(finding), isUnreported: true });
    }
  }

  /** Whether a failure that may have been an outage was not rerun. */
  get hasOpenFailure(): boolean {
    return [...this.#findings.values()].some(
      ({ isReported, confidence }) => !isReported && confidence === 'unconfirmed',
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
      this.#report(next);
    }
    this.#isWorking = false;
  }

  async #rerunIdle(): Promise<void> {
    if (this.#findings.size === 0 || !(await isReachable(this.#tools))) return;
    const findings = [...this.#findings.values()];
    for (const finding of findings) await confirmFinding(finding, 'idle', this.#tools);
    this.#waiting.push(
      ...findings.filter(({ confidence, check }) => confidence === 'unconfirmed' && !check.needsIdle),
    );
    await this.#confirmWaiting();
    for (const finding of this.#findings.values()) await confirmFinding(finding, 'context', this.#tools);
  }

  #report(candidate: CandidateFinding): void {
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
