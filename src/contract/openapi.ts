import { z } from 'zod';
import { inclusionPath, simulatePath } from '../endpoint/built-in.js';
import type { Endpoint } from '../endpoint/endpoint.js';
import { endpointPath } from '../endpoint/endpoint.js';
import type { Conventions } from './conventions.js';
import { type ChainNames, renameMembers, toWireEnum, wireFields, wireRequestSchema } from './dialect.js';
import { factsOf, formats } from './formats.js';
import { memberAt } from './json.js';
import { answerMembers, inclusionResponseSchema, simulationResponseSchema } from './responses.js';
import { definitionOf, isOptional, schemaBounds } from './schema-introspection.js';
import { type LooseSimulationRequest, placesOf, requestTexts } from './simulation-request.js';

/** An object of a document. */
export type OpenApiPart = Readonly<Record<string, unknown>>;

/** A document of OpenAPI 3.1. */
export type OpenApiDocument = OpenApiPart & {
  readonly paths: Readonly<Record<string, OpenApiPart>>;
  readonly components: { readonly schemas: Readonly<Record<string, OpenApiPart>> };
};

/** What a document is about: a deployment, or one that is not anywhere yet. */
export interface DescribedDeployment {
  readonly name?: string | undefined;
  /** Default: a variable of the document. */
  readonly simulatorUrl?: string | undefined;
  /** Default: a variable of the document. */
  readonly observerUrl?: string | undefined;
  readonly chains: ChainNames;
  readonly conventions: Conventions;
  /** Requests that are valid there, under neutral names, by what they show. Default: one with addresses that nobody has. */
  readonly requests?: Readonly<Record<string, LooseSimulationRequest>> | undefined;
  /** Operations that it knows. Default: none. */
  readonly operationIds?: readonly string[] | undefined;
}

/**
 * What the schema of a request is for. A JSON schema cannot say everything of a request: it verifies no checksum, and
 * compares no number in a string. `generate`: every request that fits the schema is valid, but not every valid one fits;
 * `validate`: every valid request fits, but not every one that fits is valid.
 */
export type DocumentPurpose = 'generate' | 'validate';

/** How a document is written. */
export interface DocumentOptions {
  /**
   * What the schema of a request is for. A JSON schema cannot say everything of a request: it verifies no checksum, and
   * compares no number in a string. `generate`: every request that fits the schema is valid; of the addresses with a
   * checksum, those of the examples fit. `validate`: every valid request fits, and some that are not valid. Default:
   * `generate`.
   */
  readonly purpose?: DocumentPurpose | undefined;
}

const placeholderRequest: LooseSimulationRequest = {
  shardsKey: '1762000000',
  alphaCallParams: { target: '0x00000000000000000000000000000000000000a1', arguments: '0x', methodName: '' },
  betaAssets: [{ amount: '1000', tokenAddress: '' }],
  betaCaller: `0:${'b2'.repeat(32)}`,
};

/**
 * Writes the OpenAPI 3.1 document of a deployment's endpoints, under the names that it has on the wire: both of the
 * interface (section 4), and further ones of `defineEndpoint`. It is made of the schemas that the client holds requests
 * and answers against. What the interface does not show is said to be a convention, practice or an assumption.
 *
 * @param endpoints - Custom endpoints, of `defineEndpoint`.
 *
 * @example
 * import { defineDeployment } from 'crosscheck';
 * import { serviceDocument } from 'crosscheck/contract';
 *
 * const deployment = defineDeployment({
 *   simulatorUrl: 'https://simulator.staging.example.org',
 *   observerUrl: 'https://observer.staging.example.org',
 *   chains: { alpha: 'evm', beta: 'tvm' },
 * });
 * console.log(JSON.stringify(serviceDocument(deployment), undefined, 2));
 */
export function serviceDocument(
  deployment: DescribedDeployment,
  endpoints: readonly Endpoint[] = [],
  { purpose = 'generate' }: DocumentOptions = {},
): OpenApiDocument {
  const { name, chains, conventions, operationIds = [] } = deployment;
  const requests = deployment.requests ?? { 'a call': placeholderRequest };
  const wireRequests = Object.entries(requests).map(([title, request]): [string, object] => [
    title,
    renameMembers({ ...request }, wireFields(chains)),
  ]);
  const servers = {
    simulator: serversOf('simulatorUrl', deployment.simulatorUrl),
    observer: serversOf('observerUrl', deployment.observerUrl),
  };
  const paths: Record<string, OpenApiPart> = {
    [simulatePath(chains)]: {
      servers: servers.simulator,
      post: describedSimulate(Object.fromEntries(wireRequests)),
    },
    [inclusionPath(chains)]: {
      servers: servers.observer,
      get: describedInclusion(conventions, operationIds),
    },
  };
  const custom = endpoints.map((endpoint) => endpointParts(endpoint, chains));
  for (const [index, { path, method, described }] of custom.entries()) {
    const { server } = endpoints[index] as Endpoint;
    paths[path] = { servers: servers[server], ...paths[path], [method]: described };
  }
  const ofAnswers = answerDetails(chains, conventions);
  return {
    openapi: '3.1.0',
    info: {
      title: name === undefined ? 'Cross-chain service' : `Cross-chain service: ${name}`,
      version: 'not shown',
      description: about(conventions),
    },
    servers: servers.simulator,
    paths,
    components: {
      schemas: {
        [schemaNames.request]: wireJsonSchema(
          wireRequestSchema(chains, conventions),
          purpose === 'generate' ? narrowedTexts(Object.values(requests)) : undefined,
        ),
        [schemaNames.simulation]: wireJsonSchema(simulationResponseSchema, ofAnswers),
        [schemaNames.inclusion]: wireJsonSchema(inclusionResponseSchema, ofAnswers),
        [refusalName]: {
          ...refusalSchema,
          description: 'The body of an error. Its shape is practice (section 7).',
        },
        ...Object.assign({}, ...custom.map(({ schemas }) => schemas)),
      },
    },
  };
}

function about({ requestValidation, additionalRequestMembers, acceptSnakeCase }: Conventions): string {
  return [
    'Fields, paths and meanings are those of the interface. What it does not show is a convention of this deployment: which fields of a request are required, their form, the name of the query parameter, stages, the unit of timestamps, statuses and bodies of errors.',
    'Authentication, limits and versioning: not shown (sections 5, 8 and 9). Integers may pass 2^53: read them exactly.',
    ...(requestValidation === 'off' ? ['The texts of a request may have any form.'] : []),
    ...(additionalRequestMembers === 'allow'
      ? ['A request may have members that the interface does not name.']
      : []),
    ...(acceptSnakeCase ? ['The names in answers may be in snake_case.'] : []),
  ].join('\n\n');
}

function serversOf(variable: string, url: string | undefined): object[] {
  if (url !== undefined) return [{ url }];
  return [{ url: `{${variable}}`, variables: { [variable]: { default: 'http://localhost' } } }];
}

/** The names of the schemas of the interface in a document. */
export const schemaNames = {
  request: 'SimulationRequest',
  simulation: 'SimulationResponse',
  inclusion: 'InclusionResponse',
};

/** Describes "Simulate a cross-chain call" (section 4.1), with example requests under their names on the wire. */
export function describedSimulate(examples: OpenApiPart): OpenApiPart {
  return {
    operationId: 'simulate',
    summary: 'Simulate a cross-chain call',
    description:
      'Simulates execution of a call from the source chain to the destination chain, without executing it (section 4.1).',
    requestBody: {
      required: true,
      content: jsonContent({ $ref: schemaPointer(schemaNames.request) }, examples),
    },
    responses: {
      200: {
        description: 'A verdict, which may be false (section 7).',
        content: jsonContent({ $ref: schemaPointer(schemaNames.simulation) }),
      },
      400: errorResponse('The request is not as it should be. Practice.'),
      405: methodNotAllowed,
      413: errorResponse('The body is too large. Assumption.'),
      415: errorResponse('The body is not application/json in UTF-8. Assumption.'),
      500: errorResponse('The service failed. Practice.'),
    },
  };
}

/** Describes "Check whether the Merkle root is set" (section 4.2), by the conventions of a deployment. */
export function describedInclusion(
  { operationIdParameter, notFoundMeans, requestValidation }: Conventions,
  operationIds: readonly string[],
): OpenApiPart {
  const form = requestValidation === 'strict' ? { pattern: formats.operationId.pattern, maxLength: 66 } : {};
  const examples = Object.fromEntries(
    operationIds.map((operationId, index) => [`known operation ${index + 1}`, operationId]),
  );
  return {
    operationId: 'inclusion',
    summary: 'Check whether the Merkle root is set',
    description:
      'Tells whether the message of an operation is included in consensus on the source chain (section 4.2).',
    parameters: [
      {
        name: operationIdParameter,
        in: 'query',
        required: true,
        description:
          'The operation id, 0x and 64 hex digits in practice. The name of the parameter is not shown: a convention of the deployment.',
        schema: { type: 'string', minLength: requestValidation === 'strict' ? 66 : 1, ...form },
        ...examplesPart(examples),
      },
    ],
    responses: {
      200: {
        description: 'What is known of the operation.',
        content: jsonContent({ $ref: schemaPointer(schemaNames.inclusion) }),
      },
      400: errorResponse('The operation id is missing or no operation id. Practice.'),
      404: errorResponse(
        `The operation is not known; by the convention of the deployment that means: ${notFoundMeans}.`,
      ),
      405: methodNotAllowed,
      500: errorResponse('The service failed. Practice.'),
    },
  };
}

/** What an endpoint of `defineEndpoint` adds to a document. */
export interface EndpointParts {
  readonly path: string;
  readonly method: string;
  readonly described: OpenApiPart;
  /** Its schemas by their names in the document. */
  readonly schemas: Readonly<Record<string, OpenApiPart>>;
}

/** Describes an endpoint that the interface does not show (section 4.3), from its own schemas. */
export function endpointParts(endpoint: Endpoint, chains: ChainNames): EndpointParts {
  const { name, method, params, query, body, response, statuses, readOnly } = endpoint;
  const requestName = `${pascalCase(name)}Request`;
  const responseName = `${pascalCase(name)}Response`;
  return {
    path: endpointPath(endpoint.path, chains),
    method: method.toLowerCase(),
    described: {
      operationId: name,
      description: `Not shown by the interface (section 4.3): described by who tests it.${readOnly ? ' Changes nothing.' : ''}`,
      parameters: [...parameters('path', params), ...parameters('query', query)],
      ...(body && {
        requestBody: {
          required: !isOptional(body),
          content: jsonContent({ $ref: schemaPointer(requestName) }),
        },
      }),
      responses: {
        200: { description: 'Done.', content: jsonContent({ $ref: schemaPointer(responseName) }) },
        ...Object.fromEntries(statuses.map((status) => [status, errorResponse(errorDescription(status))])),
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
  return status === 404 ? 'There is no such thing.' : 'The request was rejected.';
}

function parameters(place: 'path' | 'query', schema: z.ZodObject | undefined): object[] {
  return Object.entries((schema?.shape ?? {}) as Record<string, z.ZodType>).map(([name, member]) => ({
    name,
    in: place,
    required: !isOptional(member),
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

/** What a document says of a schema beside what zod does; undefined for nothing. */
type Details = (schema: z.core.$ZodType, json: OpenApiPart) => OpenApiPart | undefined;

/**
 * Writes a zod schema of what stands on the wire as JSON schema 2020-12: bigints are integers, whatever their size, and
 * what JSON schema has no word for is anything.
 */
function wireJsonSchema(schema: z.ZodType, detailsOf: Details = () => undefined): OpenApiPart {
  const json = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (definitionOf(zodSchema).type === 'bigint')
        Object.assign(jsonSchema, { type: 'integer' }, integerBounds(zodSchema));
      // A limit of JavaScript's numbers, not of the service.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      Object.assign(jsonSchema, detailsOf(zodSchema, jsonSchema as OpenApiPart));
    },
  });
  return withoutMarks(json);
}

/** Leaves out what makes a schema a document of its own; `$id` would make the references in it relative to it. */
export function withoutMarks({ $schema, $id, ...schema }: OpenApiPart): OpenApiPart {
  return schema;
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

/**
 * Narrows the texts of a request to those that are certainly valid, for who generates requests: of numbers those with fewer
 * digits than the maximum, and that itself; of addresses the forms without a checksum, and the addresses of the examples.
 */
function narrowedTexts(examples: readonly LooseSimulationRequest[]): Details {
  return (schema, { description }) => {
    const format = factsOf(schema)?.format;
    if (format?.narrowPattern === undefined) return undefined;
    const texts = requestTexts
      .filter(({ field }) => field.format.name === format.name)
      .flatMap(({ path }) =>
        examples.flatMap((request) => placesOf(path, request).map((steps) => memberAt(request, steps))),
      );
    return {
      description: `${description} More than this pattern is valid: it leaves out what a pattern cannot verify.`,
      pattern: format.narrowPattern(texts.filter((text) => typeof text === 'string')),
    };
  };
}

/** What the conventions of a deployment say of the members of answers. */
function answerDetails(chains: ChainNames, conventions: Conventions): Details {
  const { requestValidation, stages, blockchainTypes, timestampUnit } = conventions;
  const isInSeconds = timestampUnit === 's';
  const details = new Map<z.core.$ZodType, OpenApiPart>([
    [answerMembers.tokenAmount, requestValidation === 'strict' ? { pattern: '^(?:0|[1-9]\\d{0,77})$' } : {}],
    [answerMembers.stage, enumeration(stages, chains)],
    [answerMembers.blockchainType, enumeration(blockchainTypes, chains)],
    [
      answerMembers.timestamp,
      {
        description: `Timestamp; its unit is not shown, here it is unix ${isInSeconds ? 'seconds' : 'milliseconds'}.`,
        minimum: 0,
        maximum: isInSeconds ? lastSecond : lastSecond * 1000 + 999,
      },
    ],
  ]);
  return (schema) => details.get(schema);
}

/** Values that are not known cannot be listed. */
function enumeration(values: readonly string[], chains: ChainNames): OpenApiPart {
  return values.length === 0 ? {} : { enum: values.map((value) => toWireEnum(value, chains)) };
}

/** The end of the year 9999. Assumption. */
const lastSecond = 253_402_300_799;

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
export function errorResponse(description: string): object {
  return { description, content: jsonContent({ $ref: schemaPointer(refusalName) }) };
}

/** The response to a method that a path does not have. */
export const methodNotAllowed = {
  ...errorResponse('The method is another one. Assumption: HTTP semantics (RFC 9110).'),
  headers: { Allow: { description: 'The methods of the path.', required: true, schema: { type: 'string' } } },
};
