import type { Dispatcher } from 'undici';
import type { PlannedRequest } from '../../client/request.js';
import { retryAfterMs } from '../../client/retry.js';
import { type Call, callOnce } from '../../client/transport.js';
import type { Deployment } from '../../deployment/deployment.js';
import { HttpError } from '../../errors.js';
import { unixNowMs } from '../../internal/clock.js';
import { fullJitter, sleep } from '../../internal/waiting.js';
import { isCertificateRejection } from '../tls/is-certificate-rejection.js';
import { RequestTurns, type RequestTurnsParts } from './request-turns.js';

/** What requests are sent with. */
export interface PoliteSenderParts extends RequestTurnsParts {
  readonly deployment: Deployment;
  readonly dispatcher: Dispatcher;
  readonly attemptTimeoutMs: number;
}

/**
 * Sends requests in turn. A connection that could not be made, 429 and 503 are tried again as the deployment's retries
 * and `Retry-After` say, within `timeoutMs`; a server that still asks to send less is asked nothing more.
 */
export class PoliteSender {
  readonly #parts: PoliteSenderParts;
  readonly #turns: RequestTurns;

  constructor(parts: PoliteSenderParts) {
    this.#parts = parts;
    this.#turns = new RequestTurns(parts);
  }

  /** How many requests were sent. */
  get sent(): number {
    return this.#turns.taken;
  }

  /**
   * Sends a request, and gives what came of it last.
   *
   * @throws {NotAskedError} when no more may be sent; the signal's reason when it aborted.
   * @throws {UsageError} when the deployment's headers function fails.
   */
  async ask(request: PlannedRequest): Promise<Call> {
    const { clock, signal, deployment } = this.#parts;
    const { limit, minIntervalMs, maxIntervalMs } = deployment.retries;
    for (let retry = 0; retry < limit; retry++) {
      const call = await this.#send(request);
      const pauseMs = Math.max(fullJitter(retry, minIntervalMs, maxIntervalMs), askedPauseMs(call));
      if (!mayPass(call) || pauseMs > deployment.timeoutMs || this.#turns.areSpent)
        return this.#heeded(request, call);
      await sleep(pauseMs, clock, signal);
    }
    return await this.askOnce(request);
  }

  /** Sends a request once, as {@link PoliteSender.ask} does. */
  async askOnce(request: PlannedRequest): Promise<Call> {
    return this.#heeded(request, await this.#send(request));
  }

  /**
   * Calls a custom endpoint when its turn comes.
   *
   * @throws {NotAskedError} when no more may be sent; what `send` throws.
   */
  async inTurn<T>(origin: string, send: () => Promise<T>): Promise<T> {
    try {
      return await this.#turns.take(origin, send);
    } catch (error) {
      if (error instanceof HttpError) this.#heed(origin, error.status);
      throw error;
    }
  }

  async #send(request: PlannedRequest): Promise<Call> {
    const { deployment, dispatcher, attemptTimeoutMs: timeoutMs, clock, signal } = this.#parts;
    const limits = { timeoutMs, maxBytes: deployment.maxResponseBytes, clock, signal };
    const call = await this.#turns.take(request.endpoint.origin, () =>
      callOnce(deployment, dispatcher, request, limits),
    );
    if (call.outcome.kind === 'aborted') throw call.outcome.error;
    return call;
  }

  #heeded({ endpoint }: PlannedRequest, call: Call): Call {
    this.#heed(endpoint.origin, statusOf(call));
    return call;
  }

  #heed(origin: string, status: number | undefined): void {
    if (isBusy(status)) this.#turns.leave(origin, status);
  }
}

/** Whether another try may end better: the server is busy, or no connection was made, and not for its certificate. */
function mayPass(call: Call): boolean {
  const { outcome } = call;
  if (outcome.kind === 'network') return !isCertificateRejection(outcome.error);
  return isBusy(statusOf(call));
}

function statusOf({ outcome }: Call): number | undefined {
  return outcome.kind === 'response' ? outcome.response.status : undefined;
}

/** A status that says "later". */
function isBusy(status: number | undefined): status is 429 | 503 {
  return status === 429 || status === 503;
}

function askedPauseMs({ outcome }: Call): number {
  if (outcome.kind !== 'response') return 0;
  return retryAfterMs(outcome.response.headers['retry-after'], unixNowMs()) ?? 0;
}
