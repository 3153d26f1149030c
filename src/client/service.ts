import type { Dispatcher } from 'undici';
import { neutralRequest } from '../contract/dialect.js';
import { operationIdFault } from '../contract/formats.js';
import { inclusionResponseSchema, simulationResponseSchema } from '../contract/responses.js';
import type { SimulationRequest } from '../contract/simulation-request.js';
import type { Deployment } from '../deployment/deployment.js';
import type { Endpoint, EndpointRequest } from '../endpoint/endpoint.js';
import { SchemaMismatchError } from '../errors.js';
import { printText } from '../internal/print.js';
import { Agent } from '../internal/undici.js';
import { markAnswered } from './answered.js';
import type { CallOptions } from './call-options.js';
import { EndpointCall } from './endpoint-call.js';
import type { EndpointResult } from './endpoint-result.js';
import { type Endpoints, endpointsOf, inclusionQuery } from './endpoints.js';
import { InclusionRecord } from './inclusion-record.js';
import { refuseOtherOperation } from './named-operation.js';
import { readJson } from './read-json.js';
import { send } from './send.js';
import { SimulationResult } from './simulation-result.js';
import { answerCheck, type RequestCheck, simulationRequestCheck } from './validate.js';

// One for the process: its idle sockets keep no process alive, so nobody has to close it.
const sharedDispatcher = new Agent();

/** What sends the requests of a deployment: its own dispatcher, or the one that all others share. */
export function dispatcherOf({ dispatcher }: Deployment): Dispatcher {
  return dispatcher ?? sharedDispatcher;
}

const checkSimulation = answerCheck(simulationResponseSchema);
const checkInclusion = answerCheck(inclusionResponseSchema);

/** The endpoints of one deployment, ready to be called. Loads undici and zod: import it when they are needed. */
export class Service {
  readonly #deployment: Deployment;
  readonly #dispatcher: Dispatcher;
  readonly #checkRequest: RequestCheck;
  readonly #endpoints: Endpoints;
  readonly #customCalls = new WeakMap<Endpoint, EndpointCall>();

  constructor(deployment: Deployment) {
    this.#deployment = deployment;
    this.#dispatcher = dispatcherOf(deployment);
    this.#checkRequest = simulationRequestCheck(deployment, 'simulation request');
    this.#endpoints = endpointsOf(deployment);
  }

  async simulate(given: SimulationRequest, options: CallOptions): Promise<SimulationResult> {
    const deployment = limited(this.#deployment, options);
    const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
    const request = isObject ? neutralRequest(given, deployment.chains) : given;
    const wire = isObject ? deployment.dialect.toWireRequest(request) : given;
    this.#checkRequest(wire);
    const body = JSON.stringify(wire);
    const planned = { endpoint: this.#endpoints.simulate, body };
    const sent = await send(deployment, this.#dispatcher, planned, options.signal);
    const json = readJson(sent, { isOfInterface: true, ...deployment.conventions });
    const { response } = checkSimulation(json, sent.endpoint.who, sent.exchange);
    return new SimulationResult(request, markAnswered(response), json, sent.exchange, this.#deployment);
  }

  async inclusion(operationId: string, options: CallOptions): Promise<InclusionRecord> {
    this.#checkOperationId(operationId);
    const deployment = limited(this.#deployment, options);
    const query = inclusionQuery(deployment, operationId);
    const planned = { endpoint: this.#endpoints.inclusion, query, isPoll: true };
    const sent = await send(deployment, this.#dispatcher, planned, options.signal);
    const json = readJson(sent, { isOfInterface: true, ...deployment.conventions });
    const { response } = checkInclusion(json, sent.endpoint.who, sent.exchange);
    refuseOtherOperation(operationId, json, sent);
    const neutral = markAnswered(deployment.dialect.fromWireInclusion(response));
    return new InclusionRecord(operationId, neutral, json, sent.exchange, this.#deployment);
  }

  async call(endpoint: Endpoint, request: EndpointRequest, options: CallOptions): Promise<EndpointResult> {
    const call = this.#customCall(endpoint);
    // What changes something may have done so although its answer was lost.
    const { retries = endpoint.readOnly ? undefined : 0 } = options;
    const deployment = limited(this.#deployment, { ...options, retries });
    return call.read(await send(deployment, this.#dispatcher, call.plan(request), options.signal));
  }

  #checkOperationId(operationId: string): void {
    const message = operationIdFault(operationId, this.#deployment.conventions);
    if (message === undefined) return;
    const got = printText(operationId, 80);
    throw new SchemaMismatchError([{ path: 'operationId', message }], undefined, {
      summary: `The operation id ${message}, got ${got}; nothing was sent`,
      details: ['What to do: check the id, or set the convention requestValidation to off to send any'],
    });
  }

  #customCall(endpoint: Endpoint): EndpointCall {
    const call = this.#customCalls.get(endpoint) ?? new EndpointCall(endpoint, this.#deployment);
    this.#customCalls.set(endpoint, call);
    return call;
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
