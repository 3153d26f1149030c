import { Agent, type Dispatcher } from 'undici';
import { inclusionResponseSchema } from '../contract/inclusion-schema.js';
import { inclusionPath, simulatePath } from '../contract/operations.js';
import { type SimulationRequest, simulationRequestSchema } from '../contract/request-schema.js';
import { simulationResponseSchema } from '../contract/simulation-schema.js';
import { camelCaseMembers } from '../contract/snake-case.js';
import type { Deployment } from '../deployment/deployment.js';
import type { CallOptions } from './call-options.js';
import { InclusionRecord } from './inclusion-record.js';
import { readJson } from './read-json.js';
import type { PlannedRequest } from './recorded-exchange.js';
import { type Sent, send } from './send.js';
import { SimulationResult } from './simulation-result.js';
import { validateRequest, validateResponse } from './validate.js';

// One for the process: its idle sockets keep no process alive, so nobody has to close it.
const sharedDispatcher = new Agent();

/** The two operations of one deployment, ready to be called. Loads undici and zod: import it when they are needed. */
export class Service {
  readonly #deployment: Deployment;
  readonly #dispatcher: Dispatcher;
  readonly #requestSchema: ReturnType<typeof simulationRequestSchema>;
  readonly #simulate: PlannedRequest;
  readonly #inclusion: PlannedRequest;

  constructor(deployment: Deployment) {
    this.#deployment = deployment;
    this.#dispatcher = deployment.dispatcher ?? sharedDispatcher;
    this.#requestSchema = simulationRequestSchema(deployment.conventions);
    this.#simulate = plan('POST', deployment.simulatorUrl + simulatePath(deployment.chains));
    const parameter = encodeURIComponent(deployment.conventions.operationIdParameter);
    this.#inclusion = plan(
      'GET',
      `${deployment.observerUrl}${inclusionPath(deployment.chains)}?${parameter}=`,
    );
  }

  async simulate(request: SimulationRequest, options: CallOptions): Promise<SimulationResult> {
    validateRequest(this.#requestSchema, request, 'simulation request');
    const body = JSON.stringify(this.#deployment.dialect.toWireRequest(request));
    const sent = await send(
      this.#limited(options),
      this.#dispatcher,
      { ...this.#simulate, body },
      options.signal,
    );
    const json = this.#readJson(sent);
    const { response } = validateResponse(
      simulationResponseSchema,
      json,
      sent.exchange,
      this.#deployment.name,
    );
    return new SimulationResult(request, response, json, sent.exchange);
  }

  async inclusion(operationId: string, options: CallOptions): Promise<InclusionRecord> {
    const path = this.#inclusion.path + encodeURIComponent(operationId);
    const sent = await send(
      this.#limited(options),
      this.#dispatcher,
      { ...this.#inclusion, path },
      options.signal,
    );
    const json = this.#readJson(sent);
    const { response } = validateResponse(
      inclusionResponseSchema,
      json,
      sent.exchange,
      this.#deployment.name,
    );
    const neutral = this.#deployment.dialect.fromWireInclusion(response);
    return new InclusionRecord(operationId, neutral, json, sent.exchange, this.#deployment);
  }

  #limited({ timeoutMs, retries }: CallOptions): Deployment {
    if (timeoutMs === undefined && retries === undefined) return this.#deployment;
    const { retries: policy, timeoutMs: usualMs } = this.#deployment;
    return {
      ...this.#deployment,
      timeoutMs: timeoutMs ?? usualMs,
      retries: { ...policy, limit: retries ?? policy.limit },
    };
  }

  #readJson({ response, exchange }: Sent): unknown {
    const json = readJson(response, exchange, this.#deployment);
    return this.#deployment.conventions.acceptSnakeCase ? camelCaseMembers(json) : json;
  }
}

function plan(method: PlannedRequest['method'], url: string): PlannedRequest {
  const { origin, pathname, search } = new URL(url);
  return { method, origin, path: pathname + search };
}
