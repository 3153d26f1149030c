import { z } from 'zod';
import type { Conventions } from '../contract/conventions.js';
import { type ChainNames, createDialect, type Dialect } from '../contract/dialect.js';
import { factsOf, formats } from '../contract/formats.js';
import { toWireEnum } from '../contract/names.js';
import { minimalRequest, placesOf } from '../contract/request-places.js';
import { answerMembers } from '../contract/responses.js';
import { type LooseSimulationRequest, requestTexts } from '../contract/simulation-request.js';
import { jsonText, memberAt } from '../internal/json.js';
import { choice, parseOptions } from '../internal/options.js';
import { definitionOf, isOptional, schemaBounds } from '../internal/schema-introspection.js';
import {
  type BuiltInEndpointName,
  builtInDocumentation,
  builtInEndpointNames,
  builtInsOf,
  type EndpointDocumentation,
  isBuiltIn,
} from './built-in.js';
import { type Endpoint, type EndpointRequest, endpointPath } from './endpoint.js';

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

const documentShape = {
  /**
   * What the request schema is used for. JSON schema cannot express everything, such as checksums or limits of numbers
   * in strings. `generate`: every matching request is valid; of the addresses with a checksum, only the examples match.
   * `validate`: every valid request matches, and some invalid ones. Default: `generate`.
   */
  purpose: choice('generate', 'validate').default('generate'),
};

const documentOptions = z.strictObject(documentShape);

/** Options of {@link serviceDocument}. */
export interface DocumentOptions extends Readonly<z.input<z.ZodObject<typeof documentShape>>> {}

/**
 * Writes the OpenAPI 3.1 document of a deployment's endpoints, under the names that it has on the wire: the two of the
 * interface (section 4), and custom ones of `defineEndpoint` with their examples. It is derived from the
 * schemas with which the client validates requests and answers. What the interface does not show is marked as a
 * convention, practice or an assumption.
 *
 * @param endpoints - Custom endpoints from `defineEndpoint`.
 * @throws {UsageError} if an option is unknown or invalid.
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
  options: DocumentOptions = {},
): OpenApiDocument {
  const { purpose } = parseOptions('serviceDocument has invalid options', documentOptions, options);
  const { name, chains, conventions } = deployment;
  const requests = deployment.requests ?? { 'a call': minimalRequest(conventions) };
  const servers = {
    simulator: serversOf('simulatorUrl', deployment.simulatorUrl),
    observer: serversOf('observerUrl', deployment.observerUrl),
  };
  const ofAnswers = answerDetails(chains, conventions);
  const ofRequests = purpose === 'generate' ? narrowedTexts(Object.values(requests)) : undefined;
  const details: Details = (schema, json) => ofAnswers(schema) ?? ofRequests?.(schema, json);
  const builtIn = builtInsOf({ chains, conventions });
  const examplesOf: Record<BuiltInEndpointName, DescribedEndpoint['examples']> = {
    simulate: simulateExamples(requests, createDialect(chains, conventions)),
    inclusion: inclusionExamples(deployment),
  };
  const described: readonly DescribedEndpoint[] = [
    ...builtInEndpointNames.map((name) => ({ endpoint: builtIn[name], examples: examplesOf[name] })),
    ...endpoints.map((endpoint) => ({
      endpoint,
      examples: endpoint.example && { example: endpoint.example },
    })),
  ];
  const paths: Record<string, OpenApiPart> = {};
  for (const { endpoint, examples = {} } of described) {
    const path = endpointPath(endpoint.path, chains);
    const known = paths[path] ?? { servers: servers[endpoint.server] };
    paths[path] = {
      ...known,
      [endpoint.method.toLowerCase()]: {
        ...(known.servers !== servers[endpoint.server] && { servers: servers[endpoint.server] }),
        ...describedOperation(endpoint, conventions, examples, details),
      },
    };
  }
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
        ...Object.assign({}, ...described.map(({ endpoint }) => endpointSchemas(endpoint, details))),
        [rejectionName]: {
          ...rejectionSchema,
          description: 'The body of an error. Its shape is practice (section 7).',
        },
      },
    },
  };
}

/** An endpoint with valid example requests, by title. */
interface DescribedEndpoint {
  readonly endpoint: Endpoint;
  readonly examples?: Readonly<Record<string, EndpointRequest>> | undefined;
}

function simulateExamples(
  requests: Readonly<Record<string, LooseSimulationRequest>>,
  { toWireRequest }: Pick<Dialect, 'toWireRequest'>,
): Record<string, EndpointRequest> {
  return Object.fromEntries(
    Object.entries(requests).map(([title, request]) => [title, { body: toWireRequest(request) }]),
  );
}

function inclusionExamples({
  conventions,
  operationIds = [],
}: DescribedDeployment): Record<string, EndpointRequest> {
  return Object.fromEntries(
    operationIds.map((operationId, index) => [
      `known operation ${index + 1}`,
      { query: { [conventions.operationIdParameter]: operationId } },
    ]),
  );
}

function about({ requestValidation, additionalRequestMembers }: Conventions): string {
  return [
    'Fields, paths and meanings are those of the interface. What it does not show is a convention of this deployment: which fields of a request are required, their form, the name of the query parameter, stages, the unit of timestamps, statuses and bodies of errors.',
    'Authentication, limits and versioning: not shown (sections 5, 8 and 9). Integers may pass 2^53: read them exactly.',
    ...(requestValidation === 'off' ? ['The texts of a request may have any form.'] : []),
    ...(additionalRequestMembers === 'allow'
      ? ['A request may have members that the interface does not name.']
      : []),
  ].join('\n\n');
}

function serversOf(variable: string, url: string | undefined): object[] {
  if (url !== undefined) return [{ url }];
  return [{ url: `{${variable}}`, variables: { [variable]: { default: 'http://localhost' } } }];
}

/** Describes an operation from the endpoint's schemas and {@link builtInDocumentation}. */
function describedOperation(
  endpoint: Endpoint,
  conventions: Conventions,
  examples: Readonly<Record<string, EndpointRequest>>,
  details: Details,
): OpenApiPart {
  const { name, params, query, body } = endpoint;
  const { summary, description, answers } = isBuiltIn(name)
    ? builtInDocumentation(conventions)[name]
    : customDocumentation(endpoint);
  const parameters = [
    ...describedParameters('path', params, examples, details),
    ...describedParameters('query', query, examples, details),
  ];
  return {
    operationId: name,
    ...(summary !== undefined && { summary }),
    description,
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: !isOptional(body),
        content: jsonContent(
          { $ref: schemaPointer(`${pascalCase(name)}Request`) },
          exampleValues(examples, (example) => example.body),
        ),
      },
    }),
    responses: Object.fromEntries(
      Object.entries<string>(answers).map(([status, meaning]) => [
        status,
        describedResponse(name, status, meaning),
      ]),
    ),
  };
}

function customDocumentation({ statuses, readOnly }: Endpoint): EndpointDocumentation {
  return {
    description: `Not shown by the interface (section 4.3): described by who tests it.${readOnly ? ' Changes nothing.' : ''}`,
    answers: {
      200: 'Done.',
      ...Object.fromEntries(statuses.map((status) => [status, errorMeaning(status)])),
    },
  };
}

function describedResponse(name: string, status: string, meaning: string): object {
  if (status === '200')
    return {
      description: meaning,
      content: jsonContent({ $ref: schemaPointer(`${pascalCase(name)}Response`) }),
    };
  return { ...errorResponse(meaning), ...(status === '405' && { headers: allowHeader }) };
}

/** Returns the schemas of an endpoint's bodies by their names in the document. */
function endpointSchemas({ name, body, response }: Endpoint, details: Details): Record<string, OpenApiPart> {
  const requestName = `${pascalCase(name)}Request`;
  const responseName = `${pascalCase(name)}Response`;
  return {
    ...(body && { [requestName]: resource(requestName, body, details) }),
    [responseName]: resource(responseName, response, details),
  };
}

function errorMeaning(status: number): string {
  if (status >= 500) return 'The service failed.';
  return status === 404 ? 'Not found.' : 'The request was rejected.';
}

function describedParameters(
  place: 'path' | 'query',
  schema: z.ZodObject | undefined,
  examples: Readonly<Record<string, EndpointRequest>>,
  details: Details,
): object[] {
  const part = place === 'path' ? 'params' : 'query';
  return Object.entries((schema?.shape ?? {}) as Record<string, z.ZodType>).map(([name, member]) => {
    const { description, ...rest } = wireJsonSchema(member, details);
    return {
      name,
      in: place,
      required: !isOptional(member),
      ...(description !== undefined && { description }),
      schema: rest,
      ...examplesPart(exampleValues(examples, (example) => example[part]?.[name])),
    };
  });
}

/** Returns the example values for one place, without those that JSON numbers would round. */
function exampleValues(
  examples: Readonly<Record<string, EndpointRequest>>,
  read: (example: EndpointRequest) => unknown,
): OpenApiPart {
  return Object.fromEntries(
    Object.entries(examples).flatMap(([title, example]) => {
      const value = read(example);
      if (value === undefined) return [];
      const text = jsonText(value);
      const parsed: unknown = JSON.parse(text);
      return jsonText(parsed) === text ? [[title, parsed]] : [];
    }),
  );
}

/** Adds an `$id` to a schema with local references, which are then relative to it. */
function resource(name: string, schema: z.ZodType, details: Details): OpenApiPart {
  const json = wireJsonSchema(schema, details);
  return JSON.stringify(json).includes('"$ref":"#') ? { $id: `urn:crosscheck:${name}`, ...json } : json;
}

/** Converts an endpoint name to a schema name. Keeps the dash before a digit so that names stay unique. */
function pascalCase(name: string): string {
  return name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns additional JSON schema members for a zod schema; undefined for none. */
type Details = (schema: z.core.$ZodType, json: OpenApiPart) => OpenApiPart | undefined;

/**
 * Converts a zod schema of wire data to JSON schema 2020-12: bigints become integers of any size, and what JSON schema
 * cannot express becomes `{}`.
 */
function wireJsonSchema(schema: z.ZodType, detailsOf: Details): OpenApiPart {
  const json = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (definitionOf(zodSchema).type === 'bigint')
        Object.assign(jsonSchema, { type: 'integer' }, integerBounds(zodSchema, jsonSchema.description));
      // A limit of JavaScript numbers, not of the service.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      Object.assign(jsonSchema, detailsOf(zodSchema, jsonSchema as OpenApiPart));
    },
  });
  return withoutMarks(json);
}

/** Removes `$schema` and `$id`, to which references would otherwise be relative. */
export function withoutMarks({ $schema, $id, ...schema }: OpenApiPart): OpenApiPart {
  return schema;
}

/** Returns the bounds of a bigint schema: as numbers if exact, otherwise in the description. */
function integerBounds(schema: z.core.$ZodType, description?: string): OpenApiPart {
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
    ...(inWords.length > 0 && {
      description: `${description === undefined ? '' : `${description} `}Exactly: ${inWords.join(', ')}.`,
    }),
  };
}

/**
 * Narrows the texts of a request to certainly valid ones, for generators: numbers with fewer digits than the maximum
 * and the maximum itself; addresses without a checksum and those of the examples.
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
      description: `${description === undefined ? '' : `${description} `}More than this pattern is valid: it leaves out what a pattern cannot verify.`,
      pattern: format.narrowPattern(texts.filter((text) => typeof text === 'string')),
    };
  };
}

/** Describes members of responses by the conventions of a deployment. */
function answerDetails(
  chains: ChainNames,
  conventions: Conventions,
): (schema: z.core.$ZodType) => OpenApiPart | undefined {
  const { requestValidation, stages, blockchainTypes, timestampUnit } = conventions;
  const isInSeconds = timestampUnit === 's';
  const details = new Map<z.core.$ZodType, OpenApiPart>([
    [answerMembers.tokenAmount, requestValidation === 'strict' ? { pattern: formats.amount.pattern } : {}],
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

/** Returns an enum, or nothing if the values are unknown. */
function enumeration(values: readonly string[], chains: ChainNames): OpenApiPart {
  return values.length === 0 ? {} : { enum: values.map((value) => toWireEnum(value, chains)) };
}

/** The end of the year 9999. Assumption. */
const lastSecond = 253_402_300_799;

/** The schema of an error's body: `{ "error": string }`. Practice. */
export const rejectionSchema = {
  type: 'object',
  properties: { error: { type: 'string' } },
  required: ['error'],
};

/** The name of {@link rejectionSchema} among the schemas of a document. */
export const rejectionName = 'Rejection';

/** The pointer to a named schema of a document. */
export function schemaPointer(name: string): string {
  return `#/components/schemas/${name}`;
}

/** JSON content with a schema and named examples. */
export function jsonContent(schema: object, examples: OpenApiPart = {}): object {
  return { 'application/json': { schema, ...examplesPart(examples) } };
}

/** The member `examples`, if there are any. */
function examplesPart(values: OpenApiPart): OpenApiPart {
  const named = Object.entries(values).map(([name, value]) => [name, { value }]);
  return named.length === 0 ? {} : { examples: Object.fromEntries(named) };
}

/** A response with an error body. */
export function errorResponse(description: string): object {
  return { description, content: jsonContent({ $ref: schemaPointer(rejectionName) }) };
}

/** The header of a response with status 405 (RFC 9110, 15.5.6). */
const allowHeader = {
  Allow: { description: 'The methods of the path.', required: true, schema: { type: 'string' } },
};
