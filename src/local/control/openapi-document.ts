import { z } from 'zod';
import {
  errorResponse,
  jsonContent,
  type OpenApiDocument,
  type OpenApiPart,
  rejectionName,
  rejectionSchema,
  schemaPointer,
  withoutMarks,
} from '../../contract/openapi.js';
import type { ControlOperation, ParameterSchemas } from './control-operation.js';
import type { ControlOperations } from './control-operations.js';

type NamedSchemas = z.core.$ZodRegistry<{ id: string }>;

const eventsPath = {
  get: {
    operationId: 'events',
    summary: 'Streams what happens, as server-sent events: `operation`, `root`, `clock` and `restored`.',
    responses: {
      200: {
        description:
          'The data of `operation` is an operation, of `root` the root of an epoch, of `clock` a clock; all as their routes give them. Changes that follow one another closely may come as one.',
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      },
      503: errorResponse('Too many listen already.'),
    },
  },
};

/** Describes a control listener, from the declarations of its operations. */
export function openApiDocument(operations: ControlOperations): OpenApiDocument {
  const declared = Object.entries<ControlOperation>(operations);
  const named = namedSchemas(declared);
  const paths: Record<string, Record<string, unknown>> = { '/events': eventsPath };
  for (const [name, operation] of declared) {
    const { method, path } = operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: described(name, operation, named) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Control of a crosscheck local deployment',
      version: '1',
      description:
        'Drives a local deployment of the service: operations, time, epochs, snapshots and faults. To be addressed by a loopback name, without an `Origin`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    components: { schemas: componentSchemas(named) },
  };
}

function described(name: string, operation: ControlOperation, named: NamedSchemas): object {
  const { summary, pathParameters, query, body, answer, rejections } = operation;
  return {
    operationId: name,
    summary,
    parameters: [...parameters(pathParameters, 'path'), ...parameters(query, 'query')],
    ...(body && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: jsonContent(referenceTo(body, named)),
      },
    }),
    responses: {
      200: { description: 'Done.', content: jsonContent(referenceTo(answer, named)) },
      ...(body && { 400: errorResponse('The body is not as it should be; `error` names each field.') }),
      ...Object.fromEntries(Object.entries(rejections).map(([status, why]) => [status, errorResponse(why)])),
      default: errorResponse('It was rejected; `error` says why.'),
    },
  };
}

function parameters(schemas: ParameterSchemas, place: 'path' | 'query'): object[] {
  return Object.entries(schemas).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: withoutMarks(z.toJSONSchema(schema)),
  }));
}

/** Names the schemas of bodies and answers; one that several operations share has the name of the first. */
function namedSchemas(operations: readonly (readonly [string, ControlOperation])[]): NamedSchemas {
  const named = z.registry<{ id: string }>();
  for (const [name, { body, answer }] of operations) {
    const title = name.charAt(0).toUpperCase() + name.slice(1);
    if (body && !named.has(body)) named.add(body, { id: `${title}Body` });
    if (!named.has(answer)) named.add(answer, { id: `${title}Answer` });
  }
  return named;
}

function componentSchemas(named: NamedSchemas): Record<string, OpenApiPart> {
  const { schemas } = z.toJSONSchema(named, { uri: schemaPointer, io: 'input', unrepresentable: 'any' });
  return Object.fromEntries([
    ...Object.entries(schemas).map(([name, schema]) => [name, withoutMarks(schema)]),
    [rejectionName, rejectionSchema],
  ]);
}

function referenceTo(schema: z.ZodType, named: NamedSchemas): object {
  return { $ref: schemaPointer(named.get(schema)?.id ?? '') };
}
