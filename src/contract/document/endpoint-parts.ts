import type { z } from 'zod';
import type { Endpoint } from '../../endpoint/endpoint.js';
import type { ChainNames } from '../chains.js';
import { endpointPath } from '../operations.js';
import { jsonContent, type OpenApiPart, refused, schemaPointer } from './openapi-parts.js';
import { wireJsonSchema } from './wire-json-schema.js';

/** What an operation of `defineEndpoint` adds to a document. */
export interface OwnOperationParts {
  readonly path: string;
  readonly method: string;
  readonly described: OpenApiPart;
  /** Its schemas by their names in the document. */
  readonly schemas: Readonly<Record<string, OpenApiPart>>;
}

/** Describes an operation that the interface does not show (section 4.3), from its own schemas. */
export function ownOperationParts(operation: Endpoint, chains: ChainNames): OwnOperationParts {
  const { name, method, params, query, body, response, statuses, readOnly } = operation;
  const requestName = `${pascalCase(name)}Request`;
  const responseName = `${pascalCase(name)}Response`;
  return {
    path: endpointPath(operation.path, chains),
    method: method.toLowerCase(),
    described: {
      operationId: name,
      description: `Not shown by the interface (section 4.3): described by who tests it.${readOnly ? ' Changes nothing.' : ''}`,
      parameters: [...parameters('path', params), ...parameters('query', query)],
      ...(body && {
        requestBody: {
          required: body._zod.optin !== 'optional',
          content: jsonContent({ $ref: schemaPointer(requestName) }),
        },
      }),
      responses: {
        200: { description: 'Done.', content: jsonContent({ $ref: schemaPointer(responseName) }) },
        ...Object.fromEntries(statuses.map((status) => [status, refused(errorDescription(status))])),
      },
    },
    schemas: {
      ...(body && { [requestName]: resource(requestName, body) }),
      [responseName]: resource(responseName, response),
    },
  };
}

function errorDescription(status: number): string {
  if (status >= 500) return 'The service failed.';
  return status === 404 ? 'There is no such thing.' : 'The request was refused.';
}

function parameters(place: 'path' | 'query', schema: z.ZodObject | undefined): object[] {
  return Object.entries((schema?.shape ?? {}) as Record<string, z.ZodType>).map(([name, member]) => ({
    name,
    in: place,
    required: member._zod.optin !== 'optional',
    schema: wireJsonSchema(member),
  }));
}

/** A schema that refers to itself, or to definitions of its own, does so from where it starts. */
function resource(name: string, schema: z.ZodType): OpenApiPart {
  const json = wireJsonSchema(schema);
  return JSON.stringify(json).includes('"$ref":"#') ? { $id: `urn:crosscheck:${name}`, ...json } : json;
}

function pascalCase(name: string): string {
  return name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
