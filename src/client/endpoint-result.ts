import type { z } from 'zod';
import { type Drift, unknownFields } from '../contract/responses.js';
import type { Attempt, Exchange } from './exchange.js';

/** The answer of a custom endpoint, of status 200 and the shape that its schema says. */
export class EndpointResult<Output = unknown> {
  /** The whole JSON body, as the endpoint's schema gives it. */
  readonly response: Output;
  readonly #schema: z.ZodType;
  readonly #body: unknown;
  readonly #exchange: Exchange;

  constructor(response: Output, schema: z.ZodType, body: unknown, exchange: Exchange) {
    this.response = response;
    this.#schema = schema;
    this.#body = body;
    this.#exchange = exchange;
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

  /** How long the call took with all its attempts and pauses. */
  get durationMs(): number {
    return this.#exchange.durationMs;
  }

  /** What the answer holds that the endpoint's schema does not name. */
  get drift(): readonly Drift[] {
    return unknownFields(this.#schema, this.#body);
  }
}
