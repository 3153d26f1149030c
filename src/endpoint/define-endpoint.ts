import { z } from 'zod';
import {
  anyObject,
  boolean,
  checkedValue,
  choice,
  integer,
  list,
  parseOptions,
  reportIssue,
  valueWhere,
} from '../internal/options.js';
import { isOptional, schemaIssue, substitutedPlaces } from '../internal/schema-introspection.js';
import { builtInFacts, isBuiltIn } from './built-in.js';
import {
  type Endpoint,
  type EndpointOptions,
  endpointBrand,
  endpointNameForm,
  isCustomEndpoint,
  type PathOptions,
  pathParam,
} from './endpoint.js';
import { paramsIssue, queryIssue, safeParseWith, unknownRequestMembers } from './endpoint-schemas.js';

/**
 * Defines a custom endpoint of the service, one that the interface names without showing it (section 4.3), so that
 * clients, smoke runs and campaigns can call it. The schemas describe what is on the wire: requests are validated with
 * them and sent as given, without their defaults and transforms. Answers are the parsed output of the response schema,
 * which must not have defaults, coercion or preprocessing. Its transforms run on validated values; a transform of a
 * member that may be absent can still return a value that the service did not send. Sends nothing.
 *
 * @throws {UsageError} when an option is invalid, with the path of each invalid option.
 * @example
 * import { createClient, defineDeployment, defineEndpoint } from 'crosscheck';
 * import { z } from 'zod';
 *
 * const shardStatistics = defineEndpoint({
 *   name: 'shard-statistics',
 *   server: 'observer',
 *   method: 'GET',
 *   path: '/{beta}/observer/shards-statistics',
 *   query: z.object({ limit: z.int().min(1).max(100).optional() }),
 *   response: z.object({ shards: z.array(z.object({ shardsKey: z.bigint(), messages: z.int() })) }),
 * });
 * const client = createClient(
 *   defineDeployment({ simulatorUrl: 'http://localhost:8080', observerUrl: 'http://localhost:8081' }),
 * );
 * const { response } = await client.call(shardStatistics, { query: { limit: 10 } });
 */
export function defineEndpoint<
  Response extends z.ZodType,
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  Params extends z.ZodObject | undefined = undefined,
  const Path extends string = string,
>(
  options: EndpointOptions<Query, Body, Response, Params> & { readonly path: Path } & PathOptions<Path>,
): Endpoint<Query, Body, Response, Params> {
  const { name, server, method, path, params, query, body, response, example, readOnly, statuses } =
    parseOptions('The endpoint has invalid options', endpointOptions, options);
  const endpoint: Endpoint = {
    name,
    server,
    method,
    path,
    params,
    query,
    body,
    response,
    readOnly: readOnly ?? method === 'GET',
    statuses: Object.freeze([...new Set(statuses)]),
    example,
  };
  Object.defineProperty(endpoint, endpointBrand, { value: true });
  return Object.freeze(endpoint) as Endpoint<Query, Body, Response, Params>;
}

/** Returns why a path is invalid: apart from braces it must be in the form in which it is sent. */
function pathIssue(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/')) return 'must be a path that starts with /';
  if (value.includes('//')) return 'must be a path without empty segments';
  const [, colon] = /\/:(\w+)/.exec(value) ?? [];
  if (colon !== undefined) return `has /:${colon}: did you mean {${colon}}?`;
  const filled = value
    .replaceAll(/\{(?:alpha|beta)\}/g, 'chain')
    .replaceAll(/(?<=\/)\{[^{}/]+\}(?=\/|$)/g, 'param');
  if (/[{}]/.test(filled)) return 'must have braces that hold a name and fill a whole segment';
  const url = `http://localhost${filled}`;
  return URL.canParse(url) && new URL(url).pathname === filled && new URL(url).href === url
    ? undefined
    : 'must be a path as it is sent, without a query';
}

const record = anyObject<Readonly<Record<string, unknown>>>();

// The type of the options is written out next to it: it is generic in the schemas, which a derived type would lose.
const endpointShape = {
  name: valueWhere<string>(
    (value) => typeof value === 'string' && endpointNameForm.test(value),
    'must be a name in lower case with dashes',
  ),
  server: choice('simulator', 'observer'),
  method: choice('GET', 'POST'),
  path: checkedValue<string>(pathIssue),
  params: checkedValue<z.ZodObject>(paramsIssue).optional().meta({ secret: true }),
  query: checkedValue<z.ZodObject>(queryIssue).optional().meta({ secret: true }),
  body: checkedValue<z.ZodType>(schemaIssue).optional().meta({ secret: true }),
  response: checkedValue<z.ZodType>(schemaIssue).meta({ secret: true }),
  readOnly: boolean().optional(),
  // Practice.
  statuses: list(integer(400, 599)).default([400, 404, 500]),
  example: z
    .strictObject({ params: record.optional(), query: record.optional(), body: z.unknown() })
    .partial()
    .optional(),
} satisfies Record<keyof EndpointOptions, z.ZodType>;

/** The options of an endpoint, with the constraints between them. */
const endpointOptions = z
  .strictObject(endpointShape)
  .superRefine((options, context) => {
    if (options.method === 'GET' && options.body !== undefined)
      return reportIssue(context, ['body'], 'must not be there: a GET has no body');
    const misplaced = paramIssues(options);
    const issues = misplaced.length > 0 ? misplaced : exampleIssues(options);
    for (const { path, message } of issues) reportIssue(context, path, message);
  })
  .superRefine(reportBuiltIn)
  .superRefine(reportSubstitutes);

/** A list of custom endpoints with unique names. */
export const customEndpoints = list(
  valueWhere<Endpoint>(isCustomEndpoint, 'must be created with defineEndpoint'),
)
  .superRefine((endpoints, context) => {
    const names = endpoints.map(({ name }) => name);
    const twice = names.find((name, at) => names.indexOf(name) !== at);
    if (twice !== undefined) reportIssue(context, [], `must not have two endpoints of the name ${twice}`);
  })
  .meta({ secret: true });

type EndpointSettings = z.output<z.ZodObject<typeof endpointShape>>;

/** A contradiction between options: its path and message. */
interface Contradiction {
  readonly path: PropertyKey[];
  readonly message: string;
}

function exampleIssues({ example, params, query, body }: EndpointSettings): Contradiction[] {
  if (example === undefined) return [];
  const issues = [
    ...partIssues('params', params, example.params, {}),
    ...partIssues('query', query, example.query, {}),
    ...partIssues('body', body, example.body, undefined),
  ];
  const isBodyInvalid = issues.some(({ path: [, part] }) => part === 'body');
  const unknown = unknownRequestMembers({ params, query, body: isBodyInvalid ? undefined : body }, example);
  return [
    ...issues,
    ...unknown.map(({ path, message }) => ({
      path: ['example', ...path],
      message: `is there, but the schema has ${message}`,
    })),
  ];
}

function partIssues(
  part: string,
  schema: z.ZodType | undefined,
  value: unknown,
  whenLeftOut: unknown,
): Contradiction[] {
  const path = ['example', part];
  if (schema === undefined)
    return value === undefined ? [] : [{ path, message: 'must not be there: the endpoint has none' }];
  try {
    const [issue] = safeParseWith(schema, value ?? whenLeftOut).error?.issues ?? [];
    if (issue === undefined) return [];
    return [{ path: [...path, ...issue.path], message: `does not fit the schema: ${issue.message}` }];
  } catch (error) {
    const [why = ''] = (error as Error).message.split('\n');
    return [{ path, message: `cannot be validated: ${why}` }];
  }
}

/** Rejects names and paths of the built-in endpoints, with `{alpha}` or `{beta}` or a literal chain name. */
function reportBuiltIn({ name, path }: EndpointSettings, context: z.RefinementCtx): void {
  if (isBuiltIn(name)) {
    reportIssue(context, ['name'], 'is the name of a built-in endpoint');
    return;
  }
  const [chain, rest] = chainAndRest(path);
  const isTaken = Object.values(builtInFacts).some((builtIn) => {
    const [ownChain, ownRest] = chainAndRest(builtIn.path);
    return rest === ownRest && (chain === ownChain || !['{alpha}', '{beta}'].includes(chain));
  });
  if (isTaken) reportIssue(context, ['path'], 'is the path of a built-in endpoint');
}

/** Rejects schemas that substitute values, because a result must only contain what the service sent, and promises. */
function reportSubstitutes({ body, response }: EndpointSettings, context: z.RefinementCtx): void {
  const promise = 'z.promise()';
  const inBody = body === undefined ? [] : substitutedPlaces(body).filter(({ method }) => method === promise);
  const places = [
    ...inBody.map(({ path, method }) => ({ path: ['body', ...path], method })),
    ...substitutedPlaces(response).map(({ path, method }) => ({ path: ['response', ...path], method })),
  ];
  for (const { path, method } of places) {
    const why =
      method === promise ? 'JSON has no promises' : 'it returns values that the service did not send';
    reportIssue(context, path, `must not have ${method}: ${why}`);
  }
}

/** Splits a path after its first segment. */
function chainAndRest(path: string): [chain: string, rest: string] {
  const end = path.indexOf('/', 1);
  return end === -1 ? [path.slice(1), ''] : [path.slice(1, end), path.slice(end)];
}

/** Returns the differences between the params schema and the path. */
function paramIssues({ path, params }: Pick<EndpointSettings, 'path' | 'params'>): Contradiction[] {
  const inPath = [...path.matchAll(pathParam)].map(([, name]) => String(name));
  const undeclared = inPath.find((name) => !Object.hasOwn(params?.shape ?? {}, name));
  if (undeclared !== undefined) return [{ path: ['path'], message: `has {${undeclared}}: add it to params` }];
  const twice = inPath.find((name, at) => inPath.indexOf(name) !== at);
  if (twice !== undefined) return [{ path: ['path'], message: `has {${twice}} more than once` }];
  return Object.entries(params?.shape ?? {}).flatMap(([name, schema]) => {
    const at = ['params', name];
    if (!inPath.includes(name)) return [{ path: at, message: `has no {${name}} in the path` }];
    return isOptional(schema) ? [{ path: at, message: 'must not be optional: the path needs it' }] : [];
  });
}
