import {
  inclusionResponseSchema,
  simulationRequestSchema,
  simulationResponseSchema,
} from 'crosscheck/contract';
import { z } from 'zod';

/** The docstrings of members by their paths in the request or in `response`, without their line breaks. */
export type MemberDocs = Readonly<Record<string, string>>;

const anchors = {
  '2.1': '21-simulation-request-json-object-content-type-applicationjson',
  '2.2': '22-simulation-response-json-object',
  '2.3': '23-consensus-inclusion-response-json-object',
} as const;

/** What the docstrings of requests must say: what the schema says of the member, and its place in the interface. */
export const requestDocs: MemberDocs = docsOf(jsonSchema(simulationRequestSchema()), '2.1', '');

/** The same of the answers of both endpoints. */
export const simulationDocs: MemberDocs = docsOf(responseIn(simulationResponseSchema), '2.2', 'response.');
export const inclusionDocs: MemberDocs = docsOf(responseIn(inclusionResponseSchema), '2.3', 'response.');

type JsonSchema = z.core.JSONSchema.BaseSchema;

function jsonSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' });
}

function responseIn(schema: z.ZodType): JsonSchema {
  return jsonSchema(schema).properties?.response as JsonSchema;
}

function docsOf(schema: JsonSchema, section: keyof typeof anchors, top: string, at = ''): MemberDocs {
  const docs: Record<string, string> = {};
  for (const variant of [schema, ...(schema.anyOf ?? [])] as JsonSchema[]) {
    if (variant.items !== undefined)
      Object.assign(docs, docsOf(variant.items as JsonSchema, section, top, `${at}[]`));
    // The variants of an object that only say which members need each other describe none.
    for (const [name, member] of Object.entries((variant.properties ?? {}) as Record<string, JsonSchema>)) {
      if (member.description === undefined) continue;
      const path = at === '' ? name : `${at}.${name}`;
      // Two lists have the members of a token and its amount, whose docstrings are the same.
      const place = (top + path).replace(/^.*\.tokens(?:Burned|Locked)\[\]\./, '');
      docs[path] =
        `${member.description} Section ${section}, \`${place}\`: docs/service-interface.md#${anchors[section]}`;
      Object.assign(docs, docsOf(member, section, top, path));
    }
  }
  return docs;
}
