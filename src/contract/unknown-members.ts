import type { z } from 'zod';
import { closest } from '../internal/closest.js';

/** A member that a schema does not have. */
export interface UnknownMember {
  readonly name: string;
  /** That there is no such one, and which was probably meant. */
  readonly message: string;
}

/** Lists the members that an object schema says nothing of and would drop; a loose or a strict one judges by itself. */
export function unknownMembers(schema: z.ZodObject | undefined, value: object | undefined): UnknownMember[] {
  if (schema === undefined || schema.def.catchall !== undefined) return [];
  const known = Object.keys(schema.shape);
  return Object.keys(value ?? {})
    .filter((name) => !known.includes(name))
    .map((name) => ({ name, message: noSuchField(name, known) }));
}

/**
 * Says of a member that there is no such one, and which was probably meant.
 *
 * @param shown - How to write those that are called otherwise.
 */
export function noSuchField(
  name: string,
  known: readonly string[],
  shown: ReadonlyMap<string, string> = new Map(),
): string {
  const meant = closest(name, known);
  return `no such field${meant === undefined ? '' : `; did you mean ${shown.get(meant) ?? meant}?`}`;
}
