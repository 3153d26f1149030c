import { z } from 'zod';
import { schemaBounds } from '../schema-bounds.js';
import type { FieldDetails } from './field-details.js';
import { type OpenApiPart, withoutMarks } from './openapi-parts.js';

/**
 * Writes a zod schema of what stands on the wire as JSON schema 2020-12: bigints are integers, whatever their size, and
 * what JSON schema has no word for is anything.
 *
 * @param details - What to add to fields, by their paths: `response.outMessages[].shardsKey`.
 */
export function wireJsonSchema(schema: z.ZodType, details: FieldDetails = {}): OpenApiPart {
  const json = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema._zod.def.type === 'bigint')
        Object.assign(jsonSchema, { type: 'integer' }, integerBounds(zodSchema));
      // A limit of JavaScript's numbers, not of the service.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return withDetails(withoutMarks(json), details, '');
}

/** What a schema of bigints asks for, in numbers where these are exact, else in words. */
function integerBounds(schema: z.core.$ZodType): OpenApiPart {
  const { format, min, above, max, below, multipleOf } = schemaBounds(schema);
  const given = Object.entries({
    minimum: min,
    exclusiveMinimum: above,
    maximum: max,
    exclusiveMaximum: below,
    multipleOf,
  }).filter(([, bound]) => bound !== undefined);
  const exact = given.filter(([, bound]) => Number.isSafeInteger(Number(bound)));
  const inWords = given.filter((bound) => !exact.includes(bound)).map((bound) => bound.join(' '));
  return {
    ...(format !== undefined && { format }),
    ...Object.fromEntries(exact.map(([name, bound]) => [name, Number(bound)])),
    ...(inWords.length > 0 && { description: `Exactly: ${inWords.join(', ')}.` }),
  };
}

function withDetails(schema: OpenApiPart, details: FieldDetails, path: string): OpenApiPart {
  const { properties, items, anyOf } = schema as {
    properties?: OpenApiPart;
    items?: OpenApiPart;
    anyOf?: readonly OpenApiPart[];
  };
  return {
    ...schema,
    ...(properties && { properties: membersWithDetails(properties, details, path) }),
    ...(items && { items: withDetails(items, details, `${path}[]`) }),
    // The kinds of one field: what is said of it stands beside them.
    ...(anyOf && { anyOf: anyOf.map((kind) => withDetails(kind, membersOnly(details, path), path)) }),
    ...details[path],
  };
}

function membersWithDetails(properties: OpenApiPart, details: FieldDetails, path: string): OpenApiPart {
  return Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [
      name,
      withDetails(member as OpenApiPart, details, path === '' ? name : `${path}.${name}`),
    ]),
  );
}

function membersOnly({ ...details }: FieldDetails, path: string): FieldDetails {
  return Object.fromEntries(Object.entries(details).filter(([of]) => of !== path));
}
