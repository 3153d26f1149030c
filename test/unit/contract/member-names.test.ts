import { expect, it } from 'vitest';
import { z } from 'zod';
import {
  inclusionResponseSchema,
  type MemberNames,
  noteNames,
  simulationNames,
  simulationResponseSchema,
  transactionNames,
} from '../../../src/contract/responses.js';

/** The names of a schema's members, in the form of the lists that stand apart from the schemas. */
function namesOf(schema: unknown): MemberNames {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return namesOf(schema.unwrap());
  if (schema instanceof z.ZodArray) return [namesOf(schema.element)];
  if (!(schema instanceof z.ZodObject)) return 'value';
  return Object.fromEntries(Object.entries(schema.shape).map(([name, member]) => [name, namesOf(member)]));
}

it('the lists of names are those of the schemas, at every depth', () => {
  expect(simulationNames).toStrictEqual(namesOf(simulationResponseSchema.shape.response));
  const { note, transactions } = inclusionResponseSchema.shape.response.shape;
  expect(noteNames).toStrictEqual(namesOf(note));
  expect([transactionNames]).toStrictEqual(namesOf(transactions));
});
