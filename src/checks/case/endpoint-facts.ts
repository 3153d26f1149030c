import type { z } from 'zod';
import { builtInFacts, isBuiltIn } from '../../endpoint/built-in.js';
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
  readonly isCustom: boolean;
}

/** Custom endpoints by their names. */
export type Endpoints = ReadonlyMap<string, Endpoint>;

/** Returns what is known of an endpoint by its name, built-in or one of the custom ones that are given. */
export function factsOf(name: string, custom: Endpoints | undefined): EndpointFacts | undefined {
  const endpoint = isBuiltIn(name) ? builtInFacts[name] : custom?.get(name);
  if (endpoint === undefined) return undefined;
  const { method, statuses, response } = endpoint;
  return { method, statuses: [200, ...statuses], response, isCustom: !isBuiltIn(name) };
}
