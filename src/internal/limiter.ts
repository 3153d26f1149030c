import { afterThisTurn, type Clock, type Timer } from './clock.js';

/** Limits for concurrent and started tasks. */
export interface Limits {
  /** How many tasks may run at the same time. */
  readonly concurrency: number;
  /** How many tasks may start per second, evenly spaced; `Infinity` for no limit. */
  readonly perSecond: number;
}

const longestDelayMs = 100;

/**
 * Starts tasks in order, within limits. Late timers and garbage collection would lower the rate, so if starts are less
 * than 100 ms apart, up to 100 ms of delay are caught up. Keeps a timer only while a task waits for the rate.
 */
export class Limiter {
  #concurrency: number;
  readonly #gapMs: number;
  readonly #madeUpForMs: number;
  readonly clock: Clock;
  readonly #queue = new Set<() => void>();
  readonly #urgent = new Set<() => void>();
  #running = 0;
  #nextStartMs = Number.NEGATIVE_INFINITY;
  #heldUntilMs = Number.NEGATIVE_INFINITY;
  #timer: Timer | undefined;
  #isDueAfterTurn = false;

  constructor({ concurrency, perSecond }: Limits, clock: Clock) {
    this.#concurrency = concurrency;
    this.#gapMs = 1000 / perSecond;
    this.#madeUpForMs = this.#gapMs < longestDelayMs ? longestDelayMs : 0;
    this.clock = clock;
  }

  /** Changes the number of concurrent tasks; running tasks continue. */
  set concurrency(concurrency: number) {
    this.#concurrency = concurrency;
    this.#startDue();
  }

  /**
   * Queues a task and calls `start` on its turn, possibly at once. Call {@link Limiter.end} when it is done.
   *
   * @param isUrgent - Whether it comes before other tasks and is not held. Default: false.
   */
  enter(start: () => void, isUrgent = false): void {
    (isUrgent ? this.#urgent : this.#queue).add(start);
    this.#startDue();
  }

  /** Starts a task only if it can start now, and returns whether it did. Call {@link Limiter.end} when it is done. */
  tryEnter(): boolean {
    if (this.#waiting > 0 || this.#running >= this.#concurrency || this.#pauseMs() > 0) return false;
    this.#start();
    return true;
  }

  /** Removes a queued task. */
  withdraw(start: () => void): void {
    if (!this.#urgent.delete(start)) this.#queue.delete(start);
    if (this.#waiting === 0) this.#stopTimer();
  }

  /** Ends a started task. The next starts after this turn, so that tasks withdrawn in this turn are skipped. */
  end(): void {
    this.#running--;
    if (this.#waiting === 0 || this.#isDueAfterTurn) return;
    this.#isDueAfterTurn = true;
    afterThisTurn(() => {
      this.#isDueAfterTurn = false;
      this.#startDue();
    });
  }

  /** Starts no tasks for `ms` milliseconds. */
  holdFor(ms: number): void {
    this.#heldUntilMs = Math.max(this.#heldUntilMs, this.clock.now() + ms);
  }

  get #waiting(): number {
    return this.#urgent.size + this.#queue.size;
  }

  #startDue(): void {
    this.#stopTimer();
    for (const queue of [this.#urgent, this.#queue]) {
      for (const start of queue) {
        if (this.#running >= this.#concurrency) return;
        const pauseMs = this.#pauseMs(queue === this.#urgent);
        if (pauseMs > 0) {
          this.#timer = this.clock.setTimeout(() => this.#startDue(), pauseMs);
          return;
        }
        queue.delete(start);
        this.#start();
        start();
      }
    }
  }

  /** Returns the time until the next start is allowed. */
  #pauseMs(isUrgent = false): number {
    const fromMs = isUrgent ? this.#nextStartMs : Math.max(this.#nextStartMs, this.#heldUntilMs);
    return fromMs - this.clock.now();
  }

  #start(): void {
    this.#nextStartMs = Math.max(this.#nextStartMs, this.clock.now() - this.#madeUpForMs) + this.#gapMs;
    this.#running++;
  }

  #stopTimer(): void {
    if (this.#timer !== undefined) this.clock.clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
