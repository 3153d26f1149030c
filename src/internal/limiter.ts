import { afterThisTurn, type Clock, type Timer } from './clock.js';

/** How much may happen at once, and in a second. */
export interface Limits {
  /** Tasks that may run at the same time. */
  readonly concurrency: number;
  /** Tasks that may start in a second, evenly spaced; `Infinity` for as many as come. */
  readonly perSecond: number;
}

const longestDelayMs = 50;

/**
 * Starts tasks in the order in which they come, within limits. Timers come late and collections of garbage stop
 * everything: starts closer than 50 ms make up for a delay of as long as that, or the rate would fall. Holds a timer
 * only while one waits for the rate.
 */
export class Limiter {
  #concurrency: number;
  readonly #gapMs: number;
  readonly #madeUpForMs: number;
  readonly #clock: Clock;
  readonly #queue = new Set<() => void>();
  #running = 0;
  #nextStartMs = Number.NEGATIVE_INFINITY;
  #heldUntilMs = Number.NEGATIVE_INFINITY;
  #timer: Timer | undefined;
  #isDueAfterTurn = false;

  constructor({ concurrency, perSecond }: Limits, clock: Clock) {
    this.#concurrency = concurrency;
    this.#gapMs = 1000 / perSecond;
    this.#madeUpForMs = this.#gapMs < longestDelayMs ? longestDelayMs : 0;
    this.#clock = clock;
  }

  /** Allows more or fewer tasks at the same time; those that run go on. */
  set concurrency(concurrency: number) {
    this.#concurrency = concurrency;
    this.#startDue();
  }

  /** Calls `start` when its turn comes, which may be at once; who was started must {@link Limiter.end}. */
  enter(start: () => void): void {
    this.#queue.add(start);
    this.#startDue();
  }

  /** Starts a task at once if it may, and tells whether it did; it must {@link Limiter.end} then. */
  tryEnter(): boolean {
    if (this.#queue.size > 0 || this.#running >= this.#concurrency || this.#pauseMs() > 0) return false;
    this.#start();
    return true;
  }

  /** Leaves the queue before the turn came. */
  withdraw(start: () => void): void {
    this.#queue.delete(start);
    if (this.#queue.size === 0) this.#stopTimer();
  }

  /** Ends a task that was started, and gives its place to the next: one that does not give up in this same turn. */
  end(): void {
    this.#running--;
    if (this.#queue.size === 0 || this.#isDueAfterTurn) return;
    this.#isDueAfterTurn = true;
    afterThisTurn(() => {
      this.#isDueAfterTurn = false;
      this.#startDue();
    });
  }

  /** Starts nothing for a while. */
  holdFor(ms: number): void {
    this.#heldUntilMs = Math.max(this.#heldUntilMs, this.#clock.now() + ms);
  }

  #startDue(): void {
    this.#stopTimer();
    for (const start of this.#queue) {
      if (this.#running >= this.#concurrency) return;
      const pauseMs = this.#pauseMs();
      if (pauseMs > 0) {
        this.#timer = this.#clock.setTimeout(() => this.#startDue(), pauseMs);
        return;
      }
      this.#queue.delete(start);
      this.#start();
      start();
    }
  }

  /** How long nothing may start yet. */
  #pauseMs(): number {
    return Math.max(this.#nextStartMs, this.#heldUntilMs) - this.#clock.now();
  }

  #start(): void {
    this.#nextStartMs = Math.max(this.#nextStartMs, this.#clock.now() - this.#madeUpForMs) + this.#gapMs;
    this.#running++;
  }

  #stopTimer(): void {
    if (this.#timer !== undefined) this.#clock.clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
