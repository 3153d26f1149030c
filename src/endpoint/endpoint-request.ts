import { jsonText } from '../contract/json.js';
import { UsageError } from '../errors.js';
import { formatValue } from '../internal/print.js';
import type { Endpoint, EndpointRequest } from './endpoint.js';
import { isSegment, pathParam } from './endpoint.js';

/** A serialized request of a custom endpoint. */
interface WrittenRequest {
  /**
   * The path with encoded params, relative to the base URL. Still contains `{alpha}` and `{beta}`, so it is the same
   * for every deployment. Undefined for an endpoint without params, whose path is used.
   */
  readonly path: string | undefined;
  /** The encoded query without `?`; undefined if empty. */
  readonly query: string | undefined;
  /** JSON text with exact integers; undefined for none. */
  readonly body: string | undefined;
}

/**
 * Serializes a request of a custom endpoint. Omits undefined members; a list in a query repeats its name. Does not
 * validate the request.
 *
 * @throws {UsageError} for values that a path, a query or JSON cannot express, such as an object in a query, and for
 * the path segments `''`, `.` and `..`.
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

/** Encodes a text; lone surrogates, which have no encoding, are replaced. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
