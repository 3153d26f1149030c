import { UsageError } from '../errors.js';
import { jsonText } from '../internal/json.js';
import { isPlainObject } from '../internal/objects.js';
import { errorText, formatValue, pathText } from '../internal/print.js';
import type { Endpoint, EndpointRequest } from './endpoint.js';
import { isSegment, pathParam } from './endpoint.js';

/** A serialized request of an endpoint. */
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
 * Serializes a request of an endpoint. Omits undefined members; a list in a query repeats its name. Does not
 * validate the request.
 *
 * @throws {UsageError} for values that a path, a query or JSON cannot express, such as an object in a query, a lone
 * surrogate or a Map, and for the path segments `''`, `.` and `..`.
 */
export function endpointRequest(
  endpoint: Pick<Endpoint, 'name' | 'path' | 'params'>,
  request: EndpointRequest,
): WrittenRequest {
  const pairs = Object.entries(request.query ?? {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((item) => item !== undefined)
      .map((item) => {
        const where = `${endpoint.name}: query.${name}`;
        return `${encoded(name, where)}=${encoded(scalarText(item, where), where)}`;
      }),
  );
  return {
    path: endpoint.params === undefined ? undefined : filledPath(endpoint, request.params ?? {}),
    query: pairs.length === 0 ? undefined : pairs.join('&'),
    body: request.body === undefined ? undefined : bodyText(endpoint.name, request.body),
  };
}

function filledPath(
  { name, path }: Pick<Endpoint, 'name' | 'path'>,
  params: Readonly<Record<string, unknown>>,
): string {
  return path.replaceAll(pathParam, (_, param: string) => {
    const where = `${name}: params.${param}`;
    const text = scalarText(Object.hasOwn(params, param) ? params[param] : undefined, where);
    if (isSegment(text)) return encoded(text, where);
    throw new UsageError(`${where} must be a segment of a path, got ${formatValue(text)}`);
  });
}

function scalarText(value: unknown, path: string): string {
  if (['string', 'number', 'bigint', 'boolean'].includes(typeof value)) return String(value);
  throw new UsageError(
    `${path} must be a text, a number, a boolean, or a list of them, got ${formatValue(value)}`,
  );
}

/**
 * Returns a text percent-encoded for a path or a query.
 *
 * @param path - How the error calls the text: `inclusion: query.operationId`.
 * @throws {UsageError} for a lone surrogate.
 */
export function encoded(text: string, path: string): string {
  if (text.isWellFormed()) return encodeURIComponent(text);
  throw new UsageError(
    `${path} must have no lone surrogates, got ${JSON.stringify(text)}; UTF-8 cannot express them; nothing was sent`,
  );
}

function bodyText(name: string, body: unknown): string {
  try {
    assertJsonValue(body, name, ['body'], new Set());
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(`${name}: body is nested too deeply for JSON text; nothing was sent`, [], error);
  }
  return jsonText(body);
}

/** Throws for what JSON text would change or omit: NaN would be null, a Map would be {}. Undefined members are omitted. */
function assertJsonValue(
  value: unknown,
  name: string,
  path: readonly PropertyKey[],
  outer: Set<object>,
): void {
  const fail = (got: string, cause?: unknown): never => {
    const summary = `${name}: ${pathText(path)} must be a JSON value, got ${got}; nothing was sent`;
    throw new UsageError(summary, [], cause);
  };
  if (typeof value === 'function') fail('a function');
  if (value === undefined || typeof value === 'symbol' || isInfinite(value)) fail(String(value));
  if (typeof value !== 'object' || value === null) return;
  if (outer.has(value)) fail('a cycle');
  outer.add(value);
  if (Array.isArray(value)) {
    // Not forEach, which skips the holes that JSON text has as null.
    for (let at = 0; at < value.length; at++) assertJsonValue(value[at], name, [...path, at], outer);
  } else if (hasJson(value)) {
    assertJsonValue(jsonOf(value, fail), name, path, outer);
  } else {
    const members = Object.entries(value);
    const isLost = members.length === 0 && !isPlainObject(value);
    if (isLost || ArrayBuffer.isView(value)) fail(`an instance of ${value.constructor?.name ?? 'a class'}`);
    for (const [member, inner] of members)
      if (inner !== undefined) assertJsonValue(inner, name, [...path, member], outer);
  }
  outer.delete(value);
}

function isInfinite(value: unknown): boolean {
  return typeof value === 'number' && !Number.isFinite(value);
}

function hasJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function' && !ArrayBuffer.isView(value);
}

function jsonOf(value: { toJSON(): unknown }, fail: (got: string, cause?: unknown) => never): unknown {
  if (value instanceof Date && Number.isNaN(value.getTime())) fail('an invalid Date');
  try {
    return value.toJSON();
  } catch (error) {
    return fail(`an object whose toJSON failed: ${errorText(error)}`, error);
  }
}
