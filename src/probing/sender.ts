import type { Dispatcher } from 'undici';
import type { Call } from '../client/call.js';
import { isBusy, responseOf, retryAfterMs } from '../client/evidence.js';
import { newTraceId, type PlannedRequest } from '../client/request.js';
import { attemptRepeatedly, retryPause } from '../client/retry.js';
import { type CallLimits, callOnce } from '../client/transport.js';
import type { Deployment, RetryPolicy } from '../deployment/deployment.js';
import type { Clock } from '../internal/clock.js';
import { optionName } from '../internal/option-names.js';
import { counted } from '../internal/print.js';
import type { Pace } from './pace.js';

/** What the requests of a campaign or smoke run have in common. */
interface SenderParts {
  readonly deployment: Deployment;
  readonly dispatcher: Dispatcher;
  /** Shared by all senders of a run. */
  readonly pace: Pace;
  readonly clock: Clock;
  readonly retries: RetryPolicy;
  /**
   * What happens at 429 and 503. `slow-down`: the pace obeys `Retry-After`, and other requests continue. `stop`: only the
   * retry waits, up to the deployment's `timeoutMs`. A server that then still asks for fewer requests gets no more. Failed
   * connections are retried, too.
   */
  readonly atOverload: 'slow-down' | 'stop';
  /** The time limit of an attempt. Default: that of the deployment. */
  readonly timeoutMs?: number | undefined;
  /** How many requests it sends, retries included. Default: no limit. */
  readonly maxRequests?: number | undefined;
  /** The signal of requests that have none of their own. */
  readonly signal?: AbortSignal | undefined;
}

interface SendOptions {
  readonly signal?: AbortSignal | undefined;
  /** Default: that of the sender. */
  readonly timeoutMs?: number | undefined;
  /** Whether to retry it. Default: true. */
  readonly isRetried?: boolean;
  /** Makes an attempt. Default: as HTTP. */
  readonly attempt?: (planned: PlannedRequest, limits: CallLimits) => Promise<Call>;
}

/** A request that was sent. */
export interface Sent {
  /** The last attempt. */
  readonly call: Call;
  /** The attempts before it, in order. */
  readonly retried: readonly Call[];
}

/**
 * Sends requests at a pace, within a budget, and retries those that a later attempt may answer. All its methods throw
 *
 * - the signal's reason if it aborts,
 * - a {@link NotSentError} if no more may be sent,
 * - a `UsageError` if the deployment's headers function fails.
 */
export class Sender {
  readonly #parts: SenderParts;
  /** The statuses by which servers asked for fewer requests, by their origins. */
  readonly #overloaded = new Map<string, number>();
  #sent = 0;

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  /** How many requests were sent, retries included. */
  get sent(): number {
    return this.#sent;
  }

  /** Sends a request, with retries. */
  async send(planned: PlannedRequest, options: SendOptions = {}): Promise<Sent> {
    const { clock, signal: common, atOverload } = this.#parts;
    const { signal = common, isRetried = true } = options;
    // Retries belong to the same trace.
    const traced = { traceId: newTraceId(), ...planned };
    const { last: call, before: retried } = await attemptRepeatedly(
      () => this.#attempt(traced, { ...options, signal }, false),
      (attempt, retries) => (isRetried ? this.#pauseAfter(attempt, retries) : undefined),
      clock,
      signal,
    );
    const status = responseOf(call)?.status;
    if (atOverload === 'stop' && isBusy(status)) this.#overloaded.set(planned.endpoint.origin, status);
    return { call, retried };
  }

  /** Sends a control request once, before waiting requests, even while the pace pauses. Its answer does not change the pace. */
  control(planned: PlannedRequest, options: Omit<SendOptions, 'isRetried'> = {}): Promise<Call> {
    return this.#attempt(planned, { signal: this.#parts.signal, ...options }, true);
  }

  async #attempt(
    planned: PlannedRequest,
    { signal, timeoutMs = this.#parts.timeoutMs, attempt }: SendOptions,
    isControl: boolean,
  ): Promise<Call> {
    const { deployment, dispatcher, pace, clock, atOverload } = this.#parts;
    const limits = { timeoutMs, clock, signal };
    this.#assertAllowed(planned);
    const turn = (isControl ? undefined : pace.tryBegin()) ?? (await pace.begin(signal, isControl));
    let call: Call | undefined;
    try {
      // Requests that were sent meanwhile may have used up the budget.
      this.#assertAllowed(planned);
      this.#sent++;
      call = await (attempt?.(planned, limits) ?? callOnce(deployment, dispatcher, planned, limits));
    } finally {
      pace.end(turn, isControl || atOverload === 'stop' ? undefined : call);
    }
    if (call.outcome.kind === 'aborted') throw call.outcome.error;
    return call;
  }

  /** Returns the pause before a retry, in milliseconds; undefined if there is none. */
  #pauseAfter(call: Call, retries: number): number | undefined {
    const { deployment, clock, retries: policy, atOverload } = this.#parts;
    const response = responseOf(call);
    const isLost = call.outcome.kind === 'network' && atOverload === 'stop';
    if (this.#isSpent || !(isBusy(response?.status) || isLost)) return undefined;
    // Otherwise the pace makes the pause.
    const askedMs = atOverload === 'stop' ? retryAfterMs(response, clock) : undefined;
    const pause = retryPause(call, retries, policy, askedMs);
    return pause === undefined || pause.ms > deployment.timeoutMs ? undefined : pause.ms;
  }

  get #isSpent(): boolean {
    return this.#sent >= (this.#parts.maxRequests ?? Number.POSITIVE_INFINITY);
  }

  #assertAllowed({ endpoint }: PlannedRequest): void {
    const status = this.#overloaded.get(endpoint.origin);
    if (status !== undefined)
      throw new NotSentError(
        `not sent: the service ${status === 429 ? 'asks for fewer requests' : 'is overloaded or down'} (status ${status})`,
      );
    if (this.#isSpent)
      throw new NotSentError(
        `not sent: the budget of ${counted(this.#parts.maxRequests ?? 0, 'request')} (${optionName('maxRequests')}) is used up`,
        `raise ${optionName('maxRequests')}, or take fewer samples`,
      );
  }
}

/** A request was not sent. Only used within a run. */
export class NotSentError extends Error {
  readonly advice: string | undefined;

  constructor(message: string, advice?: string) {
    super(message);
    this.advice = advice;
  }
}
