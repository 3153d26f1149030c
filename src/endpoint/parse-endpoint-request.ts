import type { z } from 'zod';
import { UsageError } from '../errors.js';

/**
 * Holds a value against a schema of a custom endpoint.
 *
 * @throws {UsageError} when the schema cannot say at once, as one with asynchronous refinements, or throws.
 */
export function parseEndpointRequest(schema: z.core.$ZodType, value: unknown): z.ZodSafeParseResult<unknown> {
  try {
    return (schema as z.ZodType).safeParse(value);
  } catch (error) {
    throw new UsageError(
      `A schema of an endpoint failed: ${error instanceof Error ? error.message : String(error)}`,
      ['What to do: give it refinements and transforms that throw nothing and give no promise'],
      error,
    );
  }
}

/** Tells whether a value fits a schema of a custom endpoint. @throws {UsageError} as {@link parseEndpointRequest} does. */
export function fitsOwn(schema: z.core.$ZodType, value: unknown): boolean {
  return parseEndpointRequest(schema, value).success;
}
