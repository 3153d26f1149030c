/** An object of a document. */
export type OpenApiPart = Readonly<Record<string, unknown>>;

/** A document of OpenAPI 3.1. */
export type OpenApiDocument = OpenApiPart & {
  readonly paths: Readonly<Record<string, OpenApiPart>>;
  readonly components: { readonly schemas: Readonly<Record<string, OpenApiPart>> };
};

/** The schema of an error's body: `{ "error": string }`. Practice. */
export const refusalSchema = {
  type: 'object',
  properties: { error: { type: 'string' } },
  required: ['error'],
};

/** The name of {@link refusalSchema} among the schemas of a document. */
export const refusalName = 'Refusal';

/** The pointer to a named schema of a document. */
export function schemaPointer(name: string): string {
  return `#/components/schemas/${name}`;
}

/** Content that is JSON of a schema. */
export function jsonContent(schema: object): object {
  return { 'application/json': { schema } };
}

/** An answer with a refusal in it. */
export function refused(description: string): object {
  return { description, content: jsonContent({ $ref: schemaPointer(refusalName) }) };
}

/** Leaves out what makes a schema a document of its own; `$id` would make the references in it relative to it. */
export function withoutMarks({ $schema, $id, ...schema }: OpenApiPart): OpenApiPart {
  return schema;
}
