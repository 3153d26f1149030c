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

/** Content that is JSON of a schema, with examples by their names. */
export function jsonContent(schema: object, examples: OpenApiPart = {}): object {
  return { 'application/json': { schema, ...examplesPart(examples) } };
}

/** The member `examples` of what has some. */
export function examplesPart(values: OpenApiPart): OpenApiPart {
  const named = Object.entries(values).map(([name, value]) => [name, { value }]);
  return named.length === 0 ? {} : { examples: Object.fromEntries(named) };
}

/** A response with an error body. */
export function refused(description: string): object {
  return { description, content: jsonContent({ $ref: schemaPointer(refusalName) }) };
}

/** The response to a method that a path does not have. */
export const methodNotAllowed = {
  ...refused('The method is another one. Assumption: HTTP semantics (RFC 9110).'),
  headers: { Allow: { description: 'The methods of the path.', required: true, schema: { type: 'string' } } },
};

/** Leaves out what makes a schema a document of its own; `$id` would make the references in it relative to it. */
export function withoutMarks({ $schema, $id, ...schema }: OpenApiPart): OpenApiPart {
  return schema;
}
