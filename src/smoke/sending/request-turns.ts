import { Pace } from '../../fuzz/running/pace.js';
import type { Clock } from '../../internal/clock.js';
import { NotAskedError } from './not-asked-error.js';

/** What turns are given by. */
export interface RequestTurnsParts {
  /** `Infinity` for no limit. */
  readonly ratePerSecond: number;
  readonly maxRequests: number;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
}

/** Lets requests out one after the other, at a rate and up to a number, and none to a server that asks to send less. */
export class RequestTurns {
  readonly #parts: RequestTurnsParts;
  readonly #pace: Pace;
  /** The statuses by which servers asked to send less, by their origins. */
  readonly #busy = new Map<string, number>();
  #taken = 0;

  constructor(parts: RequestTurnsParts) {
    this.#parts = parts;
    this.#pace = new Pace({ concurrency: 1, ratePerSecond: parts.ratePerSecond }, parts.clock);
  }

  /** How many turns were taken. */
  get taken(): number {
    return this.#taken;
  }

  /** Whether there is no turn left. */
  get areSpent(): boolean {
    return this.#taken >= this.#parts.maxRequests;
  }

  /** Asks a server no more, which answered that it wants less. */
  leave(origin: string, status: number): void {
    this.#busy.set(origin, status);
  }

  /**
   * Sends one request when its turn comes.
   *
   * @throws {NotAskedError} when no more may be sent; the signal's reason when it aborted; what `send` throws.
   */
  async take<T>(origin: string, send: () => Promise<T>): Promise<T> {
    this.#reject(origin);
    this.#taken++;
    const turn = this.#pace.tryBegin() ?? (await this.#pace.begin(this.#parts.signal));
    try {
      return await send();
    } finally {
      this.#pace.end(turn, undefined);
    }
  }

  #reject(origin: string): void {
    const busy = this.#busy.get(origin);
    if (busy !== undefined)
      throw new NotAskedError({
        status: 'inconclusive',
        message: `not asked: the service asks to send less (status ${busy})`,
      });
    if (this.areSpent)
      throw new NotAskedError({
        status: 'inconclusive',
        message: `not asked: the budget of ${this.#parts.maxRequests} requests (maxRequests) is used up`,
        advice: 'raise maxRequests, or take fewer samples',
      });
  }
}
