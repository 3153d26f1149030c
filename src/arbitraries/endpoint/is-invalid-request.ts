import type { z } from 'zod';
import { parseLosslessJson } from '../../client/read-json.js';
import { jsonText } from '../../contract/json.js';
import { numbersAsAsked, safeParseWith } from '../../contract/schema-introspection.js';
import type { Endpoint, EndpointRequest } from '../../endpoint/endpoint.js';
import { isSegment } from '../../endpoint/endpoint.js';

/**
 * Tells whether a service must refuse a request of an endpoint, as it stands on the wire: a number may be an integer
 * that a schema has as a bigint, integers may have 64 bits and more, and in a path and a query all is text, of which any
 * reading that fits is right. A request that cannot be sent is none that can be refused.
 */
export function isInvalidRequest({ params, query, body }: Endpoint, request: EndpointRequest): boolean {
  if (!Object.values(request.params ?? {}).every(isSegment)) return false;
  return (
    (body !== undefined && isRefused(body, onWire(body, request.body))) ||
    isRefusedAsTexts(params, request.params) ||
    isRefusedAsTexts(query, request.query)
  );
}

function isRefusedAsTexts(schema: z.ZodObject | undefined, given: EndpointRequest['query'] = {}): boolean {
  if (schema === undefined || !isRefused(schema, given)) return false;
  return !Object.keys(given).some((name) =>
    readingsOf(given[name]).some((reading) => !isRefused(schema, { ...given, [name]: reading })),
  );
}

function isRefused(schema: z.core.$ZodType, value: unknown): boolean {
  const { error } = safeParseWith(schema, value);
  return error !== undefined && !error.issues.every((issue) => isOfJavaScript(issue, value));
}

/** Whether an issue is only that JavaScript's numbers do not hold such an integer exactly: others do. */
function isOfJavaScript(issue: z.core.$ZodIssue, whole: unknown): boolean {
  const value = issue.path.reduce<unknown>((at, name) => (at as Record<PropertyKey, unknown>)?.[name], whole);
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'number' && typeof value === 'bigint' && !Number.isSafeInteger(Number(value));
    case 'too_big':
    case 'too_small':
      return 'note' in issue;
    case 'invalid_union':
      return issue.errors.some((issues) => issues.every((inner) => isOfJavaScript(inner, value)));
    default:
      return false;
  }
}

/** A body as its reader has it. */
function onWire(schema: z.core.$ZodType, body: unknown): unknown {
  return body === undefined ? body : numbersAsAsked(schema, parseLosslessJson(jsonText(body)));
}

/** What a server may read in a parameter that is written as a text. */
function readingsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    const readings = value.map(readingsOf);
    const most = Math.max(0, ...readings.map(({ length }) => length));
    return Array.from({ length: most }, (_, at) => readings.map((items) => items[at] ?? items[0]));
  }
  const text = String(value);
  const number = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : undefined;
  const integer = /^-?\d+$/.test(text) ? BigInt(text) : undefined;
  const single = [text, number, integer, booleans.get(text)].filter((reading) => reading !== undefined);
  return [...single, ...single.map((reading) => [reading])];
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);
