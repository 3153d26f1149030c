import type { Exchange } from '../internal/exchange.js';
import { CrosscheckError, type ErrorParts } from './base-error.js';

/** A call of the service that gave no answer to judge. The exchange shows what went over the wire. */
export abstract class HttpError extends CrosscheckError {
  declare readonly exchange: Exchange;

  constructor(exchange: Exchange, parts: ErrorParts) {
    super(parts);
    // Not enumerable: runners print every enumerable member of an error below its message.
    Object.defineProperty(this, 'exchange', { value: exchange });
  }

  /** The HTTP status that came last, if one came. */
  get status(): number | undefined {
    return this.exchange.response?.status;
  }

  override toJSON(): Record<string, unknown> {
    return this.status === undefined ? super.toJSON() : { ...super.toJSON(), status: this.status };
  }
}

/** The service answered with another status than 200, after the retries that the status allows. */
export class HttpStatusError extends HttpError {
  override readonly name = 'HttpStatusError';
  readonly code = 'HTTP_STATUS';
}

/** No whole answer came: the connection could not be made or broke. */
export class HttpNetworkError extends HttpError {
  override readonly name = 'HttpNetworkError';
  readonly code = 'HTTP_NETWORK';
}

/** No whole answer came in time. */
export class HttpTimeoutError extends HttpError {
  override readonly name = 'HttpTimeoutError';
  readonly code = 'HTTP_TIMEOUT';
}

/** The answer is larger than the deployment's `maxResponseBytes`; reading was stopped there. */
export class HttpBodyTooLargeError extends HttpError {
  override readonly name = 'HttpBodyTooLargeError';
  readonly code = 'HTTP_BODY_TOO_LARGE';
}

/** The service answered 200 with a body that is not JSON: HTML, nothing, cut off, or not UTF-8. */
export class HttpBodyError extends HttpError {
  override readonly name = 'HttpBodyError';
  readonly code = 'HTTP_BODY_NOT_JSON';
}

/** The service answered 200 about another operation than the one that was asked about. */
export class HttpOtherOperationError extends HttpError {
  override readonly name = 'HttpOtherOperationError';
  readonly code = 'HTTP_OTHER_OPERATION';
}
