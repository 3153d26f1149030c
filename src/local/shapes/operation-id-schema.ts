import { z } from 'zod';
import { formats } from '../../contract/formats.js';

/** An operation id, as it is given or with capital digits. Source: practice. */
export const operationIdSchema = z
  .string()
  .regex(new RegExp(formats.operationId.pattern), 'must be 0x and 64 hex digits');

/** The form in which an id was given. */
export function canonicalOperationId(operationId: string): string {
  return operationId.toLowerCase();
}
