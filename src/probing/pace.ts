import type { Call } from '../client/call.js';
import { isBusy, responseOf, retryAfterMs } from '../client/evidence.js';
import { type Clock, onAbort } from '../internal/clock.js';
import { Limiter } from '../internal/limiter.js';

/** Limits of the request rate. */
interface PaceLimits {
  /** Maximum number of concurrent requests. */
  readonly concurrency: number;
  /** Requests per second. `auto` halves the concurrency on overload and lets it grow up to `concurrency` again. */
  readonly ratePerSecond: number | 'auto';
}

/** The longest pause, in milliseconds. During a longer one, the campaign would seem to hang. Assumption. */
const maxHoldMs = 60_000;

/** The turn of a request: the number of requests that began before it. */
type Turn = number;

/**
 * Paces requests: additive increase and multiplicative decrease of the concurrency, as in TCP, unless a rate is set.
 * `Retry-After` of one answer delays all requests.
 */
export class Pace {
  readonly #limiter: Limiter;
  readonly #clock: Clock;
  readonly #limit: number;
  readonly #isAuto: boolean;
  #window: number;
  #begun = 0;
  /** Requests that began before the window was halved do not affect the halved window. */
  #judgedFrom = 0;

  constructor({ concurrency, ratePerSecond }: PaceLimits, clock: Clock) {
    this.#clock = clock;
    this.#limit = concurrency;
    this.#isAuto = ratePerSecond === 'auto';
    // Full from the start: the only case may need concurrent requests.
    this.#window = concurrency;
    const perSecond = ratePerSecond === 'auto' ? Number.POSITIVE_INFINITY : ratePerSecond;
    this.#limiter = new Limiter({ concurrency: this.#window, perSecond }, clock);
  }

  /** Returns a turn if one is free now. */
  tryBegin(): Turn | undefined {
    return this.#limiter.tryEnter() ? this.#begun++ : undefined;
  }

  /** Waits for a turn. Rejects with the signal's reason if it aborts first. */
  begin(signal: AbortSignal | undefined, isUrgent = false): Promise<Turn> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const start = (): void => {
        unwatch();
        resolve(this.#begun++);
      };
      const leave = (): void => {
        this.#limiter.withdraw(start);
        reject(signal?.reason);
      };
      const unwatch = onAbort(signal, leave);
      this.#limiter.enter(start, isUrgent);
    });
  }

  /** Ends a turn, with its call if it was made. */
  end(turn: Turn, call: Call | undefined): void {
    if (call !== undefined) this.#noteBackpressure(turn, call);
    this.#limiter.end();
  }

  #noteBackpressure(turn: Turn, call: Call): void {
    const response = responseOf(call);
    const isOverload = isBusy(response?.status);
    if (isOverload) this.#limiter.holdFor(Math.min(retryAfterMs(response, this.#clock) ?? 0, maxHoldMs));
    if (!this.#isAuto || turn < this.#judgedFrom) return;
    if (isOverload || call.outcome.kind === 'timeout') {
      this.#judgedFrom = this.#begun;
      this.#resize(Math.max(1, this.#window / 2));
    } else if (this.#window < this.#limit) {
      this.#resize(Math.min(this.#limit, this.#window + 1 / this.#window));
    }
  }

  #resize(window: number): void {
    const isOther = Math.floor(window) !== Math.floor(this.#window);
    this.#window = window;
    if (isOther) this.#limiter.concurrency = Math.floor(window);
  }
}
