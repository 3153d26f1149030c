import type { z } from 'zod';
import { jsonText } from '../../contract/json-text.js';
import { numbersAsAsked } from '../../contract/numbers-as-asked.js';
import type { OperationRequest, OwnOperation } from '../../contract/own-operation.js';
import { fitsOwn } from '../../contract/parse-own.js';
import { parseLosslessJson } from '../../http/lossless-json.js';

/**
 * Tells whether a service must refuse a request of an operation, as it stands on the wire: a number may be an integer
 * that a schema has as a bigint; and in a query all is text, of which any reading that fits is right.
 */
export function isInvalidRequest({ query, body }: OwnOperation, request: OperationRequest): boolean {
  if (body !== undefined && !fitsOwn(body, onWire(body, request.body))) return true;
  if (query === undefined) return false;
  const given = request.query ?? {};
  if (fitsOwn(query, given)) return false;
  return !Object.keys(given).some((name) =>
    readingsOf(given[name]).some((reading) => fitsOwn(query, { ...given, [name]: reading })),
  );
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
  const number = /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
  const integer = /^-?\d+$/.test(text) ? BigInt(text) : undefined;
  const single = [text, number, integer, booleans.get(text)].filter((reading) => reading !== undefined);
  return [...single, ...single.map((reading) => [reading])];
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);
