import type { Dispatcher } from 'undici';
import {
  bodyBytes,
  type CasePlan,
  type CaseRequest,
  type HttpCaseRequest,
} from '../../checks/case/case-plan.js';
import type { Observation } from '../../checks/case/observation.js';
import { isBusy, responseOf } from '../../client/evidence.js';
import type { Exchange } from '../../client/exchange.js';
import type { PlannedRequest, ResolvedEndpoint } from '../../client/request.js';
import { resolveEndpoint } from '../../client/request.js';
import { type Call, callOnce } from '../../client/transport.js';
import type { Deployment } from '../../deployment/deployment.js';
import { builtInFacts } from '../../endpoint/built-in.js';
import type { Endpoint } from '../../endpoint/endpoint.js';
import { type Clock, unixNowMs } from '../../internal/clock.js';
import { fullJitter, sleep } from '../../internal/waiting.js';
import type { RequestLog } from '../findings/case-context.js';
import { sendOverSocket } from '../wire/send-over-socket.js';
import { observe } from './observe.js';
import type { Pace } from './pace.js';

/** Number of retries after 429 or 503 until a request is inconclusive, and the bounds of the pauses. Assumption. */
const busyRetries = { limit: 3, minIntervalMs: 100, maxIntervalMs: 2_000 };

/** A request and its observation. */
export interface SentRequest {
  readonly observation: Observation;
  readonly exchange: Exchange;
}

/** Options for sending plans. */
interface PlanSenderParts {
  readonly deployment: Deployment;
  readonly dispatcher: Dispatcher;
  /** Custom endpoints that plans can call. */
  readonly endpoints: readonly Endpoint[];
  readonly pace: Pace;
  readonly clock: Clock;
  readonly log?: RequestLog | undefined;
}

/** Sends the requests of plans to a deployment, at a pace. */
export class PlanSender {
  readonly #parts: PlanSenderParts;
  readonly #endpoints: ReadonlyMap<string, ResolvedEndpoint>;
  readonly #custom: ReadonlyMap<string, Endpoint>;

  constructor(parts: PlanSenderParts) {
    this.#parts = parts;
    const endpoints = [...Object.values(builtInFacts), ...parts.endpoints];
    this.#endpoints = new Map(
      endpoints.map((endpoint) => [endpoint.name, resolveEndpoint(endpoint, parts.deployment)]),
    );
    this.#custom = new Map(parts.endpoints.map((endpoint) => [endpoint.name, endpoint]));
  }

  /**
   * Sends the steps of a plan in order. Rejects only if the signal aborts or the headers function fails.
   *
   * @param sent - Called with the observations of each step as soon as it ends.
   */
  async send(
    { steps }: CasePlan,
    signal: AbortSignal | undefined,
    sent: SentRequest[] = [],
  ): Promise<SentRequest[]> {
    for (const { pauseMs = 0, requests } of steps) {
      if (pauseMs > 0) await sleep(pauseMs, this.#parts.clock, signal);
      const [only] = requests;
      if (requests.length === 1 && only) sent.push(await this.#sendOne(only, signal));
      else sent.push(...(await Promise.all(requests.map((request) => this.#sendOne(request, signal)))));
    }
    return sent;
  }

  async #sendOne(request: CaseRequest, signal: AbortSignal | undefined): Promise<SentRequest> {
    const { clock, deployment, pace, log } = this.#parts;
    const retried: Call[] = [];
    for (let retry = 0; ; retry++) {
      const turn = pace.tryBegin() ?? (await pace.begin(signal));
      const startMs = clock.now();
      const logEnd = log?.begin(request, startMs);
      let call: Call | undefined;
      try {
        call = await this.#call(request, signal);
      } finally {
        pace.end(turn, call);
        logEnd?.(clock.now());
      }
      if (!isBusy(responseOf(call)?.status) || retry === busyRetries.limit) {
        const span = { startMs, endMs: clock.now(), endedAtMs: unixNowMs() };
        return { observation: observe(request, call, deployment, span, retried), exchange: call.exchange };
      }
      retried.push(call);
      await sleep(fullJitter(retry, busyRetries.minIntervalMs, busyRetries.maxIntervalMs), clock, signal);
    }
  }

  #call(request: CaseRequest, signal: AbortSignal | undefined): Promise<Call> {
    const { deployment, dispatcher, clock } = this.#parts;
    const limits = { clock, signal };
    return 'wire' in request
      ? sendOverSocket(request, this.#endpointOf(request), deployment, limits)
      : callOnce(deployment, dispatcher, this.#asHttp(request), limits);
  }

  #endpointOf(request: CaseRequest): ResolvedEndpoint {
    const { endpoint: name } = request;
    const own = this.#custom.get(name);
    if (own !== undefined && 'path' in request)
      return resolveEndpoint(own, this.#parts.deployment, request.path);
    const endpoint = this.#endpoints.get(name);
    if (endpoint === undefined) throw new RangeError(`there is no endpoint ${name}`);
    return endpoint;
  }

  #asHttp(request: HttpCaseRequest): PlannedRequest {
    const { method, query, headers, body } = request;
    return {
      endpoint: this.#endpointOf(request),
      method,
      query,
      headers,
      body: typeof body === 'object' ? bodyBytes(body) : body,
    };
  }
}
