import type { CountedKind } from '../../checks/case/case-plan.js';
import { type Check, mayBeOutage } from '../../checks/case/check.js';
import type { JudgedCase } from '../case-runner.js';
import type { PhaseCase } from '../phases/phase.js';
import type {
  Confidence,
  Finding,
  FindingCondition,
  FindingContext,
  ShownTime,
  Signature,
} from './finding.js';
import { byStart, isFailure, isSure } from './finding-certainty.js';
import type { Candidate, ReproducingCase, RunResult } from './shrink-case.js';

/** A case of the campaign that showed findings, and its id. */
export type ShownCase = readonly [judged: JudgedCase, phaseCase: PhaseCase, caseId: string];

/** How many times of a finding are kept. */
const maxTimes = 16;

/** A time in which requests showed a finding, and their number. */
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
  needsOtherCases = false;
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
    this.needsOtherCases = showing.contradicts !== undefined;
    this.#caseId = caseId;
    this.#firstSeenMs = firstSeenMs;
  }

  get signature(): Signature {
    return this.#candidate.signature;
  }

  /** Whether only the requests can distinguish its causes, because the answers are equal. */
  get needsCondition(): boolean {
    return this.family === 'transport' && this.#candidate.violation.path === '';
  }

  get check(): Check {
    return this.#candidate.check;
  }

  /** Whether it may be an outage, see {@link Check.needsControl}. */
  get needsControl(): boolean {
    return mayBeOutage(this.check, this.signature.class);
  }

  /** Whether it is a failure to answer, which may also be an outage. */
  get isFailure(): boolean {
    return isFailure(this.check, this.signature);
  }

  /** Whether it is reported. A failure that may be an outage is reported only if it is sure. */
  get isReported(): boolean {
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
    this.needsOtherCases = showing.contradicts !== undefined;
  }

  /** Returns a function that undoes what reruns in another context change. */
  snapshot(): () => void {
    const { confidence, runs, context, needsOtherCases, isFresh, showing } = this;
    return () => {
      this.#showing = showing;
      Object.assign(this, { confidence, runs, context, needsOtherCases, isFresh });
    };
  }

  /** Counts one more run of its case, unless it is inconclusive. */
  count(result: RunResult): void {
    if (result.kind === 'inconclusive') return;
    if (result.kind === 'shown' && result.contradicts) this.needsOtherCases = true;
    const { shown, of } = this.runs;
    this.runs = { shown: shown + (result.kind === 'shown' ? 1 : 0), of: of + 1 };
  }

  /**
   * Counts a request of the campaign to its endpoint: whether it showed the finding, and when it began, in unix time. The
   * requests of a long case are counted before earlier ones of other cases.
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

  /** Attributes it to another check, because the answers also differ without the change that its own check is about. */
  attributeTo(check: string, explainedBy: JudgedCase): void {
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
    if (!this.isReported) return false;
    const now = JSON.stringify(finding);
    if (now === this.#reported) return false;
    this.#reported = now;
    return true;
  }

  /** @param countOf - Returns the number of the campaign's requests to an endpoint, by kind. Default: none. */
  toFinding(countOf: (endpoint: string, kind: CountedKind) => number = () => 0): Finding {
    const { check, signature } = this.#candidate;
    const { phaseCase, shrinks, message, exchanges, at } = this.#showing;
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
      at,
      isKnown: this.isKnown,
      ...(this.explainedBy ? { isExplained: true } : {}),
    };
  }
}
