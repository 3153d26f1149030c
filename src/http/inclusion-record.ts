import { type InclusionVerdict, inclusionVerdict } from '../checks/inclusion-verdict.js';
import type { InclusionState } from '../contract/conventions.js';
import { type Drift, unknownFields, unknownValues } from '../contract/drift.js';
import { inclusionResponseSchema } from '../contract/inclusion-schema.js';
import type { Deployment } from '../deployment/deployment.js';
import type { Attempt, Exchange } from '../internal/exchange.js';

/** The observer's answer about one operation, and what it says about the inclusion of its message. */
export class InclusionRecord {
  /** The operation that was asked about. */
  readonly operationId: string;
  /** What the service says: the member `response` of section 2.3, with neutral names and exact integers. */
  readonly response: InclusionState;
  /** What that means by the deployment's conventions. */
  readonly verdict: InclusionVerdict;
  readonly #deployment: Deployment;
  readonly #body: unknown;
  readonly #exchange: Exchange;

  constructor(
    operationId: string,
    response: InclusionState,
    body: unknown,
    exchange: Exchange,
    deployment: Deployment,
  ) {
    this.operationId = operationId;
    this.response = response;
    this.verdict = inclusionVerdict(response, deployment.conventions);
    this.#deployment = deployment;
    this.#body = body;
    this.#exchange = exchange;
  }

  /** The deployment that it came from, by whose conventions it is judged. */
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

  /** When its stage was reached, by the deployment's `timestampUnit`; undefined where the answer does not say. */
  get date(): Date | undefined {
    const { timestamp } = this.response;
    const msPerUnit = this.#deployment.conventions.timestampUnit === 's' ? 1000 : 1;
    return timestamp === undefined ? undefined : new Date(Number(timestamp) * msPerUnit);
  }

  /** What the answer holds that neither the interface nor the deployment's conventions name. */
  get drift(): readonly Drift[] {
    return [
      ...unknownFields(inclusionResponseSchema, this.#body),
      ...unknownValues(this.response, this.#deployment.conventions),
    ];
  }
}
