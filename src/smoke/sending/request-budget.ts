import { Pace } from '../../fuzz/running/pace.js';
import type { Clock } from '../../internal/clock.js';
import { NotSentError } from './not-sent-error.js';

/** The limits of a smoke run. */
export interface RequestBudgetOptions {
  /** `Infinity` for no limit. */
  readonly ratePerSecond: number;
  readonly maxRequests: number;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
}

/**
 * Limits the requests of a smoke run: one at a time, at a rate, up to a number, and none to a server that asked for fewer
 * requests.
 */
export class RequestBudget {
  readonly #options: RequestBudgetOptions;
  readonly #pace: Pace;
  /** The statuses by which servers asked for fewer requests, by their origins. */
  readonly #overloaded = new Map<string, number>();
  #sent = 0;

  constructor(options: RequestBudgetOptions) {
    this.#options = options;
    this.#pace = new Pace({ concurrency: 1, ratePerSecond: options.ratePerSecond }, options.clock);
  }

  /** How many requests were sent. */
  get sent(): number {
    return this.#sent;
  }

  /** Whether no request is left. */
  get isSpent(): boolean {
    return this.#sent >= this.#options.maxRequests;
  }

  /** Allows no more requests to a server that asked for fewer. */
  stopSending(origin: string, status: number): void {
    this.#overloaded.set(origin, status);
  }

  /**
   * Sends a request as soon as the rate allows.
   *
   * @throws {NotSentError} if no more may be sent; the signal's reason if it aborted; what `send` throws.
   */
  async spend<T>(origin: string, send: () => Promise<T>): Promise<T> {
    this.#assertAllowed(origin);
    this.#sent++;
    const turn = this.#pace.tryBegin() ?? (await this.#pace.begin(this.#options.signal));
    try {
      return await send();
    } finally {
      this.#pace.end(turn, undefined);
    }
  }

  #assertAllowed(origin: string): void {
    const status = this.#overloaded.get(origin);
    if (status !== undefined)
      throw new NotSentError({
        status: 'inconclusive',
        message: `not sent: the service asks for fewer requests (status ${status})`,
      });
    if (this.isSpent)
      throw new NotSentError({
        status: 'inconclusive',
        message: `not sent: the budget of ${this.#options.maxRequests} requests (maxRequests) is used up`,
        advice: 'raise maxRequests, or take fewer samples',
      });
  }
}
