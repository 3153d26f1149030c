import type { z } from 'zod';
import { inclusionResponseSchema, simulationResponseSchema } from '../../contract/responses.js';
import type { BuiltInEndpointName } from '../../endpoint/built-in.js';
import type { Endpoint } from '../../endpoint/endpoint.js';

/** What checks know of an endpoint. */
export interface EndpointFacts {
  /** The only one that it has. */
  readonly method: 'GET' | 'POST';
  /** Those that it answers itself: success first. Of the built-in endpoints: practice. */
  readonly statuses: readonly number[];
  /** Of the body of an answer with status 200. */
  readonly response: z.ZodType;
  /** Whether its schema may ask for numbers where the reader gives bigints. */
  readonly isOwn: boolean;
}

const ofInterface: ReadonlyMap<string, EndpointFacts> = new Map<BuiltInEndpointName, EndpointFacts>([
  [
    'simulate',
    { method: 'POST', statuses: [200, 400, 500], response: simulationResponseSchema, isOwn: false },
  ],
  [
    'inclusion',
    { method: 'GET', statuses: [200, 400, 404, 500], response: inclusionResponseSchema, isOwn: false },
  ],
]);

/** Custom endpoints by their names. */
export type Endpoints = ReadonlyMap<string, Endpoint>;

/** Gives what is known of an endpoint by its name: of the interface's two, and of the custom ones that are given. */
export function factsOf(name: string, own: Endpoints | undefined): EndpointFacts | undefined {
  const known = ofInterface.get(name);
  if (known !== undefined) return known;
  const endpoint = own?.get(name);
  if (endpoint === undefined) return undefined;
  const { method, statuses, response } = endpoint;
  return { method, statuses: [200, ...statuses], response, isOwn: true };
}

/** Tells whether an endpoint is one of the two that the interface shows. */
export function isOfInterface(name: string): boolean {
  return ofInterface.has(name);
}
