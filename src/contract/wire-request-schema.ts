import type { z } from 'zod';
import type { ChainNames } from './chains.js';
import type { Conventions } from './conventions.js';
import { requestObject, simulationRequestSchema } from './request-schema.js';
import { renameMembers, wireFields } from './wire-fields.js';

/**
 * The schema of a simulation request as it stands on a deployment's wire: the same fields as
 * {@link simulationRequestSchema}, under the deployment's own names. A service validates with it, so that what it
 * says of a bad field carries the name that was sent.
 */
export function wireRequestSchema(
  chains: ChainNames,
  conventions: Conventions,
): z.ZodType<Record<string, unknown>> {
  const { shape } = simulationRequestSchema(conventions);
  return requestObject(conventions, renameMembers<z.ZodType>(shape, wireFields(chains)));
}
