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
} from '../../endpoint/openapi.js';
import type { ControlRoute } from './declare-route.js';

type NamedSchemas = z.core.$ZodRegistry<{ id: string }>;

/** Describes the control API, from the declarations of its routes by name. */
export function openApiDocument(routes: Readonly<Record<string, ControlRoute>>): OpenApiDocument {
  const declared = Object.entries(routes);
  const named = namedSchemas(declared);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, route] of declared) {
    const { method, path } = route;
    paths[path] = { ...paths[path], [method.toLowerCase()]: described(name, route, named) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Control of a crosscheck local deployment',
      version: '1',
      description:
        'Controls a local deployment of the service: operations, time, epochs, snapshots and faults. Use a loopback name as `Host`, and send no `Origin`. With the `startId` of `GET /deployment` as the header `crosscheck-start-id`, a request is answered 412 after a restart.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    components: { schemas: componentSchemas(named) },
  };
}

function described(name: string, route: ControlRoute, named: NamedSchemas): object {
  const { summary, pathParameters, query, body, answer, stream, rejections } = route;
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
      200:
        stream === undefined
          ? { description: 'The result.', content: jsonContent(referenceTo(answer, named)) }
          : { description: stream, content: { 'text/event-stream': { schema: { type: 'string' } } } },
      ...(body && { 400: errorResponse('The body is invalid; `error` names each field.') }),
      ...Object.fromEntries(Object.entries(rejections).map(([status, why]) => [status, errorResponse(why)])),
      default: errorResponse('The request was rejected; `error` says why.'),
    },
  };
}

function parameters(schemas: ControlRoute['query'], place: 'path' | 'query'): object[] {
  return Object.entries(schemas).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: withoutMarks(z.toJSONSchema(schema)),
  }));
}

/** Names the schemas of bodies and answers; one that several routes share has the name of the first. */
function namedSchemas(routes: readonly (readonly [string, ControlRoute])[]): NamedSchemas {
  const named = z.registry<{ id: string }>();
  for (const [name, { body, answer, stream }] of routes) {
    const title = name.charAt(0).toUpperCase() + name.slice(1);
    if (body && !named.has(body)) named.add(body, { id: `${title}Body` });
    if (stream === undefined && !named.has(answer)) named.add(answer, { id: `${title}Answer` });
  }
  return named;
}

/** What the schema of an option says of the command line. */
const optionMarks = ['env', 'flag', 'heading'];

function componentSchemas(named: NamedSchemas): Record<string, OpenApiPart> {
  const { schemas } = z.toJSONSchema(named, {
    uri: schemaPointer,
    io: 'input',
    unrepresentable: 'any',
    override({ jsonSchema }) {
      for (const name of optionMarks) delete jsonSchema[name];
    },
  });
  return Object.fromEntries([
    ...Object.entries(schemas).map(([name, schema]) => [name, withoutMarks(schema)]),
    [rejectionName, rejectionSchema],
  ]);
}

function referenceTo(schema: z.ZodType, named: NamedSchemas): object {
  return { $ref: schemaPointer(named.get(schema)?.id ?? '') };
}
