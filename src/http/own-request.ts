import { jsonText } from '../contract/json-text.js';
import type { OperationRequest, OwnOperation } from '../contract/own-operation.js';
import { UsageError } from '../errors/usage-error.js';
import { printValue } from '../internal/print.js';

/** A request of an own operation as it is sent. */
export interface OwnRequest {
  /** What follows `?`, encoded; undefined for nothing. */
  readonly query: string | undefined;
  /** JSON text with exact integers; undefined for none. */
  readonly body: string | undefined;
}

/**
 * Writes a request of an own operation as it is sent. Members that are undefined are left out; a list in a query repeats
 * its name. Does not hold it against the operation's schemas.
 *
 * @throws {UsageError} for what a query or JSON has no text for, such as an object in a query.
 */
export function ownRequest(operation: Pick<OwnOperation, 'name'>, request: OperationRequest): OwnRequest {
  const pairs = Object.entries(request.query ?? {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((item) => item !== undefined)
      .map((item) => `${encoded(name)}=${encoded(scalarText(item, `${operation.name}: query.${name}`))}`),
  );
  return {
    query: pairs.length === 0 ? undefined : pairs.join('&'),
    body: request.body === undefined ? undefined : jsonText(request.body),
  };
}

function scalarText(value: unknown, path: string): string {
  if (['string', 'number', 'bigint', 'boolean'].includes(typeof value)) return String(value);
  throw new UsageError(
    `${path} must be a text, a number, a boolean, or a list of them, got ${printValue(value)}`,
  );
}

/** A lone surrogate has no encoding. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
