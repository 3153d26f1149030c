import { z } from 'zod';

/** An operation id, as it is given or with capital digits. Source: practice. */
export const operationIdSchema = z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits');

/** The form in which an id was given. */
export function canonicalOperationId(operationId: string): string {
  return operationId.toLowerCase();
}
