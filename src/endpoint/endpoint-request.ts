import { jsonText } from '../contract/json.js';
import { UsageError } from '../errors.js';
import { formatValue } from '../internal/print.js';
import type { Endpoint, EndpointRequest } from './endpoint.js';
import { isSegment, pathParam } from './endpoint.js';

/** A request of a custom endpoint as it is sent. */
export interface WrittenRequest {
  /**
   * The endpoint's path with its params in it, encoded, under the base URL; `{alpha}` and `{beta}` are still open, so
   * that it is the same for every deployment. Undefined for an endpoint without params: its own path.
   */
  readonly path: string | undefined;
  /** What follows `?`, encoded; undefined for nothing. */
  readonly query: string | undefined;
  /** JSON text with exact integers; undefined for none. */
  readonly body: string | undefined;
}

/**
 * Writes a request of a custom endpoint as it is sent. Members that are undefined are left out; a list in a query repeats
 * its name. Does not hold it against the endpoint's schemas.
 *
 * @throws {UsageError} for what a path, a query or JSON has no text for, such as an object in a query, and for what no
 * segment of a path can be: nothing, `.` and `..`.
 */
export function endpointRequest(
  endpoint: Pick<Endpoint, 'name' | 'path' | 'params'>,
  request: EndpointRequest,
): WrittenRequest {
  const pairs = Object.entries(request.query ?? {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((item) => item !== undefined)
      .map((item) => `${encoded(name)}=${encoded(scalarText(item, `${endpoint.name}: query.${name}`))}`),
  );
  return {
    path: endpoint.params === undefined ? undefined : filledPath(endpoint, request.params ?? {}),
    query: pairs.length === 0 ? undefined : pairs.join('&'),
    body: request.body === undefined ? undefined : jsonText(request.body),
  };
}

function filledPath(
  { name, path }: Pick<Endpoint, 'name' | 'path'>,
  params: Readonly<Record<string, unknown>>,
): string {
  return path.replaceAll(pathParam, (_, param: string) => {
    const where = `${name}: params.${param}`;
    const text = scalarText(Object.hasOwn(params, param) ? params[param] : undefined, where);
    if (isSegment(text)) return encoded(text);
    throw new UsageError(`${where} must be a segment of a path, got ${formatValue(text)}`);
  });
}

function scalarText(value: unknown, path: string): string {
  if (['string', 'number', 'bigint', 'boolean'].includes(typeof value)) return String(value);
  throw new UsageError(
    `${path} must be a text, a number, a boolean, or a list of them, got ${formatValue(value)}`,
  );
}

/** A lone surrogate has no encoding. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
