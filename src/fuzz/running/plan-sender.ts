import type { Dispatcher } from 'undici';
import { bodyBytes, type CasePlan, type CaseRequest } from '../../checks/case/case-plan.js';
import type { Observation } from '../../checks/case/observation.js';
import type { Exchange } from '../../client/exchange.js';
import type { PlannedRequest, ResolvedEndpoint } from '../../client/request.js';
import { resolveEndpoint } from '../../client/request.js';
import { type Call, type CallLimits, callOnce } from '../../client/transport.js';
import type { Deployment } from '../../deployment/deployment.js';
import { builtInFacts } from '../../endpoint/built-in.js';
import type { Endpoint } from '../../endpoint/endpoint.js';
import { type Clock, unixNowMs } from '../../internal/clock.js';
import { sleep } from '../../internal/waiting.js';
import { observe } from '../../probing/observe.js';
import type { Sender } from '../../probing/sender.js';
import type { RequestLog } from '../findings/case-context.js';
import { sendOverSocket } from '../wire/send-over-socket.js';

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
  readonly sender: Sender;
  readonly clock: Clock;
  readonly log?: RequestLog | undefined;
}

/** Sends the requests of plans to a deployment. */
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
    const { clock, deployment, dispatcher, sender, log } = this.#parts;
    const planned = this.#planned(request);
    let startMs = 0;
    const attempt = async (limits: CallLimits): Promise<Call> => {
      startMs = clock.now();
      const logEnd = log?.begin(request, startMs);
      try {
        return await ('wire' in request
          ? sendOverSocket(request, planned.endpoint, deployment, limits)
          : callOnce(deployment, dispatcher, planned, limits));
      } finally {
        logEnd?.(clock.now());
      }
    };
    const { call, retried } = await sender.send(planned, { signal, attempt });
    const span = { startMs, endMs: clock.now(), endedAtMs: unixNowMs() };
    return { observation: { ...observe(request, call, deployment, retried), span }, exchange: call.exchange };
  }

  #planned(request: CaseRequest): PlannedRequest {
    const endpoint = this.#endpointOf(request);
    if ('wire' in request) return { endpoint };
    const { method, query, headers, body } = request;
    return {
      endpoint,
      method,
      query,
      headers,
      body: typeof body === 'object' ? bodyBytes(body) : body,
    };
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
}
