import type { Exchange } from '../internal/exchange.js';
import { CrosscheckError, type ErrorParts } from './base-error.js';

/** One thing that does not fit the schema. */
export interface SchemaIssue {
  /** Where: `response.outMessages[0].shardsKey`; empty for the whole. */
  readonly path: string;
  /** What was expected there, and what came. */
  readonly message: string;
}

/**
 * A request or an answer does not fit the contract: `REQUEST_INVALID`, nothing was sent; `SCHEMA_MISMATCH`, the
 * service answered 200 with JSON of another shape.
 */
export class SchemaMismatchError extends CrosscheckError {
  override readonly name = 'SchemaMismatchError';
  readonly code: 'REQUEST_INVALID' | 'SCHEMA_MISMATCH';
  declare readonly issues: readonly SchemaIssue[];
  /** What went over the wire; undefined for a request that was not sent. */
  declare readonly exchange: Exchange | undefined;

  /** The HTTP status of the answer; undefined for a request that was not sent. */
  get status(): number | undefined {
    return this.exchange?.response?.status;
  }

  constructor(issues: readonly SchemaIssue[], exchange: Exchange | undefined, parts: ErrorParts) {
    super(parts);
    this.code = exchange === undefined ? 'REQUEST_INVALID' : 'SCHEMA_MISMATCH';
    Object.defineProperty(this, 'issues', { value: issues });
    Object.defineProperty(this, 'exchange', { value: exchange });
  }
}
