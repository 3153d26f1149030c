import type { Dispatcher } from 'undici';
import type { Deployment } from '../../deployment/deployment.js';
import { busyStatus, Pace } from '../../fuzz/running/pace.js';
import { type AnyRequest, type Call, callOnce } from '../../http/call-once.js';
import { retryAfterMs } from '../../http/retry-after.js';
import { fullJitter } from '../../internal/backoff.js';
import { type Clock, unixNowMs } from '../../internal/clock.js';
import { sleep } from '../../internal/sleep.js';
import { NotAskedError } from './not-asked-error.js';

/** What requests are sent with. */
export interface PoliteSenderParts {
  readonly deployment: Deployment;
  readonly dispatcher: Dispatcher;
  /** `Infinity` for no limit. */
  readonly ratePerSecond: number;
  readonly maxRequests: number;
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
}

/**
 * Sends requests one after the other, at a rate and up to a number. A connection that could not be made, 429 and 503 are
 * tried again as the deployment's retries say; of a service that still asks to send less, nothing more is asked.
 */
export class PoliteSender {
  readonly #parts: PoliteSenderParts;
  readonly #pace: Pace;
  #sent = 0;
  #busy: number | undefined;

  constructor(parts: PoliteSenderParts) {
    this.#parts = parts;
    this.#pace = new Pace({ concurrency: 1, rate: parts.ratePerSecond }, parts.clock);
  }

  /** How many requests were sent. */
  get sent(): number {
    return this.#sent;
  }

  /**
   * Sends a request, and gives what came of it last.
   *
   * @throws {NotAskedError} when no more may be sent; the signal's reason when it aborted.
   * @throws {UsageError} when the deployment's headers function fails.
   */
  async ask(request: AnyRequest): Promise<Call> {
    const { retries, deadlineMs } = this.#parts.deployment;
    for (let retry = 0; ; retry++) {
      const call = await this.askOnce(request);
      const busy = busyStatus(call);
      if (busy === undefined && call.outcome.kind !== 'network') return call;
      const isLast = retry >= retries.limit || askedPauseMs(call) > deadlineMs || this.#isSpent();
      if (isLast) {
        this.#busy = busy;
        return call;
      }
      const pauseMs = fullJitter(retry, retries.minDelayMs, retries.maxDelayMs);
      await sleep(pauseMs, this.#parts.clock, this.#parts.signal);
    }
  }

  /** Sends a request once, as {@link PoliteSender.ask} does. */
  async askOnce(request: AnyRequest): Promise<Call> {
    const { deployment, dispatcher, timeoutMs, clock, signal } = this.#parts;
    const limits = { timeoutMs, maxBytes: deployment.maxResponseBytes, clock, signal };
    const call = await this.inTurn(
      () => callOnce(deployment, dispatcher, request, limits),
      (done) => done,
    );
    if (call.outcome.kind === 'aborted') throw call.outcome.error;
    return call;
  }

  /**
   * Sends one request by other means when its turn comes.
   *
   * @param callOf - Gives what came, where it may ask to send less.
   * @throws {NotAskedError} when no more may be sent; what `send` throws.
   */
  async inTurn<T>(
    send: () => Promise<T>,
    callOf: (done: T) => Call | undefined = () => undefined,
  ): Promise<T> {
    const { maxRequests, signal } = this.#parts;
    if (this.#busy !== undefined)
      throw new NotAskedError(`not asked: the service asks to send less (status ${this.#busy})`);
    if (this.#isSpent())
      throw new NotAskedError(`not asked: the budget of ${maxRequests} requests (maxRequests) is used up`);
    this.#sent++;
    const turn = this.#pace.tryBegin() ?? (await this.#pace.begin(signal));
    let call: Call | undefined;
    try {
      const done = await send();
      call = callOf(done);
      return done;
    } finally {
      this.#pace.end(turn, call);
    }
  }

  #isSpent(): boolean {
    return this.#sent >= this.#parts.maxRequests;
  }
}

function askedPauseMs({ outcome }: Call): number {
  if (outcome.kind !== 'response') return 0;
  return retryAfterMs(outcome.response.headers['retry-after'], unixNowMs()) ?? 0;
}
