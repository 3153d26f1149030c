import { retryAfterMs } from '../../client/retry.js';
import type { Call } from '../../client/transport.js';
import { type Clock, unixNowMs } from '../../internal/clock.js';
import { Limiter } from '../../internal/limiter.js';
import { onAbort } from '../../internal/waiting.js';

/** How fast requests may go out. */
export interface PaceLimits {
  /** Requests at the same time at most. */
  readonly concurrency: number;
  /** Requests a second; `auto` halves what may run at once on overload, and lets it grow up to `concurrency` again. */
  readonly ratePerSecond: number | 'auto';
}

/** A longer pause is not waited for: nobody would know that the campaign still runs. Assumption. */
const longestHoldMs = 60_000;

/** The turn of a request: how many had begun before. */
export type Turn = number;

/**
 * Paces requests: additive increase, multiplicative decrease of how many run at once, as TCP does it, unless a rate is
 * given. What one answer asks for by `Retry-After` holds back all.
 */
export class Pace {
  readonly #limiter: Limiter;
  readonly #most: number;
  readonly #isAuto: boolean;
  #window: number;
  #begun = 0;
  /** Requests that had begun when the window was halved say nothing of the halved one. */
  #judgedFrom = 0;

  constructor({ concurrency, ratePerSecond }: PaceLimits, clock: Clock) {
    this.#most = concurrency;
    this.#isAuto = ratePerSecond === 'auto';
    // From the start: a case that needs requests at the same time may be the only one.
    this.#window = concurrency;
    const perSecond = ratePerSecond === 'auto' ? Number.POSITIVE_INFINITY : ratePerSecond;
    this.#limiter = new Limiter({ concurrency: this.#window, perSecond }, clock);
  }

  /** Gives a turn when there is one at once. */
  tryBegin(): Turn | undefined {
    return this.#limiter.tryEnter() ? this.#begun++ : undefined;
  }

  /** Waits for a turn. Rejects with the signal's reason when it aborts first. */
  begin(signal: AbortSignal | undefined): Promise<Turn> {
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
      this.#limiter.enter(start);
    });
  }

  /** Ends a turn, with what came of it if something did. */
  end(turn: Turn, call: Call | undefined): void {
    if (call !== undefined) this.#heed(turn, call);
    this.#limiter.end();
  }

  #heed(turn: Turn, call: Call): void {
    const isBusy = busyStatus(call) !== undefined;
    if (isBusy) this.#limiter.holdFor(Math.min(askedPauseMs(call) ?? 0, longestHoldMs));
    if (!this.#isAuto || turn < this.#judgedFrom) return;
    if (isBusy || call.outcome.kind === 'timeout') {
      this.#judgedFrom = this.#begun;
      this.#resize(Math.max(1, this.#window / 2));
    } else if (this.#window < this.#most) {
      this.#resize(Math.min(this.#most, this.#window + 1 / this.#window));
    }
  }

  #resize(window: number): void {
    const isOther = Math.floor(window) !== Math.floor(this.#window);
    this.#window = window;
    if (isOther) this.#limiter.concurrency = Math.floor(window);
  }
}

/** The status of an answer that says "later", 429 or 503; undefined for all others. */
export function busyStatus({ outcome }: Call): number | undefined {
  if (outcome.kind !== 'response') return undefined;
  const { status } = outcome.response;
  return status === 429 || status === 503 ? status : undefined;
}

/** How long an answer asks to wait, in milliseconds; undefined when it does not say. */
function askedPauseMs({ outcome }: Call): number | undefined {
  return outcome.kind === 'response'
    ? retryAfterMs(outcome.response.headers['retry-after'], unixNowMs())
    : undefined;
}
