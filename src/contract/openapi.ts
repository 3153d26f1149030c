import { z } from 'zod';
import type { Endpoint } from '../endpoint/endpoint.js';
import type { Conventions } from './conventions.js';
import { type ChainNames, renameMembers, toWireEnum, wireFields, wireRequestSchema } from './dialect.js';
import { endpointPath, inclusionPath, simulatePath } from './operations.js';
import { inclusionResponseSchema, simulationResponseSchema } from './responses.js';
import { schemaBounds } from './schema-introspection.js';
import type { SimulationRequest } from './simulation-request.js';

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
  readonly requests?: Readonly<Record<string, SimulationRequest>> | undefined;
  /** Operations that it knows. Default: none. */
  readonly operationIds?: readonly string[] | undefined;
}

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

const placeholderRequest: SimulationRequest = {
  shardsKey: '1762000000',
  alphaCallParams: { target: '0x00000000000000000000000000000000000000a1', arguments: '0x', methodName: '' },
  betaAssets: [{ amount: '1000', tokenAddress: '' }],
  betaCaller: `0:${'b2'.repeat(32)}`,
};

/**
 * Writes the OpenAPI 3.1 document of a deployment's operations, under the names that it has on the wire: both of the
 * interface (section 4), and further ones of `defineEndpoint`. It is made of the schemas that the client holds requests
 * and answers against. What the interface does not show is said to be a convention, practice or an assumption.
 *
 * @param operations - Further operations, of `defineEndpoint`.
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
  operations: readonly Endpoint[] = [],
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
      post: simulateOperation(Object.fromEntries(wireRequests)),
    },
    [inclusionPath(chains)]: {
      servers: servers.observer,
      get: inclusionOperation(conventions, operationIds),
    },
  };
  const own = operations.map((operation) => ownOperationParts(operation, chains));
  for (const [index, { path, method, described }] of own.entries()) {
    const { server } = operations[index] as Endpoint;
    paths[path] = { servers: servers[server], ...paths[path], [method]: described };
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
        [schemaNames.request]: wireJsonSchema(
          wireRequestSchema(chains, conventions),
          requestDetails(chains, { ...conventions, purpose, examples: Object.values(requests) }),
        ),
        [schemaNames.simulation]: wireJsonSchema(simulationResponseSchema, simulationDetails(conventions)),
        [schemaNames.inclusion]: wireJsonSchema(
          inclusionResponseSchema,
          inclusionDetails(chains, conventions),
        ),
        [refusalName]: {
          ...refusalSchema,
          description: 'The body of an error. Its shape is practice (section 7).',
        },
        ...Object.assign({}, ...own.map(({ schemas }) => schemas)),
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
export function simulateOperation(examples: OpenApiPart): OpenApiPart {
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
      400: refused('The request is not as it should be. Practice.'),
      405: methodNotAllowed,
      413: refused('The body is too large. Assumption.'),
      415: refused('The body is not application/json in UTF-8. Assumption.'),
      500: refused('The service failed. Practice.'),
    },
  };
}

/** Describes "Check whether the Merkle root is set" (section 4.2), by the conventions of a deployment. */
export function inclusionOperation(
  { operationIdParameter, notFoundMeans, requestValidation }: Conventions,
  operationIds: readonly string[],
): OpenApiPart {
  const form = requestValidation === 'strict' ? { pattern: operationIdPattern, maxLength: 66 } : {};
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
      400: refused('The operation id is missing or no operation id. Practice.'),
      404: refused(
        `The operation is not known; by the convention of the deployment that means: ${notFoundMeans}.`,
      ),
      405: methodNotAllowed,
      500: refused('The service failed. Practice.'),
    },
  };
}

const operationIdPattern = '^0x[0-9a-fA-F]{64}$';

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

/** What a document says of fields beside their types: a part of a JSON schema by the path of each field. */
export type FieldDetails = Readonly<Record<string, object>>;

/**
 * What the schema of a request is for. A JSON schema cannot say everything of a request: it verifies no checksum, and
 * compares no number in a string. `generate`: every request that fits the schema is valid, but not every valid one fits;
 * `validate`: every valid request fits, but not every one that fits is valid.
 */
export type DocumentPurpose = 'generate' | 'validate';

/** What decides how the fields of a request are described. */
interface RequestDetailsOptions extends Pick<Conventions, 'requestValidation'> {
  readonly purpose: DocumentPurpose;
  /** Requests that are valid, under neutral names. */
  readonly examples: readonly SimulationRequest[];
}

/** The fields of a request by their paths on the wire: their meaning, and the form that a deployment takes. */
export function requestDetails(
  chains: ChainNames,
  { requestValidation, purpose, examples }: RequestDetailsOptions,
): FieldDetails {
  const isInPractice = requestValidation === 'strict';
  const names = wireFields(chains);
  const wirePath = (path: string): string => path.replace(/^\w+/, (name) => names.get(name) ?? name);
  const narrower = isInPractice && purpose === 'generate' ? narrowerPatterns(examples) : {};
  const details = Object.entries(requestMeanings).map(([path, [meaning, practice]]): [string, object] => {
    const pattern = narrower[path];
    const description = isInPractice && practice !== undefined ? `${meaning} ${practice}` : meaning;
    return [
      wirePath(path),
      pattern === undefined ? { description } : { description: `${description} ${isNarrower}`, pattern },
    ];
  });
  const call = wirePath('alphaCallParams');
  return Object.fromEntries(
    details.map(([path, detail]) => [
      path,
      path === call && isInPractice ? { ...detail, ...namesItsMethod } : detail,
    ]),
  );
}

/** Arguments need a method name. Assumption. */
const namesItsMethod = {
  anyOf: [
    { properties: { arguments: { const: '0x' } } },
    { properties: { methodName: { minLength: 1 } }, required: ['methodName'] },
  ],
};

const isNarrower = 'More than this pattern is valid: it leaves out what a pattern cannot verify.';

/**
 * Patterns that only valid texts match: of numbers those with fewer digits than the maximum, and that itself; of addresses
 * the forms without a checksum, and the addresses of the examples.
 */
function narrowerPatterns(examples: readonly SimulationRequest[]): Readonly<Record<string, string>> {
  const listed = (shape: string, texts: readonly (string | undefined)[]): string => {
    const known = texts.filter((text) => text && !new RegExp(`^(?:${shape})$`).test(text)) as string[];
    return [shape, ...new Set(known)].join('|');
  };
  const alpha = listed(
    '0x(?:[0-9a-f]{40}|[0-9A-F]{40})',
    examples.flatMap(({ alphaCallParams, executorAddress }) => [alphaCallParams?.target, executorAddress]),
  );
  const caller = listed(
    rawForm,
    examples.map(({ betaCaller }) => betaCaller),
  );
  const token = listed(
    rawForm,
    examples.flatMap(({ betaAssets = [], feeAssetAddress }) => [
      feeAssetAddress,
      ...betaAssets.map(({ tokenAddress }) => tokenAddress),
    ]),
  );
  return {
    shardsKey: decimals(64),
    'betaAssets[].amount': decimals(256),
    'alphaCallParams.target': `^(?:${alpha})$`,
    executorAddress: `^(?:|${alpha})$`,
    betaCaller: `^(?:${caller})$`,
    'betaAssets[].tokenAddress': `^(?:|${token})$`,
    feeAssetAddress: `^(?:|${token})$`,
  };
}

function decimals(bits: number): string {
  const max = `${2n ** BigInt(bits) - 1n}`;
  return `^(?:0|[1-9]\\d{0,${max.length - 2}}|${max})$`;
}

const rawForm = '(?:0|-1):[0-9a-fA-F]{64}';

/** What EVMs and shards count: 0 to 2^64-1. The bound is a power of two, which every reader of JSON has exactly. */
const uint64 = { minimum: 0, exclusiveMaximum: 2 ** 64 };

/** The fields of a simulation's answer by their paths. */
export function simulationDetails({
  requestValidation,
}: Pick<Conventions, 'requestValidation'>): FieldDetails {
  const amount = requestValidation === 'strict' ? { pattern: '^(?:0|[1-9]\\d{0,77})$' } : {};
  const tokens = (path: string): [string, object][] => [
    [
      `${path}[].amount`,
      { description: 'Amount of the token; base units in decimal in practice.', ...amount },
    ],
    [`${path}[].tokenAddress`, { description: 'Address of the token.' }],
  ];
  return {
    ...describedFields(simulationMeanings),
    'response.debugInfo.blockNumber': { description: 'Block number; may pass 2^53 (practice).', ...uint64 },
    'response.estimatedGas': { description: 'Estimated gas; may pass 2^53 (practice).', ...uint64 },
    'response.outMessages[].shardsKey': {
      description: 'Shards key, an integer here and a string in the request; may pass 2^53 (practice).',
      ...uint64,
    },
    ...Object.fromEntries([
      ...tokens('response.outMessages[].tokensBurned'),
      ...tokens('response.outMessages[].tokensLocked'),
    ]),
  };
}

/** The fields of the observer's answer by their paths, with the stages and the chain types of a deployment. */
export function inclusionDetails(
  chains: ChainNames,
  {
    stages,
    blockchainTypes,
    timestampUnit,
  }: Pick<Conventions, 'stages' | 'blockchainTypes' | 'timestampUnit'>,
): FieldDetails {
  const wireNames = (names: readonly string[]): string[] => names.map((name) => toWireEnum(name, chains));
  const unit = timestampUnit === 's' ? 'seconds' : 'milliseconds';
  return {
    ...describedFields({
      response: 'What is known of the operation (section 2.3). Each member may be absent (practice).',
      'response.note': 'Note about the operation; null in practice where there is none.',
      'response.note.content': 'Note content.',
      'response.note.errorName': 'Name of an error.',
      'response.note.internalBytesError': 'Internal error in bytes form.',
      'response.note.internalMsg': 'Internal message.',
      'response.success': 'Success flag; in practice about the stage shown.',
      'response.transactions': 'Related transactions; null in practice where there are none.',
      'response.transactions[].hash': 'Transaction hash.',
    }),
    'response.timestamp': {
      description: `Timestamp; its unit is not shown, here it is unix ${unit}.`,
      minimum: 0,
      maximum: timestampUnit === 's' ? lastSecond : lastSecond * 1000 + 999,
    },
    'response.stage': enumeration(
      'Stage of the operation. Of the allowed values only `start` is shown; the others, in their order, are a convention of the deployment.',
      wireNames(stages),
    ),
    'response.transactions[].blockchainType': enumeration(
      "Chain type. Of the allowed values only the destination chain's is shown; the others are a convention of the deployment.",
      wireNames(blockchainTypes),
    ),
  };
}

/** Values that are not known cannot be listed. */
function enumeration(description: string, values: readonly string[]): object {
  return values.length === 0 ? { description } : { description, enum: values };
}

function describedFields(descriptions: Readonly<Record<string, string>>): FieldDetails {
  return Object.fromEntries(
    Object.entries(descriptions).map(([path, description]) => [path, { description }]),
  );
}

/** The end of the year 9999. Assumption. */
const lastSecond = 253_402_300_799;

/** The meaning of each member of a simulation's answer (section 2.2). */
const simulationMeanings: Readonly<Record<string, string>> = {
  response: 'What the simulation says (section 2.2). Each member may be absent (practice).',
  'response.debugInfo': 'Debug data.',
  'response.debugInfo.callData': 'Call data.',
  'response.debugInfo.from': 'Sender address.',
  'response.debugInfo.to': 'Recipient address.',
  'response.estimatedJettonFeeAmount': 'Estimated fee amount in the fee asset; base units in practice.',
  'response.feeParams': 'Fee parameters.',
  'response.feeParams.currentBaseFee': 'Current base fee.',
  'response.feeParams.isEip1559': 'Whether the fee model is of the EIP-1559 kind.',
  'response.feeParams.suggestedGasPrice': 'Suggested gas price.',
  'response.feeParams.suggestedGasTip': 'Suggested gas tip.',
  'response.message': 'Message text.',
  'response.outMessages':
    'Outgoing messages produced by the simulated call; null in practice when it only bridges.',
  'response.outMessages[].callerAddress': 'Caller address.',
  'response.outMessages[].operationId': 'Operation id.',
  'response.outMessages[].payload': 'Payload.',
  'response.outMessages[].targetAddress': 'Target address.',
  'response.outMessages[].tokensBurned': 'Tokens burned.',
  'response.outMessages[].tokensLocked': 'Tokens locked.',
  'response.simulationError': 'Error text of the simulation.',
  'response.simulationStatus': 'Simulation verdict; false comes with status 200 (section 7).',
};

/** The meaning of each field (section 2.1), and its form in practice. */
const requestMeanings: Readonly<Record<string, readonly [meaning: string, practice?: string]>> = {
  shardsKey: ['Shards key of the call.', 'Practice: a uint64 in decimal, without leading zeros.'],
  alphaCallParams: ['Call to simulate on the destination chain.'],
  'alphaCallParams.target': [
    'Target address of the call.',
    'Practice: 0x and 40 hex digits; the checksum of EIP-55 when its letters are of both cases.',
  ],
  'alphaCallParams.arguments': [
    'Encoded call arguments.',
    'Practice: hex bytes, 0x for none; others need a method name.',
  ],
  'alphaCallParams.methodName': [
    'Name of the method to call.',
    'Practice: bare, which means name(bytes,bytes), or with (bytes,bytes), or empty.',
  ],
  betaAssets: [
    'Assets sent from the source chain with the call.',
    'Practice: one entry a token, may be empty.',
  ],
  'betaAssets[].amount': [
    'Amount of the asset.',
    'Practice: base units in decimal, at most 2^256-1, without leading zeros.',
  ],
  'betaAssets[].tokenAddress': [
    'Address of the token.',
    'Practice: of the source chain; absent or empty is the native coin.',
  ],
  betaCaller: [
    'Caller address on the source chain.',
    'Practice: the friendly form of 48 characters with its checksum, or workchain:64 hex.',
  ],
  executorAddress: [
    'Executor address.',
    'Assumption: of the destination chain; absent or empty lets the deployment choose.',
  ],
  extraData: ['Additional data.', 'Practice: hex bytes, 0x for none.'],
  feeAssetAddress: [
    'Address of the asset in which the fee is paid.',
    'Practice: a token of the source chain; absent or empty is the native coin.',
  ],
};
