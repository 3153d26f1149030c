import type { z } from 'zod';
import {
  isOptional,
  paramsRule,
  queryRule,
  safeParseWith,
  schemaRule,
  unknownMembers,
} from '../contract/schema-introspection.js';
import {
  checkedValue,
  integerFrom,
  list,
  listOf,
  type OptionFault,
  type OptionRule,
  oneOf,
  optionFaults,
  optionIssues,
  refuseFaults,
  ruleOf,
  typed,
  valueWhere,
} from '../internal/options.js';
import { pathText, printText } from '../internal/print.js';
import { builtInFacts, isBuiltIn } from './built-in.js';
import { type Endpoint, type EndpointOptions, endpointNameForm, pathParam } from './endpoint.js';

/**
 * Defines an endpoint of the service that the interface names without showing it (section 4.3), so that clients, smoke
 * runs and campaigns can call it. The schemas say what stands on the wire: a request is held against them and sent as it
 * was given, without their defaults and transforms; an answer is what they make of it. Sends nothing.
 *
 * @throws {UsageError} when an option is bad, with the path of each bad option.
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
>(options: EndpointOptions<Query, Body, Response, Params>): Endpoint<Query, Body, Response, Params> {
  refuseFaults('The endpoint is not well defined', [...endpointFaults(options), ...builtInFaults(options)]);
  const { name, server, method, path, params, query, body, response, example } = options;
  const endpoint: Endpoint = {
    name,
    server,
    method,
    path,
    params,
    query,
    body,
    response,
    readOnly: options.readOnly ?? method === 'GET',
    statuses: Object.freeze([...new Set(options.statuses ?? practicedStatuses)]),
    example,
  };
  return Object.freeze(endpoint) as Endpoint<Query, Body, Response, Params>;
}

/** Tells whether a value is an endpoint: built-in, or what `defineEndpoint` of any copy of the package returned. */
export function isEndpoint(value: unknown): value is Endpoint {
  return Object.isFrozen(value) && endpointFaults(value as EndpointOptions).length === 0;
}

const practicedStatuses: readonly number[] = [400, 404, 500];

const endpoints = list(
  valueWhere<Endpoint>(
    (value) => isEndpoint(value) && !isBuiltIn(value.name),
    'must be what defineEndpoint gives',
  ),
);

/** A list of custom endpoints, each with a name of its own. */
export const customEndpoints = checkedValue<readonly Endpoint[]>((value) => {
  const [issue] = optionIssues(endpoints.meta({ secret: true }), value);
  if (issue !== undefined)
    return Array.isArray(value) ? `has a bad item ${issue.path}, which ${issue.message}` : issue.message;
  const names = (value as readonly Endpoint[]).map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  return twice === undefined ? undefined : `must not have two endpoints of the name ${twice}`;
});

export const endpointsRule: OptionRule = ruleOf(customEndpoints.meta({ secret: true }));

const nameRule: OptionRule = (value) =>
  typeof value === 'string' && endpointNameForm.test(value)
    ? undefined
    : 'must be a name in lower case with dashes';

/** The path of a custom endpoint, as it is sent apart from its braces. */
const pathRule: OptionRule = (value) => {
  if (typeof value !== 'string' || !value.startsWith('/')) return 'must be a path that starts with /';
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
};

const rules: Readonly<Record<keyof EndpointOptions, OptionRule>> = {
  name: nameRule,
  server: oneOf('simulator', 'observer'),
  method: oneOf('GET', 'POST'),
  path: pathRule,
  params: paramsRule,
  query: queryRule,
  body: schemaRule,
  response: schemaRule,
  readOnly: typed('boolean'),
  statuses: listOf(integerFrom(400, 599)),
  example: typed('object'),
};

/** Lists what is wrong with the options of an endpoint, each fault with the path of its option. */
function endpointFaults(options: EndpointOptions): OptionFault[] {
  const found = optionFaults(options, rules);
  if (found.length > 0 || typeof options !== 'object') return found;
  const missing = (['name', 'server', 'method', 'path', 'response'] as const)
    .filter((name) => options[name] === undefined)
    .map((path) => ({ path, message: 'is missing' }));
  if (missing.length > 0) return missing;
  if (options.method === 'GET' && options.body !== undefined)
    return [{ path: 'body', message: 'must not be there: a GET has no body' }];
  const misplaced = paramFaults(options);
  return misplaced.length > 0 ? misplaced : exampleFaults(options);
}

const anything: OptionRule = () => undefined;

function exampleFaults({ example, params, query, body }: EndpointOptions): OptionFault[] {
  if (example === undefined) return [];
  const rules = { params: typed('object'), query: typed('object'), body: anything };
  const found = optionFaults(example, rules, 'example');
  if (found.length > 0) return found;
  return [
    ...partFaults('example.params', params, example.params, {}),
    ...unknownFaults('example.params', params, example.params),
    ...partFaults('example.query', query, example.query, {}),
    ...unknownFaults('example.query', query, example.query),
    ...partFaults('example.body', body, example.body, undefined),
  ];
}

function unknownFaults(
  under: string,
  schema: z.ZodObject | undefined,
  value: object | undefined,
): OptionFault[] {
  return unknownMembers(schema, value).map(({ name, message }) => ({
    path: `${under}.${printText(name)}`,
    message: `is there, but the schema has ${message}`,
  }));
}

function partFaults(
  under: string,
  schema: z.ZodType | undefined,
  value: unknown,
  whenLeftOut: unknown,
): OptionFault[] {
  if (schema === undefined)
    return value === undefined ? [] : [{ path: under, message: 'must not be there: the endpoint has none' }];
  try {
    const [issue] = safeParseWith(schema, value ?? whenLeftOut).error?.issues ?? [];
    if (issue === undefined) return [];
    const path = [under, pathText(issue.path)].filter(Boolean).join('.');
    return [{ path, message: `does not fit the schema: ${issue.message}` }];
  } catch (error) {
    const [why = ''] = (error as Error).message.split('\n');
    return [{ path: under, message: `cannot be held against its schema: ${why}` }];
  }
}

/** Names and paths of the built-in endpoints are taken, on their own chain or one that has a name. */
function builtInFaults(options: EndpointOptions): OptionFault[] {
  const { name, path } = options ?? {};
  if (typeof name !== 'string' || typeof path !== 'string') return [];
  if (isBuiltIn(name)) return [{ path: 'name', message: 'is the name of a built-in endpoint' }];
  const [chain, rest] = chainAndRest(path);
  const isTaken = Object.values(builtInFacts).some((builtIn) => {
    const [ownChain, ownRest] = chainAndRest(builtIn.path);
    return rest === ownRest && (chain === ownChain || !['{alpha}', '{beta}'].includes(chain));
  });
  return isTaken ? [{ path: 'path', message: 'is the path of a built-in endpoint' }] : [];
}

/** The first segment of a path, and what follows it. */
function chainAndRest(path: string): [chain: string, rest: string] {
  const end = path.indexOf('/', 1);
  return end === -1 ? [path.slice(1), ''] : [path.slice(1, end), path.slice(end)];
}

/** Lists where the params of an endpoint are not those of its path. */
function paramFaults({ path, params }: Pick<EndpointOptions, 'path' | 'params'>): OptionFault[] {
  const inPath = [...path.matchAll(pathParam)].map(([, name]) => String(name));
  const unsaid = inPath.find((name) => !Object.hasOwn(params?.shape ?? {}, name));
  if (unsaid !== undefined) return [{ path: 'path', message: `has {${unsaid}}: say in params what it is` }];
  const twice = inPath.find((name, at) => inPath.indexOf(name) !== at);
  if (twice !== undefined) return [{ path: 'path', message: `has {${twice}} more than once` }];
  return Object.entries(params?.shape ?? {}).flatMap(([name, schema]) => {
    if (!inPath.includes(name)) return [{ path: `params.${name}`, message: `has no {${name}} in the path` }];
    return isOptional(schema)
      ? [{ path: `params.${name}`, message: 'must not be optional: the path needs it' }]
      : [];
  });
}
