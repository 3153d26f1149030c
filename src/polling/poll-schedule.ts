import type { InclusionVerdict } from '../contract/verdicts.js';
import type { Deployment } from '../deployment/deployment.js';
import type { WaitSettings } from './wait-options.js';

/** The longest pause between polls of a replay, which advances per poll rather than with time. */
const replayPauseMs = 20;

/** The time of a poll that has begun. */
interface PollTime {
  /** How long the wait waits for its outcome. */
  readonly limitMs: number;
  /** Whether it is the last one if its outcome comes when the last one would have started. */
  readonly mayBeLast: boolean;
  /** When the last poll would have started. */
  readonly lastStartsAtMs: number;
}

/**
 * When a wait polls: how long it pauses, when its last poll starts, and how long it waits for an answer, by the latency seen so
 * far. Times `At` and `Since` are in milliseconds after the start of the wait.
 */
export class PollSchedule {
  readonly #settings: WaitSettings;
  readonly #deployment: Pick<Deployment, 'attemptTimeoutMs' | 'exchanges'>;
  readonly #latency: Latency;
  readonly #startMs: number;
  #isLast = false;
  #includedSinceMs: number | undefined;
  #includedPolls = 0;

  constructor(
    settings: WaitSettings,
    deployment: Pick<Deployment, 'attemptTimeoutMs' | 'exchanges'>,
    latency: Latency,
  ) {
    this.#settings = settings;
    this.#deployment = deployment;
    this.#latency = latency;
    this.#startMs = settings.clock.now();
  }

  /** When the wait started, by its clock. */
  get startMs(): number {
    return this.#startMs;
  }

  /** How long the wait has lasted. */
  get elapsedMs(): number {
    return this.#settings.clock.now() - this.#startMs;
  }

  /** The time limit of the request of a poll. */
  get requestMs(): number {
    return this.#settings.attemptTimeoutMs ?? this.#deployment.attemptTimeoutMs;
  }

  /** Whether the current or next poll is the last one. */
  get isLast(): boolean {
    return this.#isLast;
  }

  /**
   * Begins a poll. One that is silent for longer than usual makes way for the last one. Another becomes the last one itself,
   * unless a window must be observed to its end.
   */
  beginPoll(): PollTime {
    const { timeoutMs, endMs, isWindow } = this.#settings;
    const startedAtMs = this.elapsedMs;
    const spareMs = Math.max(0, this.#lastPollAtMs() - startedAtMs);
    this.#isLast ||= spareMs === 0;
    const makesWay = !this.#isLast && spareMs >= 2 * this.#latency.usualMs(Number.POSITIVE_INFINITY);
    const longestMs = timeoutMs === 0 ? this.requestMs : spareMs + this.#latency.longestMs();
    return {
      limitMs: makesWay ? spareMs : Math.min(endMs - startedAtMs, longestMs),
      mayBeLast: !makesWay && !isWindow,
      lastStartsAtMs: startedAtMs + spareMs,
    };
  }

  /** Ends a poll that was answered or whose time was up. */
  endPoll({ mayBeLast, lastStartsAtMs }: PollTime): void {
    this.#isLast ||= mayBeLast && this.elapsedMs >= lastStartsAtMs;
  }

  /** Returns when the last poll starts: at the time limit, or earlier if the test would end before its answer. */
  #lastPollAtMs(): number {
    const { timeoutMs, endMs } = this.#settings;
    return Math.max(0, Math.min(timeoutMs, endMs - this.#latency.usualMs()));
  }

  /** Notes how long an answer took. */
  noteLatency(ms: number): void {
    this.#latency.note(ms);
  }

  /**
   * Begins a pause and returns its length, shortened if the last poll is due, or if an included operation becomes stable
   * earlier.
   *
   * @param poll - The number of the poll before it; the first one is 0.
   * @param requestedMs - The pause that the service requested.
   */
  beginPause(poll: number, requestedMs: number): number {
    const spareMs = Math.max(0, this.#lastPollAtMs() - this.elapsedMs);
    const longestMs = this.#deployment.exchanges === 'replayed' ? replayPauseMs : Number.POSITIVE_INFINITY;
    const wholeMs = Math.min(Math.max(this.#settings.schedule(poll), requestedMs), longestMs);
    const dueInMs = this.#stableAtMs() - this.elapsedMs;
    const pauseMs = dueInMs > 0 ? Math.min(wholeMs, dueInMs) : wholeMs;
    this.#isLast = pauseMs >= spareMs;
    return Math.min(pauseMs, spareMs);
  }

  /**
   * Notes the verdict of a poll. Returns whether the operation has been included for the required time and number of polls. A
   * failed poll resets both.
   */
  noteVerdict(verdict: InclusionVerdict | undefined): boolean {
    const { minConsecutivePolls, stableForMs } = this.#settings;
    const { elapsedMs } = this;
    if (verdict !== 'included') {
      this.#includedSinceMs = undefined;
      this.#includedPolls = 0;
      return false;
    }
    this.#includedSinceMs ??= elapsedMs;
    this.#includedPolls++;
    return elapsedMs - this.#includedSinceMs >= stableForMs && this.#includedPolls >= minConsecutivePolls;
  }

  /** Returns when the next poll can show that an included operation is stable; 0 if it is not included. */
  #stableAtMs(): number {
    const { minConsecutivePolls, stableForMs } = this.#settings;
    if (this.#includedSinceMs === undefined || this.#includedPolls + 1 < minConsecutivePolls) return 0;
    return this.#includedSinceMs + stableForMs;
  }

  /** Returns how long to wait for the check of the observer: as long as an answer usually takes, within the time of the test. */
  checkLimitMs(): number {
    const { timeoutMs, endMs } = this.#settings;
    const { elapsedMs } = this;
    const longestMs = timeoutMs === 0 ? this.requestMs : this.#latency.longestMs();
    return Math.min(endMs, Math.max(timeoutMs, elapsedMs + longestMs)) - elapsedMs;
  }

  /** Returns whether polls have failed for longer than an answer may take. */
  isOutage(failedSinceMs: number): boolean {
    // The last poll ends after the longest latency, and its timer may be late.
    return this.elapsedMs - failedSinceMs > this.#latency.longestMs() + this.#latency.usualMs();
  }
}

/** How many answers the usual latency is taken from. */
const latencySample = 10;

/** The shortest usual latency, in milliseconds: an event loop may be that late by itself. Assumption. */
const leastUsualMs = 50;

/** How long an answer may take when none has come yet, in milliseconds. Assumption. */
const unseenLongestMs = 1000;

/** How long an observer takes to answer. */
export class Latency {
  readonly #recentMs: number[] = [];

  /** Notes how long an answer took, in milliseconds. */
  note(ms: number): void {
    this.#recentMs.push(ms);
    if (this.#recentMs.length > latencySample) this.#recentMs.shift();
  }

  /** Whether an answer came. */
  get isKnown(): boolean {
    return this.#recentMs.length > 0;
  }

  /** Returns a time in which most answers arrive: 1.5 times the 80th percentile of recent latencies, at least 50 ms. */
  usualMs(unseenMs = leastUsualMs): number {
    const sorted = this.#recentMs.toSorted((one, other) => one - other);
    const seenMs = sorted[Math.ceil(sorted.length * 0.8) - 1];
    return seenMs === undefined ? unseenMs : Math.max(leastUsualMs, 1.5 * seenMs);
  }

  /** Returns a time after which an answer is not expected any more. */
  longestMs(): number {
    return this.#recentMs.length === 0 ? unseenLongestMs : 3 * this.usualMs();
  }
}
