import type { Exchange } from '../deployment/exchange.js';
import { CrosscheckError, defineHidden, type ErrorParts, named } from '../errors.js';

/** A call that got no usable answer. `exchange` shows what was sent and received. */
export abstract class HttpError extends CrosscheckError {
  declare readonly exchange: Exchange;

  constructor(exchange: Exchange, parts: ErrorParts) {
    super({ ...parts, describesCause: true });
    defineHidden(this, { exchange });
  }

  /** The HTTP status of the last response; undefined when no response came. */
  get status(): number | undefined {
    return this.exchange.response?.status;
  }

  override toJSON(): Record<string, unknown> {
    return this.status === undefined ? super.toJSON() : { ...super.toJSON(), status: this.status };
  }
}

/** The service answered with a status other than 200, after the retries that the status allows. */
export class HttpStatusError extends HttpError {
  override readonly name = named(this, 'HttpStatusError');
  readonly code = 'HTTP_STATUS';
}

/** The connection could not be made, or it broke before the answer was complete. */
export class HttpNetworkError extends HttpError {
  override readonly name = named(this, 'HttpNetworkError');
  readonly code = 'HTTP_NETWORK';
}

/** The time limit passed before the answer was complete. */
export class HttpTimeoutError extends HttpError {
  override readonly name = named(this, 'HttpTimeoutError');
  readonly code = 'HTTP_TIMEOUT';
}

/** The answer is larger than the deployment's `maxResponseBytes`. The rest was not read. */
export class HttpBodyTooLargeError extends HttpError {
  override readonly name = named(this, 'HttpBodyTooLargeError');
  readonly code = 'HTTP_BODY_TOO_LARGE';
}

/**
 * The service answered 200 with a body that is not valid JSON: HTML, an empty or truncated body, bytes that are not
 * UTF-8, or duplicate members.
 */
export class HttpBodyError extends HttpError {
  override readonly name = named(this, 'HttpBodyError');
  readonly code = 'HTTP_BODY_NOT_JSON';
}

/** The service answered 200 with the record of a different operation than the one requested. */
export class HttpOtherOperationError extends HttpError {
  override readonly name = named(this, 'HttpOtherOperationError');
  readonly code = 'HTTP_OTHER_OPERATION';
}

/** One value that does not match the schema. */
export interface SchemaIssue {
  /** The path of the value, such as `response.outMessages[0].shardsKey`; empty for the whole body. */
  readonly path: string;
  /** What was expected there and what was received. */
  readonly message: string;
}

/**
 * A request or an answer does not match the contract. Code `REQUEST_INVALID`: nothing was sent. Code `SCHEMA_MISMATCH`:
 * the service answered 200 with JSON of another shape.
 */
export class SchemaMismatchError extends CrosscheckError {
  override readonly name = named(this, 'SchemaMismatchError');
  readonly code: 'REQUEST_INVALID' | 'SCHEMA_MISMATCH';
  declare readonly issues: readonly SchemaIssue[];
  /** What was sent and received; undefined for a request that was not sent. */
  declare readonly exchange: Exchange | undefined;

  constructor(issues: readonly SchemaIssue[], exchange: Exchange | undefined, parts: ErrorParts) {
    super(parts);
    this.code = exchange === undefined ? 'REQUEST_INVALID' : 'SCHEMA_MISMATCH';
    defineHidden(this, { issues, exchange });
  }

  /** The HTTP status of the answer; undefined for a request that was not sent. */
  get status(): number | undefined {
    return this.exchange?.response?.status;
  }
}
