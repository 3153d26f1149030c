import type { InclusionVerdict } from '../checks/inclusion-verdict.js';
import type { Deployment } from '../deployment/deployment.js';
import { HttpNetworkError } from '../errors/http-error.js';
import type { InclusionRecord } from '../http/inclusion-record.js';
import { isUnknownHost } from '../http/network-failure.js';
import { type Clock, unixNowMs } from '../internal/clock.js';
import { withTimeLimit } from '../internal/time-limit.js';
import { markWait, type WaitMark } from '../internal/wait-marks.js';
import { wakeAfter } from '../internal/wake-after.js';
import type { ObserverRoute } from '../probing/observer-route.js';
import type { InclusionError, WaitReport } from './inclusion-error.js';
import { askedPauseMs, type FailedProbe, notAbout, notRecorded, type Probe, unseen } from './probe.js';
import type { Prober } from './shared-probes.js';
import { seenAt, Timeline } from './timeline.js';
import type { WaitEnding } from './wait-advice.js';
import { endingError } from './wait-endings.js';
import type { WaitSettings } from './wait-options.js';

/** What a wait that ended with inclusion knows. */
export interface Inclusion extends Pick<WaitReport, 'timeline' | 'findings' | 'durationMs'> {
  /** The record that says so. */
  readonly record: InclusionRecord;
}

/** How a wait ended. */
export type InclusionOutcome =
  | { readonly operationId: string; readonly status: 'included'; readonly inclusion: Inclusion }
  | { readonly operationId: string; readonly status: 'failed'; readonly error: InclusionError };

/** What waits that are made together share: they come in thousands, so each holds as little as it can. */
export interface WaitPlan {
  readonly deployment: Deployment;
  readonly prober: Prober;
  readonly settings: WaitSettings;
  /** Is told how a wait ended. */
  readonly ended: (outcome: InclusionOutcome) => void;
  /** Is told that one of the user's own functions threw, so that there is no outcome. */
  readonly broke: (error: unknown) => void;
}

const replayedPauseMs = 20;

type NotFound = Probe & { readonly kind: 'unknown' };

/** One wait, from its first probe to its end. */
export class InclusionWait {
  readonly #plan: WaitPlan;
  readonly #operationId: string;
  readonly #timeline: Timeline;
  readonly #startMs: number;
  /** None unless exchanges are recorded or replayed. */
  readonly #mark: WaitMark | undefined;
  #lastRecord: InclusionRecord | undefined;
  #lastError: unknown;
  #includedSinceMs: number | undefined;
  #includedPolls = 0;
  #isLast = false;
  #unknownHostPolls = 0;
  /** The last 404 that may be an answer. */
  #notFound: NotFound | undefined;
  #routeAsked: Promise<ObserverRoute> | undefined;
  #route: ObserverRoute | undefined;

  constructor(plan: WaitPlan, operationId: string) {
    this.#plan = plan;
    this.#operationId = operationId;
    this.#timeline = new Timeline(plan.deployment.conventions.stages);
    this.#startMs = plan.settings.clock.now();
    this.#mark = markWait(plan.deployment, operationId);
  }

  /** Looks until it ends. No async function sleeps here: its frame and promises would double what a wait holds. */
  start(): void {
    const { ended, broke } = this.#plan;
    this.#step()
      .then((step) => {
        if (typeof step === 'number') return this.#pause(step);
        this.#mark?.end(this.#elapsedMs());
        ended(step);
      })
      .catch(broke);
  }

  #pause(ms: number): void {
    const { clock, signal } = this.#plan.settings;
    wakeAfter(ms, clock, signal, () => this.start());
  }

  /** Looks once, and gives the outcome or how long to pause. */
  async #step(): Promise<InclusionOutcome | number> {
    const { timeoutMs, signal } = this.#plan.settings;
    if (signal?.aborted) return this.#failed('aborted', signal.reason);
    this.#isLast ||= this.#elapsedMs() >= timeoutMs;
    const look = await this.#look();
    const seen = look && this.#asRecorded(await this.#classified(look));
    const outcome = seen && this.#judge(seen);
    if (outcome) return outcome;
    if (seen === undefined || signal?.aborted) return this.#failed('aborted', signal?.reason);
    if (this.#isLast) {
      await this.#verifyNotFound();
      return this.#failed('time-up');
    }
    const pauseMs = Math.min(Math.max(this.#pauseMs(), askedPauseMs(seen)), this.#longestPauseMs);
    const remainingMs = Math.max(0, timeoutMs - this.#elapsedMs());
    this.#isLast = pauseMs >= remainingMs;
    return Math.min(pauseMs, remainingMs);
  }

  /**
   * A look that is under way when the time is up ends there; the last look has a time of its own. Undefined when it was
   * aborted, which is the one way for a look to fail.
   */
  async #look(): Promise<Probe | undefined> {
    const { timeoutMs, requestTimeoutMs, lastProbeMs, clock, signal } = this.#plan.settings;
    const requestMs = requestTimeoutMs ?? this.#plan.deployment.timeoutMs;
    const lastMs = timeoutMs === 0 ? requestMs : lastProbeMs;
    const limitMs = this.#isLast ? lastMs : timeoutMs - this.#elapsedMs();
    const look = this.#plan.prober.look(this.#operationId, requestMs);
    try {
      return await withTimeLimit(look.seen, limitMs, () => unseen(look.waitsFor), clock, signal);
    } catch {
      return undefined;
    } finally {
      look.leave();
    }
  }

  /**
   * Takes a 404 for what it is, as far as that is known. Whether the observer is at its path is found out beside the polls of
   * the second half of the wait, since few waits end without a record; only a 404 that would end the wait has to be believed
   * at once. A recording gets no exchanges that are not needed.
   */
  async #classified(seen: Probe): Promise<Probe> {
    if (seen.kind !== 'unknown') return seen;
    const { failFast, failOnFindings } = this.#plan.settings;
    this.#notFound = seen;
    const isDecisive = failOnFindings || (failFast && seen.sight.verdict === 'rejected');
    if (isDecisive && this.#route === undefined) await this.#establishRoute(seen);
    else if (this.#route === undefined && this.#needsRouteSoon())
      this.#routeAsked ??= seen.route().then((route) => (this.#route = route));
    return this.#doubt(seen) ?? seen;
  }

  #needsRouteSoon(): boolean {
    const { deployment, settings } = this.#plan;
    return deployment.exchanges === undefined && this.#elapsedMs() >= settings.timeoutMs / 2;
  }

  /** At the end: what the 404s said counts only if the observer is at its path, and they are about the operation. */
  async #verifyNotFound(): Promise<void> {
    const seen = this.#notFound;
    if (seen === undefined) return;
    if (this.#route?.exists !== true) await this.#establishRoute(seen);
    const doubt = this.#doubt(seen);
    if (doubt?.sight.failure === undefined) return;
    this.#timeline.retractNotFound(doubt.sight.failure);
    this.#lastError = doubt.error;
  }

  async #establishRoute({ route }: NotFound): Promise<void> {
    const { timeoutMs, lastProbeMs, requestTimeoutMs } = this.#plan.settings;
    const { deployment } = this.#plan;
    const { observerRouteWithin } = await import('../probing/observer-route.js');
    const limitMs = timeoutMs === 0 ? (requestTimeoutMs ?? deployment.timeoutMs) : lastProbeMs;
    const asked = (this.#route === undefined && this.#routeAsked) || route();
    this.#route = await observerRouteWithin(asked, deployment, limitMs);
  }

  /** Why a 404 says nothing of the operation, as the failure that it is; undefined as long as nobody knows better. */
  #doubt({ error }: NotFound): FailedProbe | undefined {
    const route = this.#route;
    if (route === undefined) return undefined;
    if (!route.exists) return notAbout(route.error, `is no answer: ${route.error.reason}`);
    const why = route.notOfOperation(error.exchange);
    return why === undefined ? undefined : notAbout(error, why);
  }

  /** Notes what a look saw, and gives the outcome when the wait ends with it. */
  #judge(seen: Probe): InclusionOutcome | undefined {
    const { onPoll, failOnFindings, failFast, isIgnored } = this.#plan.settings;
    if (seen.kind === 'record') this.#lastRecord = seen.record;
    else if (seen.kind !== 'unknown') this.#lastError = seen.error;
    const poll = this.#timeline.add(this.#elapsedMs(), seen.sight, {
      unit: this.#plan.deployment.conventions.timestampUnit,
      nowMs: latestNowMs(seen, this.#plan.settings.clock),
    });
    onPoll?.(poll, this.#operationId);

    const { verdict } = seen.sight;
    if (failOnFindings && this.#timeline.findings.length > 0) return this.#failed('inconsistent');
    if (this.#cannotPass(seen) && !isIgnored(seen.error)) return this.#failed('could-not-see');
    if (verdict === 'not-applicable') return this.#failed('not-applicable');
    if (verdict === 'rejected' && failFast) return this.#failed('rejected');
    const holds = this.#holds(verdict);
    return seen.kind === 'record' && holds ? this.#included(seen.record) : undefined;
  }

  /**
   * A replay has seen no more of an operation than was recorded, however long its last answer can be repeated. That it was
   * included or rejected is final; that it stayed so is not.
   */
  #asRecorded(seen: Probe): Probe {
    const replayed = this.#mark?.replayed();
    if (replayed === undefined || !(this.#isLast || replayed.isUsedUp)) return seen;
    const { timeoutMs, stableForMs } = this.#plan.settings;
    const { recordedMs = Number.NEGATIVE_INFINITY } = replayed;
    if (Math.min(this.#elapsedMs(), timeoutMs) <= recordedMs) return seen;
    const { verdict } = seen.sight;
    const isFinal = verdict === 'included' ? stableForMs <= Math.max(0, recordedMs) : isEnd(seen);
    return isFinal ? seen : notRecorded(replayed);
  }

  /** Whether looking again would see no more: at once for most errors, after a few looks for an unknown host name. */
  #cannotPass(seen: Probe): seen is Extract<Probe, { error: unknown }> {
    if (seen.kind === 'hopeless') return true;
    const isUnknown =
      seen.kind === 'failed' && seen.error instanceof HttpNetworkError && isUnknownHost(seen.error.cause);
    this.#unknownHostPolls = isUnknown ? this.#unknownHostPolls + 1 : 0;
    return isUnknown && this.#unknownHostPolls >= this.#plan.settings.maxUnknownHostPolls;
  }

  /** Whether it has been included for as long and as often as was asked; what could not be seen did not hold. */
  #holds(verdict: InclusionVerdict | undefined): boolean {
    const { consecutive, stableForMs, atLeastMs } = this.#plan.settings;
    const elapsedMs = this.#elapsedMs();
    if (verdict !== 'included') {
      this.#includedSinceMs = undefined;
      this.#includedPolls = 0;
      return false;
    }
    this.#includedSinceMs ??= elapsedMs;
    this.#includedPolls++;
    const isStable = elapsedMs - this.#includedSinceMs >= stableForMs;
    return isStable && this.#includedPolls >= consecutive && elapsedMs >= atLeastMs;
  }

  /** What is included already is looked at again when it has been so for long enough, not a whole pause later. */
  #pauseMs(): number {
    const { schedule, consecutive, stableForMs, atLeastMs } = this.#plan.settings;
    const pauseMs = schedule(this.#timeline.length - 1);
    if (this.#includedSinceMs === undefined || this.#includedPolls + 1 < consecutive) return pauseMs;
    const dueMs = Math.max(atLeastMs, this.#includedSinceMs + stableForMs) - this.#elapsedMs();
    return dueMs > 0 ? Math.min(pauseMs, dueMs) : pauseMs;
  }

  /** A replayed operation goes on with each poll, not with time. */
  get #longestPauseMs(): number {
    return this.#plan.deployment.exchanges === 'replayed' ? replayedPauseMs : Number.POSITIVE_INFINITY;
  }

  #included(record: InclusionRecord): InclusionOutcome {
    const { timeline, findings, durationMs } = this.#report();
    const inclusion = { record, timeline, findings, durationMs };
    return { operationId: this.#operationId, status: 'included', inclusion };
  }

  #failed(ending: WaitEnding, abortReason?: unknown): InclusionOutcome {
    const error = endingError(ending, this.#report(), this.#plan.settings, abortReason);
    return { operationId: this.#operationId, status: 'failed', error };
  }

  #report(): WaitReport {
    const { polls, findings } = this.#timeline;
    const timeline = seenAt(this.#plan.deployment, polls);
    return {
      operationId: this.#operationId,
      deploymentName: this.#plan.deployment.name,
      timeline,
      findings,
      lastRecord: this.#lastRecord,
      lastError: this.#lastError,
      durationMs: this.#elapsedMs(),
    };
  }

  #elapsedMs(): number {
    return this.#plan.settings.clock.now() - this.#startMs;
  }
}

/** Whether a record says that nothing more will become of the operation. */
function isEnd({ kind, sight: { verdict } }: Probe): boolean {
  return kind === 'record' && (verdict === 'rejected' || verdict === 'not-applicable');
}

/** The later one of two clocks, ours and that of who answers: what both take for the future is. */
function latestNowMs(seen: Probe, clock: Clock): number {
  const header = seen.kind === 'record' ? seen.record.exchange.response?.headers.date : undefined;
  const theirsMs = Date.parse(header ?? '');
  const oursMs = unixNowMs(clock);
  return Number.isNaN(theirsMs) ? oursMs : Math.max(theirsMs, oursMs);
}
