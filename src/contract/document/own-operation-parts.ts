import type { z } from 'zod';
import type { ChainNames } from '../chains.js';
import { ownPath } from '../operations.js';
import type { OwnOperation } from '../own-operation.js';
import { jsonContent, refused, schemaPointer } from './openapi-parts.js';
import { wireJsonSchema } from './wire-json-schema.js';

/** What an operation of `defineOperation` adds to a document. */
export interface OwnOperationParts {
  readonly path: string;
  readonly method: string;
  readonly described: object;
  /** Its schemas by their names in the document. */
  readonly schemas: Readonly<Record<string, object>>;
}

/** Describes an operation that the interface does not show (section 4.3), from its own schemas. */
export function ownOperationParts(operation: OwnOperation, chains: ChainNames): OwnOperationParts {
  const { name, method, query, body, response, statuses, readOnly } = operation;
  const requestName = `${pascalCase(name)}Request`;
  const responseName = `${pascalCase(name)}Response`;
  return {
    path: ownPath(operation.path, chains),
    method: method.toLowerCase(),
    described: {
      operationId: name,
      description: `Not shown by the interface (section 4.3): described by who tests it.${readOnly ? ' Changes nothing.' : ''}`,
      parameters: Object.entries(query?.shape ?? {}).map(([member, schema]) =>
        parameter(member, schema as z.ZodType),
      ),
      ...(body && {
        requestBody: {
          required: !body.safeParse(undefined).success,
          content: jsonContent({ $ref: schemaPointer(requestName) }),
        },
      }),
      responses: {
        200: { description: 'Done.', content: jsonContent({ $ref: schemaPointer(responseName) }) },
        ...Object.fromEntries(statuses.map((status) => [status, refused('It was refused, or failed.')])),
      },
    },
    schemas: {
      ...(body && { [requestName]: resource(requestName, body) }),
      [responseName]: resource(responseName, response),
    },
  };
}

function parameter(name: string, schema: z.ZodType): object {
  return {
    name,
    in: 'query',
    required: !schema.safeParse(undefined).success,
    schema: wireJsonSchema(schema),
  };
}

/** A schema that refers to itself, or to definitions of its own, does so from where it starts. */
function resource(name: string, schema: z.ZodType): object {
  const json = wireJsonSchema(schema);
  return JSON.stringify(json).includes('"$ref":"#') ? { $id: `urn:crosscheck:${name}`, ...json } : json;
}

function pascalCase(name: string): string {
  return name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
