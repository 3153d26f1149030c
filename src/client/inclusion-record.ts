import { type InclusionVerdict, inclusionVerdict } from '../checks/inclusion-verdict.js';
import { type InclusionState, isRejected } from '../contract/conventions.js';
import { type Drift, inclusionResponseSchema, unknownFields, unknownValues } from '../contract/responses.js';
import type { Deployment } from '../deployment/deployment.js';
import type { Attempt, Exchange } from './exchange.js';

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

  /** Whether it says that the operation is rejected; undefined when it does not say. */
  get isRejected(): boolean | undefined {
    return isRejected(this.response, this.#deployment.conventions);
  }

  /** Why the answer tells of an earlier time than its request, in a few words: a cache gave it. Undefined of a fresh one. */
  get staleness(): string | undefined {
    return stalenessOf(this.#exchange);
  }

  /** What the answer holds that neither the interface nor the deployment's conventions name. */
  get drift(): readonly Drift[] {
    return [
      ...unknownFields(inclusionResponseSchema, this.#body),
      ...unknownValues(this.response, this.#deployment.conventions),
    ];
  }
}

/**
 * Says why an answer is not of now: a cache gave it without asking the service. That is what the header `Age` above zero
 * says (RFC 9111, 5.1), and `Cache-Status` with `hit` (RFC 9211, 2.1). Headers of no standard, such as `X-Cache`, do not
 * count.
 */
export function stalenessOf({ response }: Exchange): string | undefined {
  const { age, 'cache-status': cacheStatus } = response?.headers ?? {};
  const seconds = /^\s*(\d+)/.exec(age ?? '')?.[1];
  if (seconds !== undefined && Number(seconds) > 0) return `a cached answer (Age: ${seconds})`;
  return cacheStatus !== undefined && /;\s*hit\b(?!\s*=\s*\?0)/i.test(cacheStatus)
    ? 'a cached answer (Cache-Status: hit)'
    : undefined;
}
