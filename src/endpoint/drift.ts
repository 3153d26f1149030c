import type { z } from 'zod';
import type { Conventions, InclusionState } from '../contract/conventions.js';
import { pathText } from '../internal/print.js';
import { undeclaredMembers } from './endpoint-schemas.js';

/** Something in an answer that the interface does not show. It is kept and reported, never dropped. */
export interface Drift {
  /** `unknown-field`: a member of no section; `unknown-value`: an enumeration value that the deployment did not name. */
  readonly kind: 'unknown-field' | 'unknown-value';
  /** Where it stands, from the body's top: `response.outMessages[0].extra`. */
  readonly path: string;
  /** The value as received. */
  readonly value: unknown;
}

/**
 * Returns the members of a body that its schema does not name, each once. Of a union they are those that no option names
 * which the body fits; of an intersection, those that neither side names.
 */
export function unknownFields(schema: z.core.$ZodType, body: unknown): Drift[] {
  return undeclaredMembers(schema, body, 'all').map(({ path, value }) => ({
    kind: 'unknown-field',
    path: pathText(path),
    value,
  }));
}

/** Returns the stages and chain types of a record (neutral names) that the deployment's conventions do not name. */
export function unknownValues(state: InclusionState, { stages, blockchainTypes }: Conventions): Drift[] {
  const found: Drift[] = [];
  const note = (known: readonly string[], value: string | undefined, path: string): void => {
    if (value !== undefined && known.length > 0 && !known.includes(value))
      found.push({ kind: 'unknown-value', path, value });
  };
  note(stages, state.stage, 'response.stage');
  for (const [index, transaction] of (state.transactions ?? []).entries()) {
    note(blockchainTypes, transaction.blockchainType, `response.transactions[${index}].blockchainType`);
  }
  return found;
}
