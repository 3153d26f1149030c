import { z } from 'zod';
import type { LooseSimulationRequest } from '../contract/simulation-request.js';
import { type BuiltInEndpointName, builtInEndpointNames } from '../endpoint/built-in.js';
import { choice, integer, text } from '../internal/options.js';

/*
 * What a local deployment received: each part is declared once, as the schema with which the control API is validated and
 * described, and as the type of the handle. Matchers judge it too.
 */

const endpoint: z.ZodType<BuiltInEndpointName, BuiltInEndpointName> = choice(...builtInEndpointNames);

const receivedShape = {
  /** Its number: the first one that the deployment received is 1. */
  number: z.int(),
  /** When it came, in milliseconds of unix time, whatever the time of the source chain is. */
  atMs: z.int(),
  /** Absent if its path is of none. */
  endpoint: endpoint.optional(),
  /** The operation id in the query of an inclusion request. */
  operationId: z.string().optional(),
  /** The trace id in its header `traceparent`: 32 hex digits, which failures of calls show too. */
  traceId: z.string().optional(),
  method: z.string(),
  /** With its query. */
  path: z.string(),
  /** By their names in lower case. Only the values of headers that never hold credentials are shown. */
  headers: z.record(z.string(), z.string()),
  /** Absent if it was not read. */
  body: z.string().optional(),
  /** As it was sent, with its faults. Absent until it is sent, and if its connection was closed instead. */
  answer: z.strictObject({ status: z.int(), body: z.string() }).optional(),
};

/** The schema of {@link ReceivedRequest} on the wire, where `body` is all of the request. */
export const receivedRequestSchema = z.strictObject(receivedShape);

/** A request as the control API returns it. */
export interface WireReceivedRequest extends Readonly<z.output<z.ZodObject<typeof receivedShape>>> {}

/** A request that a local deployment received, and what it answered. Contains no credentials. */
export interface ReceivedRequest extends WireReceivedRequest {
  /** The body of a simulation with neutral names. Absent if it is no JSON object. */
  readonly request?: LooseSimulationRequest | undefined;
}

/** The requests that a local deployment received. */
export interface ReceivedRequests {
  /** In the order in which they came. */
  readonly requests: readonly ReceivedRequest[];
  /** How many are no longer kept, because of the option `maxKeptRequests`, since they were last cleared. */
  readonly dropped: number;
}

/** The filter of a list of requests, each member of which is optional. */
export const receivedQueryShape = {
  endpoint,
  /** The operation id of an inclusion request, in any letter case. */
  operationId: text(),
  /** The status of the answer. */
  status: integer(100, 599),
  /** Limits the list to requests that came at this time or later, in milliseconds of unix time. */
  sinceMs: integer(0),
  /** The trace id, as failures of calls show it. */
  traceId: text(),
};

type Filter = z.output<z.ZodObject<typeof receivedQueryShape>>;

/** The filter of a list of requests: those that fit every member. */
export type ReceivedRequestsQuery = { readonly [Name in keyof Filter]?: Filter[Name] | undefined };
