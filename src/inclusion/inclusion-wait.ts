import { setMaxListeners } from 'node:events';
import { historyFindings } from '../checks/history-findings.js';
import type { InclusionVerdict } from '../checks/inclusion-verdict.js';
import type { Client } from '../http/create-client.js';
import type { InclusionRecord } from '../http/inclusion-record.js';
import { sleep } from '../internal/sleep.js';
import { withTimeLimit } from '../internal/time-limit.js';
import type { InclusionError, WaitReport } from './inclusion-error.js';
import { askedPauseMs, type Probe, probe } from './probe.js';
import { Timeline } from './timeline.js';
import { endingError, type WaitEnding } from './wait-endings.js';
import type { WaitSettings } from './wait-options.js';

/** What a wait that ended with inclusion knows. */
export interface Inclusion extends Pick<WaitReport, 'timeline' | 'findings' | 'durationMs'> {
  /** The record that says so. */
  readonly record: InclusionRecord;
}

/** One wait, from its first probe to its end. */
export class InclusionWait {
  readonly #client: Client;
  readonly #operationId: string;
  readonly #settings: WaitSettings;
  readonly #timeline = new Timeline();
  readonly #startMs: number;
  #lastRecord: InclusionRecord | undefined;
  #lastError: unknown;
  #includedSinceMs: number | undefined;
  #includedPolls = 0;

  constructor(client: Client, operationId: string, settings: WaitSettings) {
    this.#client = client;
    this.#operationId = operationId;
    this.#settings = settings;
    this.#startMs = settings.clock.now();
    // Each wait listens once, and any number may share a signal: that is no leak to warn of.
    if (settings.signal) setMaxListeners(0, settings.signal);
  }

  async run(): Promise<Inclusion> {
    const { timeoutMs, schedule, clock, signal } = this.#settings;
    try {
      let isLast = false;
      for (let poll = 0; ; poll++) {
        signal?.throwIfAborted();
        isLast ||= this.#elapsedMs() >= timeoutMs;
        const seen = await this.#look(isLast);
        const inclusion = this.#judge(seen);
        if (inclusion) return inclusion;
        if (isLast) throw this.#ended('time-up');
        const pauseMs = Math.max(schedule(poll), askedPauseMs(seen));
        const remainingMs = timeoutMs - this.#elapsedMs();
        isLast = pauseMs >= remainingMs;
        await sleep(isLast ? Math.max(0, remainingMs) : pauseMs, clock, signal);
      }
    } catch (error) {
      throw signal?.aborted && error === signal.reason ? this.#ended('aborted', error) : error;
    }
  }

  /** A look that is under way when the time is up ends there; the last look has a time of its own. */
  async #look(isLast: boolean): Promise<Probe> {
    const { timeoutMs, requestTimeoutMs, lastProbeMs, clock, signal } = this.#settings;
    const requestMs = requestTimeoutMs ?? this.#client.deployment.timeoutMs;
    const lastMs = timeoutMs === 0 ? requestMs : lastProbeMs;
    const limitMs = isLast ? lastMs : timeoutMs - this.#elapsedMs();
    const seen = await withTimeLimit(limitMs, clock, signal, (limit) =>
      probe(this.#client, this.#operationId, limit, requestMs),
    );
    signal?.throwIfAborted();
    return seen;
  }

  /** Notes what a look saw; gives the inclusion when the wait ends with it, throws when it ends otherwise. */
  #judge(seen: Probe): Inclusion | undefined {
    const { onPoll, failOnFindings, failFast, isIgnored } = this.#settings;
    if (seen.kind === 'record') this.#lastRecord = seen.record;
    else if (seen.kind !== 'unknown') this.#lastError = seen.error;
    const poll = this.#timeline.add(this.#elapsedMs(), seen.sight);
    onPoll?.(poll);

    const { verdict } = seen.sight;
    if (failOnFindings && this.#report().findings.length > 0) throw this.#ended('inconsistent');
    if (seen.kind === 'hopeless' && !isIgnored(seen.error)) throw this.#ended('could-not-see');
    if (verdict === 'not-applicable') throw this.#ended('not-applicable');
    if (verdict === 'rejected' && failFast) throw this.#ended('rejected');
    const holds = this.#holds(verdict);
    if (seen.kind !== 'record' || !holds) return undefined;
    const { timeline, findings, durationMs } = this.#report();
    return { record: seen.record, timeline, findings, durationMs };
  }

  /** Whether it has been included for as long and as often as was asked; what could not be seen did not hold. */
  #holds(verdict: InclusionVerdict | undefined): boolean {
    const { consecutive, stableForMs, atLeastMs } = this.#settings;
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

  #ended(ending: WaitEnding, abortReason?: unknown): InclusionError {
    return endingError(ending, this.#report(), this.#settings.timeoutMs, abortReason);
  }

  #report(): WaitReport {
    const { name, conventions } = this.#client.deployment;
    return {
      operationId: this.#operationId,
      deploymentName: name,
      timeline: this.#timeline.polls,
      findings: historyFindings(this.#timeline.polls, conventions.stages),
      lastRecord: this.#lastRecord,
      lastError: this.#lastError,
      durationMs: this.#elapsedMs(),
    };
  }

  #elapsedMs(): number {
    return this.#settings.clock.now() - this.#startMs;
  }
}
