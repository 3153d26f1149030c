import { z } from 'zod';
import type { Conventions, InclusionState } from './conventions.js';
import { unwrapped } from './unwrapped.js';

/** Something in an answer that the interface does not show. It is kept and reported, never dropped. */
export interface Drift {
  /** `unknown-field`: a member of no section; `unknown-value`: an enumeration value that the deployment did not name. */
  readonly kind: 'unknown-field' | 'unknown-value';
  /** Where it stands, from the body's top: `response.outMessages[0].extra`. */
  readonly path: string;
  /** The value as it came. */
  readonly value: unknown;
}

/** Lists the members of a body that its schema does not name, each once, in document order. */
export function unknownFields(schema: z.ZodType, body: unknown): Drift[] {
  const found: Drift[] = [];
  collect(schema, body, '', found);
  return found;
}

/** Lists the stages and chain types of a record (neutral names) that the deployment's conventions do not name. */
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

function collect(schema: z.ZodType, value: unknown, path: string, found: Drift[]): void {
  if (value === null || typeof value !== 'object') return;
  const type = unwrapped(schema);
  if (type instanceof z.ZodArray && Array.isArray(value)) {
    for (const [index, item] of value.entries())
      collect(type.element as z.ZodType, item, `${path}[${index}]`, found);
  }
  if (!(type instanceof z.ZodObject)) return;
  for (const [name, member] of Object.entries(value)) {
    const memberPath = path === '' ? name : `${path}.${name}`;
    const known = Object.hasOwn(type.shape, name) ? (type.shape[name] as z.ZodType) : undefined;
    if (known) collect(known, member, memberPath, found);
    else found.push({ kind: 'unknown-field', path: memberPath, value: member });
  }
}
