import {
  type Drift,
  type Simulation,
  simulationResponseSchema,
  unknownFields,
} from '../contract/responses.js';
import type { SimulationRequest } from '../contract/simulation-request.js';
import type { Deployment } from '../deployment/deployment.js';
import type { Attempt, Exchange } from './exchange.js';

/** The answer to a simulation. HTTP success is not the verdict: see `response.simulationStatus` (section 7). */
export class SimulationResult {
  /** The request, with neutral names. */
  readonly request: SimulationRequest;
  /** What the service says: the member `response` of section 2.2, with neutral names and exact integers. */
  readonly response: Simulation;
  readonly #body: unknown;
  readonly #exchange: Exchange;
  readonly #deployment: Deployment;

  constructor(
    request: SimulationRequest,
    response: Simulation,
    body: unknown,
    exchange: Exchange,
    deployment: Deployment,
  ) {
    this.request = request;
    this.response = response;
    this.#body = body;
    this.#exchange = exchange;
    this.#deployment = deployment;
  }

  /** The deployment that it came from. */
  get deployment(): Deployment {
    return this.#deployment;
  }

  /** What went over the wire, secrets redacted. */
  get exchange(): Exchange {
    return this.#exchange;
  }

  /**
   * Every try of the call, in order. More than one says that it succeeded only after retries; the `reason` of each tells
   * why its answer was not taken.
   */
  get attempts(): readonly Attempt[] {
    return this.#exchange.attempts;
  }

  /** What the answer holds that the interface does not show. */
  get drift(): readonly Drift[] {
    return unknownFields(simulationResponseSchema, this.#body);
  }
}
