import { type CaseId, type CountedKind, countedKind, formatCaseId } from '../../checks/case/case-plan.js';
import type { CandidateFound, Found } from '../campaign-event.js';
import type { CampaignSettings } from '../campaign-settings.js';
import type { JudgedCase } from '../case-runner.js';
import { fixedCase, type PhaseCase } from '../phases/phase.js';
import type { KnownFinding } from './baseline.js';
import { type Candidate, CandidateFinding, candidatesIn, reproductionOf } from './candidate-finding.js';
import {
  answersControls,
  type ConfirmationParts,
  type ConfirmationTools,
  confirmationTools,
  confirmFinding,
} from './confirm-finding.js';
import { type Finding, generalId } from './finding.js';
import { confidenceByOccurrences } from './finding-certainty.js';
import type { ConditionOf } from './finding-condition.js';
import { variablesText } from './reproduction.js';
import type { RequestLog } from './rerun-cases.js';
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

/** A case of the campaign in which findings were seen. */
interface Occurrence {
  readonly judged: JudgedCase;
  readonly phaseCase: PhaseCase;
  readonly caseId: string;
}

/** A finding, and what the ledger still has to do for it. */
interface Entry {
  readonly finding: CandidateFinding;
  /** Whether it waits to be confirmed. */
  isQueued: boolean;
  /** Cases in which it was seen meanwhile, which may belong to another finding once its condition is known. */
  readonly pending: Occurrence[];
  /** How many cases were rerun for it, while none reproduced it. */
  attempts: number;
  /** What was last reported of it, as JSON; empty if nothing was. */
  reported: string;
}

/**
 * Reports each bug once: collects the violations of a campaign by signature. While the campaign continues, it shrinks the
 * case of each, one after the other, and reruns it to distinguish bugs from accidents.
 */
export class FindingLedger {
  readonly #parts: LedgerParts;
  readonly #tools: ConfirmationTools;
  readonly #variables: string | undefined;
  readonly #entries = new Map<string, Entry>();
  readonly #queue: Entry[] = [];
  /** Of the baseline, and of the findings of this campaign. */
  readonly #conditionOf: ConditionOf = (id) =>
    (this.#parts.known.get(id) ?? this.#entries.get(id)?.finding)?.condition;
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
      for (const { finding } of this.#entries.values())
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
    const entry = this.#entries.get(candidate.id);
    if (entry === undefined) {
      this.#addEntry(candidate, occurrence);
      return;
    }
    const { finding, isQueued, pending } = entry;
    finding.occurrences++;
    if (isQueued && finding.needsCondition && pending.length < maxPending) pending.push(occurrence);
    if (finding.confidence !== 'not-reproduced' || isQueued || finding.explainedBy) return;
    if (entry.attempts++ >= maxAttempts) return;
    finding.continueWith(this.#reproducing(candidate, occurrence), occurrence.caseId);
    this.#enqueue(entry);
  }

  #addEntry(candidate: Candidate, occurrence: Occurrence): void {
    const { known, nowMs, emit } = this.#parts;
    const { id, signature } = candidate;
    const { caseId } = occurrence;
    const atMs = nowMs();
    const reproducing = this.#reproducing(candidate, occurrence);
    const isKnown = known.get(id) !== undefined;
    const finding = new CandidateFinding(candidate, { reproducing, caseId, firstSeenMs: atMs, isKnown });
    const entry: Entry = { finding, isQueued: false, pending: [], attempts: 1, reported: '' };
    this.#entries.set(id, entry);
    if (!finding.needsControl)
      emit({ event: 'candidate', atMs, id, signature, caseId, message: reproducing.message });
    this.#enqueue(entry);
  }

  #reproducing(candidate: Candidate, { judged, phaseCase }: Occurrence): CandidateFinding['reproducing'] {
    const span = judged.observed.observations[candidate.violation.at]?.span;
    const context = span && this.#parts.log.around(span, phaseCase.plan);
    return { phaseCase, shrinks: 0, context, ...reproductionOf(judged, candidate) };
  }

  /** Attributes cases in which a finding was seen before its condition was known, and that do not meet it, to another finding. */
  #splitByCondition({ finding, pending }: Entry): void {
    for (const occurrence of pending.splice(0)) {
      const { judged, phaseCase } = occurrence;
      const candidates = candidatesIn(judged, phaseCase.plan, this.#conditionOf);
      if (candidates.has(finding.id)) continue;
      finding.occurrences--;
      for (const candidate of candidates.values()) {
        if (generalId(candidate.signature) !== generalId(finding.signature)) continue;
        this.#recordCandidate(candidate, occurrence);
        const other = this.#entries.get(candidate.id) as Entry;
        for (const at of candidate.places)
          finding.frequency.move(this.#startOf(judged, at), other.finding.frequency);
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
    for (const entry of this.#entries.values()) {
      const { finding } = entry;
      finding.confidence = confidenceByOccurrences(finding.check, finding.toFinding());
      this.#report(entry);
      if (this.#parts.settings.shard.count > 1 && !isReported(entry))
        this.#emit({ ...this.#findingOf(finding), isUnreported: true });
    }
  }

  /** Whether a failure that may have been an outage was not rerun. */
  get hasOpenFailure(): boolean {
    return [...this.#entries.values()].some(
      (entry) => !isReported(entry) && entry.finding.confidence === 'unconfirmed',
    );
  }

  #enqueue(entry: Entry): void {
    entry.isQueued = true;
    this.#queue.push(entry);
    if (!this.#isWorking) this.#work = this.#unlessEnded(() => this.#confirmQueued());
  }

  async #confirmQueued(): Promise<void> {
    this.#isWorking = true;
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      if (this.#parts.ending.endedBy === 'findings') return;
      const { finding } = next;
      await confirmFinding(finding, 'found', this.#tools);
      const { explainedBy: judged, caseId } = finding;
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
    if (this.#entries.size === 0 || !(await answersControls(this.#tools))) return;
    const entries = [...this.#entries.values()];
    for (const { finding } of entries) await confirmFinding(finding, 'idle', this.#tools);
    this.#queue.push(
      ...entries.filter(
        ({ finding: { confidence, check } }) => confidence === 'unconfirmed' && !check.needsIdle,
      ),
    );
    await this.#confirmQueued();
    for (const { finding } of this.#entries.values()) await confirmFinding(finding, 'context', this.#tools);
  }

  /** Emits a finding that was never reported, or has changed since. */
  #report(entry: Entry): void {
    if (!isReported(entry)) return;
    const finding = this.#findingOf(entry.finding);
    const now = JSON.stringify(finding);
    if (now === entry.reported) return;
    entry.reported = now;
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

/** Returns whether a finding is in the report, or will be. */
function isReported({ finding, reported }: Entry): boolean {
  return finding.isReportable || reported !== '';
}
