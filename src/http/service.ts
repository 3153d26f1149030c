import { Agent, type Dispatcher } from 'undici';
import { inclusionResponseSchema } from '../contract/inclusion-schema.js';
import { inclusionPath, simulatePath } from '../contract/operations.js';
import { type SimulationRequest, simulationRequestSchema } from '../contract/request-schema.js';
import { simulationResponseSchema } from '../contract/simulation-schema.js';
import type { Deployment } from '../deployment/deployment.js';
import type { CallOptions } from './call-options.js';
import { InclusionRecord } from './inclusion-record.js';
import type { Endpoint } from './planned-request.js';
import { readJson } from './read-json.js';
import { send } from './send.js';
import { SimulationResult } from './simulation-result.js';
import { answerCheck, type RequestCheck, requestCheck } from './validate.js';

// One for the process: its idle sockets keep no process alive, so nobody has to close it.
const sharedDispatcher = new Agent();

const checkSimulation = answerCheck(simulationResponseSchema);
const checkInclusion = answerCheck(inclusionResponseSchema);

/** The two operations of one deployment, ready to be called. Loads undici and zod: import it when they are needed. */
export class Service {
  readonly #deployment: Deployment;
  readonly #dispatcher: Dispatcher;
  readonly #checkRequest: RequestCheck;
  readonly #simulate: Endpoint;
  readonly #inclusion: Endpoint;

  constructor(deployment: Deployment) {
    const { name, simulatorUrl, observerUrl, chains, conventions } = deployment;
    this.#deployment = deployment;
    this.#dispatcher = deployment.dispatcher ?? sharedDispatcher;
    this.#checkRequest = requestCheck(simulationRequestSchema(conventions), 'simulation request');
    this.#simulate = {
      operation: 'simulate',
      who: `The simulator of ${name}`,
      method: 'POST',
      ...target(simulatorUrl + simulatePath(chains)),
    };
    this.#inclusion = {
      operation: 'inclusion',
      who: `The observer of ${name}`,
      method: 'GET',
      ...target(
        `${observerUrl}${inclusionPath(chains)}?${encodeURIComponent(conventions.operationIdParameter)}=`,
      ),
    };
  }

  async simulate(request: SimulationRequest, options: CallOptions): Promise<SimulationResult> {
    this.#checkRequest(request);
    const deployment = limited(this.#deployment, options);
    const body = JSON.stringify(deployment.dialect.toWireRequest(request));
    const planned = { endpoint: this.#simulate, body };
    const sent = await send(deployment, this.#dispatcher, planned, options.signal);
    const json = readJson(sent, deployment.conventions.acceptSnakeCase);
    const { response } = checkSimulation(json, sent.endpoint.who, sent.exchange);
    return new SimulationResult(request, response, json, sent.exchange);
  }

  async inclusion(operationId: string, options: CallOptions): Promise<InclusionRecord> {
    const deployment = limited(this.#deployment, options);
    const planned = { endpoint: this.#inclusion, operationId };
    const sent = await send(deployment, this.#dispatcher, planned, options.signal);
    const json = readJson(sent, deployment.conventions.acceptSnakeCase);
    const { response } = checkInclusion(json, sent.endpoint.who, sent.exchange);
    const neutral = deployment.dialect.fromWireInclusion(response);
    return new InclusionRecord(operationId, neutral, json, sent.exchange, this.#deployment);
  }
}

/** The deployment with the limits of one call. */
function limited(deployment: Deployment, { timeoutMs, retries }: CallOptions): Deployment {
  if (timeoutMs === undefined && retries === undefined) return deployment;
  return {
    ...deployment,
    timeoutMs: timeoutMs ?? deployment.timeoutMs,
    retries: { ...deployment.retries, limit: retries ?? deployment.retries.limit },
  };
}

function target(url: string): Pick<Endpoint, 'origin' | 'path'> {
  const { origin, pathname, search } = new URL(url);
  return { origin, path: pathname + search };
}
