import type { Dispatcher } from 'undici';
import type { PlannedRequest } from '../../client/request.js';
import { retryAfterMs } from '../../client/retry.js';
import { type Call, callOnce } from '../../client/transport.js';
import type { Deployment } from '../../deployment/deployment.js';
import { HttpError } from '../../errors.js';
import { unixNowMs } from '../../internal/clock.js';
import { fullJitter, sleep } from '../../internal/waiting.js';
import { isCertificateError } from '../tls/certificate-errors.js';
import { RequestBudget, type RequestBudgetOptions } from './request-budget.js';

/** Options of a sender. */
export interface PoliteSenderParts extends RequestBudgetOptions {
  readonly deployment: Deployment;
  readonly dispatcher: Dispatcher;
  readonly attemptTimeoutMs: number;
}

/**
 * Sends the requests of a smoke run, one at a time. Failed connections, 429 and 503 are retried with the deployment's
 * `retries` and `Retry-After`, within `timeoutMs`. A server that still asks for fewer requests gets none any more.
 */
export class PoliteSender {
  readonly #parts: PoliteSenderParts;
  readonly #budget: RequestBudget;

  constructor(parts: PoliteSenderParts) {
    this.#parts = parts;
    this.#budget = new RequestBudget(parts);
  }

  /** How many requests were sent. */
  get sent(): number {
    return this.#budget.sent;
  }

  /**
   * Sends a request, with retries. Returns its last attempt.
   *
   * @throws {NotSentError} if no more may be sent; the signal's reason if it aborted.
   * @throws {UsageError} if the deployment's headers function fails.
   */
  async ask(request: PlannedRequest): Promise<Call> {
    const { clock, signal, deployment } = this.#parts;
    const { limit, minIntervalMs, maxIntervalMs } = deployment.retries;
    for (let retry = 0; retry < limit; retry++) {
      const call = await this.#send(request);
      const pauseMs = Math.max(fullJitter(retry, minIntervalMs, maxIntervalMs), requestedPauseMs(call));
      if (!isTransient(call) || pauseMs > deployment.timeoutMs || this.#budget.isSpent)
        return this.#heeded(request, call);
      await sleep(pauseMs, clock, signal);
    }
    return await this.askOnce(request);
  }

  /** Sends a request without retries. */
  async askOnce(request: PlannedRequest): Promise<Call> {
    return this.#heeded(request, await this.#send(request));
  }

  /**
   * Calls a custom endpoint as soon as the budget allows.
   *
   * @throws {NotSentError} if no more may be sent; what `send` throws.
   */
  async call<T>(origin: string, send: () => Promise<T>): Promise<T> {
    try {
      return await this.#budget.spend(origin, send);
    } catch (error) {
      if (error instanceof HttpError) this.#heed(origin, error.status);
      throw error;
    }
  }

  async #send(request: PlannedRequest): Promise<Call> {
    const { deployment, dispatcher, attemptTimeoutMs: timeoutMs, clock, signal } = this.#parts;
    const limits = { timeoutMs, maxBytes: deployment.maxResponseBytes, clock, signal };
    const call = await this.#budget.spend(request.endpoint.origin, () =>
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
    if (isBusy(status)) this.#budget.stopSending(origin, status);
  }
}

/** Whether a retry may succeed: the server is busy, or the connection failed, and not because of its certificate. */
function isTransient(call: Call): boolean {
  const { outcome } = call;
  if (outcome.kind === 'network') return !isCertificateError(outcome.error);
  return isBusy(statusOf(call));
}

function statusOf({ outcome }: Call): number | undefined {
  return outcome.kind === 'response' ? outcome.response.status : undefined;
}

/** Whether a status asks to retry later. */
function isBusy(status: number | undefined): status is 429 | 503 {
  return status === 429 || status === 503;
}

function requestedPauseMs({ outcome }: Call): number {
  if (outcome.kind !== 'response') return 0;
  return retryAfterMs(outcome.response.headers['retry-after'], unixNowMs()) ?? 0;
}
