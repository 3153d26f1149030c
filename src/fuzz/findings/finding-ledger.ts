import { type CaseId, type CountedKind, countedKind, formatCaseId } from '../../case/case-plan.js';
import type { CandidateFound, Found } from '../model/campaign-event.js';
import type { CampaignSettings } from '../model/campaign-settings.js';
import { type Finding, generalId } from '../model/finding.js';
import { confidenceByOccurrences } from '../model/finding-certainty.js';
import { fixedCase, type PhaseCase } from '../phases/phase.js';
import type { JudgedCase } from '../runner/case-runner.js';
import type { RequestLog } from '../runner/request-log.js';
import type { KnownFinding } from './baseline.js';
import {
  type Candidate,
  CandidateFinding,
  candidatesIn,
  type Occurrence,
  type ReproducingCase,
  reproductionOf,
} from './candidate-finding.js';
import {
  answersControls,
  type ConfirmationParts,
  type ConfirmationTools,
  confirmationTools,
  confirmFinding,
} from './confirm-finding.js';
import type { ConditionOf } from './finding-condition.js';
import { variablesText } from './reproduction.js';
import { shrinkableCase } from './shrink-case.js';

/** How many cases with the same failure are rerun: in a long outage every case has it. Assumption. */
const maxAttempts = 25;

/** How many cases of a finding are kept until its condition is known. */
const maxPending = 64;

/** The parts of a campaign that its ledger needs. */
export interface LedgerParts extends ConfirmationParts {
  readonly settings: ConfirmationParts['settings'] & Pick<CampaignSettings, 'shard'>;
  /** The requests of the campaign. */
  readonly log: Pick<RequestLog, 'around'>;
  /** Ids of findings in the baseline. They are rerun but not shrunk. */
  readonly known: { get(id: string): Pick<KnownFinding, 'condition'> | undefined };
  readonly emit: (event: CandidateFound | Found) => void;
}

/**
 * Reports each bug once: collects the violations of a campaign by signature. While the campaign continues, it shrinks the
 * case of each, one after the other, and reruns it to distinguish bugs from accidents.
 */
export class FindingLedger {
  readonly #parts: LedgerParts;
  readonly #tools: ConfirmationTools;
  readonly #variables: string | undefined;
  readonly #findings = new Map<string, CandidateFinding>();
  readonly #queue: CandidateFinding[] = [];
  /** Of the baseline, and of the findings of this campaign. */
  readonly #conditionOf: ConditionOf = (id) =>
    (this.#parts.known.get(id) ?? this.#findings.get(id))?.condition;
  /** The number of requests of the campaign by endpoint and kind. */
  readonly #requests = new Map<string, number>();
  /** Unix time minus that of the campaign's clock. */
  #unixOffsetMs: number | undefined;
  #isWorking = false;
  #work: Promise<void> = Promise.resolve();
  #failure: { readonly error: unknown } | undefined;

  constructor(parts: LedgerParts) {
    this.#parts = parts;
    this.#tools = confirmationTools(parts, this.#conditionOf);
    this.#variables = variablesText(parts.settings.deployment);
  }

  /**
   * Records a judged case of the campaign. Call it in the order in which cases began. Returns at once and works in the
   * background.
   */
  record(judged: JudgedCase, phaseCase: PhaseCase, from: CaseId): void {
    const candidates =
      judged.violations.length > 0
        ? this.#recordOccurrence({
            judged,
            phaseCase: shrinkableCase(phaseCase, this.#tools.changeable, from.phase),
            caseId: formatCaseId(from),
          })
        : new Map<string, Candidate>();
    for (const [at, { request, span }] of judged.observed.observations.entries()) {
      this.#unixOffsetMs ??= span && span.endedAtMs - span.endMs;
      const startMs = this.#startOf(judged, at);
      const kind = countedKind(request);
      const key = `${request.endpoint} ${kind}`;
      this.#requests.set(key, (this.#requests.get(key) ?? 0) + 1);
      for (const finding of this.#findings.values())
        if (finding.signature.endpoint === request.endpoint) {
          const isShown = candidates.get(finding.id)?.places.has(at) === true;
          finding.frequency.count(kind, isShown, startMs);
        }
    }
  }

  /** Returns when a request began, in unix time. */
  #startOf({ observed }: JudgedCase, at: number): number {
    return (observed.observations[at]?.span?.startMs ?? 0) + (this.#unixOffsetMs ?? 0);
  }

  #recordOccurrence(occurrence: Occurrence): Map<string, Candidate> {
    const { judged, phaseCase } = occurrence;
    const candidates = candidatesIn(judged, phaseCase.plan, this.#conditionOf);
    for (const candidate of candidates.values()) this.#recordCandidate(candidate, occurrence);
    return candidates;
  }

  #recordCandidate(candidate: Candidate, occurrence: Occurrence): void {
    const finding = this.#findings.get(candidate.id);
    if (finding === undefined) {
      this.#addFinding(candidate, occurrence);
      return;
    }
    finding.occurrences++;
    const { isQueued, needsCondition, pending } = finding;
    if (isQueued && needsCondition && pending.length < maxPending) pending.push(occurrence);
    if (finding.confidence !== 'not-reproduced' || isQueued || finding.explainedBy) return;
    if (finding.attempts++ >= maxAttempts) return;
    finding.continueWith(this.#reproducing(candidate, occurrence), occurrence.caseId);
    this.#enqueue(finding);
  }

  #addFinding(candidate: Candidate, occurrence: Occurrence): void {
    const { known, nowMs, emit } = this.#parts;
    const { id, signature } = candidate;
    const { caseId } = occurrence;
    const atMs = nowMs();
    const reproducing = this.#reproducing(candidate, occurrence);
    const isKnown = known.get(id) !== undefined;
    const finding = new CandidateFinding(candidate, reproducing, { caseId, firstSeenMs: atMs, isKnown });
    this.#findings.set(id, finding);
    if (!finding.needsControl)
      emit({ event: 'candidate', atMs, id, signature, caseId, message: reproducing.message });
    this.#enqueue(finding);
  }

  #reproducing(candidate: Candidate, { judged, phaseCase }: Occurrence): ReproducingCase {
    const span = judged.observed.observations[candidate.violation.at]?.span;
    const context = span && this.#parts.log.around(span, phaseCase.plan);
    return { phaseCase, shrinks: 0, context, ...reproductionOf(judged, candidate) };
  }

  /** Attributes cases in which a finding was seen before its condition was known, and that do not meet it, to another finding. */
  #splitByCondition(finding: CandidateFinding): void {
    for (const occurrence of finding.pending.splice(0)) {
      const { judged, phaseCase } = occurrence;
      const candidates = candidatesIn(judged, phaseCase.plan, this.#conditionOf);
      if (candidates.has(finding.id)) continue;
      finding.occurrences--;
      for (const candidate of candidates.values()) {
        if (generalId(candidate.signature) !== generalId(finding.signature)) continue;
        this.#recordCandidate(candidate, occurrence);
        const other = this.#findings.get(candidate.id) as CandidateFinding;
        for (const at of candidate.places) finding.frequency.move(this.#startOf(judged, at), other.frequency);
      }
    }
  }

  /**
   * Waits until every finding is shrunk and rerun. Then, with nothing else in progress, reruns those that were stable under
   * the campaign's own load, and those that could not be confirmed.
   *
   * @throws the error of `emit` or of a run, unless the end of the campaign interrupted it.
   */
  async settle(): Promise<void> {
    await this.#work;
    await this.#unlessEnded(() => this.#rerunIdle());
    if (this.#failure !== undefined) throw this.#failure.error;
    for (const finding of this.#findings.values()) {
      finding.confidence = confidenceByOccurrences(finding.check, finding.toFinding());
      this.#report(finding);
      if (this.#parts.settings.shard.count > 1 && !finding.isReported)
        this.#emit({ ...this.#findingOf(finding), isUnreported: true });
    }
  }

  /** Whether a failure that may have been an outage was not rerun. */
  get hasOpenFailure(): boolean {
    return [...this.#findings.values()].some(
      ({ isReported, confidence }) => !isReported && confidence === 'unconfirmed',
    );
  }

  #enqueue(finding: CandidateFinding): void {
    finding.isQueued = true;
    this.#queue.push(finding);
    if (!this.#isWorking) this.#work = this.#unlessEnded(() => this.#confirmQueued());
  }

  async #confirmQueued(): Promise<void> {
    this.#isWorking = true;
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      if (this.#parts.ending.endedBy === 'findings') return;
      await confirmFinding(next, 'found', this.#tools);
      const { explainedBy: judged, caseId } = next;
      if (judged !== undefined) {
        const phaseCase = shrinkableCase(fixedCase(judged.observed.plan), this.#tools.changeable);
        this.#recordOccurrence({ judged, phaseCase, caseId });
      }
      next.isQueued = false;
      this.#splitByCondition(next);
      this.#report(next);
    }
    this.#isWorking = false;
  }

  async #rerunIdle(): Promise<void> {
    const findings = [...this.#findings.values()];
    if (findings.length === 0 || !(await answersControls(this.#tools))) return;
    for (const finding of findings) await confirmFinding(finding, 'idle', this.#tools);
    this.#queue.push(
      ...findings.filter(({ confidence, check }) => confidence === 'unconfirmed' && !check.needsIdle),
    );
    await this.#confirmQueued();
    for (const finding of this.#findings.values()) await confirmFinding(finding, 'context', this.#tools);
  }

  /** Emits a finding that was never reported, or has changed since. */
  #report(candidate: CandidateFinding): void {
    if (!candidate.isReported) return;
    const finding = this.#findingOf(candidate);
    const now = JSON.stringify(finding);
    if (now === candidate.reported) return;
    candidate.reported = now;
    this.#emit(finding);
  }

  #findingOf(finding: CandidateFinding): Finding {
    const countOf = (endpoint: string, kind: CountedKind): number =>
      this.#requests.get(`${endpoint} ${kind}`) ?? 0;
    return { ...finding.toFinding(countOf), variables: this.#variables };
  }

  #emit(finding: Finding): void {
    this.#parts.emit({ event: 'finding', atMs: this.#parts.nowMs(), finding });
  }

  /** Keeps errors for {@link FindingLedger.settle}. The end of the campaign is not an error. */
  async #unlessEnded(work: () => Promise<void>): Promise<void> {
    const { confirming } = this.#parts.ending;
    if (this.#failure !== undefined || confirming.aborted) return;
    try {
      await work();
    } catch (error) {
      if (!confirming.aborted) this.#failure = { error };
    }
  }
}
