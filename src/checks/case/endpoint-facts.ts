import type { z } from 'zod';
import { builtInFacts, isBuiltIn } from '../../endpoint/built-in.js';
import type { Endpoint } from '../../endpoint/endpoint.js';

/** What checks need to know about an endpoint. */
interface EndpointFacts {
  /** Its only method. */
  readonly method: 'GET' | 'POST';
  /** The statuses that it sends, success first. For the built-in endpoints: practice. */
  readonly statuses: readonly number[];
  /** The schema of the body of an answer with status 200. */
  readonly response: z.ZodType;
  /** Whether it is a custom endpoint, whose schema may expect numbers where the parser returns bigints. */
  readonly isCustom: boolean;
}

/** Custom endpoints by their names. */
export type CustomEndpoints = ReadonlyMap<string, Endpoint>;

/** Returns the facts of a built-in or custom endpoint; undefined if there is none of this name. */
export function factsOf(name: string, custom: CustomEndpoints | undefined): EndpointFacts | undefined {
  const endpoint = isBuiltIn(name) ? builtInFacts[name] : custom?.get(name);
  if (endpoint === undefined) return undefined;
  const { method, statuses, response } = endpoint;
  return { method, statuses: [200, ...statuses], response, isCustom: !isBuiltIn(name) };
}
