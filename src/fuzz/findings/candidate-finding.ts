import type { Finding, FindingLabel } from './finding.js';
import type { Candidate, RunResult } from './run-result.js';
import type { ShowingCase } from './shrink-case.js';

/** What is known so far about one finding. */
export class CandidateFinding {
  readonly id: string;
  readonly isKnown: boolean;
  label: FindingLabel = 'unconfirmed';
  runs: Finding['runs'] = { shown: 0, of: 0 };
  occurrences = 1;
  /** How many times it was seen after runs that did not show it, including the first time. */
  timesShown = 1;
  isWaiting = false;
  /** Whether a run of its case showed it only together with answers of other cases. */
  isByOthers = false;
  /** Whether it was attributed to another finding and needs no further work. */
  isExplained = false;
  readonly #candidate: Candidate;
  readonly #firstSeenMs: number;
  #showing: ShowingCase;
  #caseId: string;
  #told = '';

  constructor(
    candidate: Candidate,
    showing: ShowingCase,
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

  /** Whether it may be an outage, see {@link Check.needsControl}. */
  get needsControl(): boolean {
    return this.#candidate.check.needsControl === true;
  }

  /** Whether one occurrence is enough, see {@link Check.mayShowOnce}. */
  get mayShowOnce(): boolean {
    return this.#candidate.check.mayShowOnce === true;
  }

  /** Whether a connection was closed. As with gateways, the request is the cause only if this happens every time. */
  get isClosedConnection(): boolean {
    const { check, signature } = this.#candidate;
    return check.name === 'no-answer' && signature.class === 'connection closed';
  }

  /** Whether it is reported. A failure that may be an outage is reported only after it was stable. */
  get isShown(): boolean {
    return !this.needsControl || this.#told !== '' || this.label === 'stable';
  }

  get family(): Finding['family'] {
    return this.#candidate.check.family;
  }

  /** The case that shows it best. */
  get showing(): ShowingCase {
    return this.#showing;
  }

  /** Continues with another case; the runs of the case before do not count for it. */
  show(showing: ShowingCase, caseId: string = this.#caseId): void {
    this.#showing = showing;
    this.#caseId = caseId;
    this.runs = { shown: 0, of: 0 };
    this.isByOthers = showing.contradicts !== undefined;
  }

  /** Counts one more run of its case, unless it is inconclusive. */
  count(result: RunResult): void {
    if (result.kind === 'inconclusive') return;
    if (result.kind === 'shown' && result.contradicts) this.isByOthers = true;
    const { shown, of } = this.runs;
    this.runs = { shown: shown + (result.kind === 'shown' ? 1 : 0), of: of + 1 };
  }

  /** Attributes it to another check, because answers also differ without the change that its own check is about. */
  explain(check: string): void {
    const message = `${this.#showing.message}; without that change answers differ too, see ${check}`;
    this.#showing = { ...this.#showing, message };
    this.isExplained = true;
    this.label = 'not-reproduced';
  }

  get caseId(): string {
    return this.#caseId;
  }

  /** Returns whether to report it: it was never reported, or its label or occurrences have changed. It then counts as reported. */
  takeNews(): boolean {
    if (!this.isShown) return false;
    const now = `${this.label} ${this.occurrences}`;
    if (now === this.#told) return false;
    this.#told = now;
    return true;
  }

  toFinding(): Finding {
    const { check, signature } = this.#candidate;
    const { phaseCase, shrinks, message, exchanges } = this.#showing;
    return {
      id: this.id,
      signature,
      severity: check.severity,
      family: check.family,
      message,
      label: this.label,
      runs: this.runs,
      occurrences: this.occurrences,
      caseId: this.#caseId,
      firstSeenMs: this.#firstSeenMs,
      plan: phaseCase.plan,
      shrinks,
      exchanges,
      isKnown: this.isKnown,
    };
  }
}
