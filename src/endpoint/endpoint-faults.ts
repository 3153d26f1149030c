import type { z } from 'zod';
import { builtInEndpointNames, endpointNameForm } from '../contract/operations.js';
import { paramsRule, queryRule, schemaRule, unknownMembers } from '../contract/schema-introspection.js';
import {
  integerFrom,
  listOf,
  type OptionFault,
  type OptionRule,
  oneOf,
  optionFaults,
  typed,
} from '../internal/options.js';
import { pathText, printText } from '../internal/print.js';
import type { EndpointOptions } from './endpoint.js';
import { parseEndpointRequest } from './parse-endpoint-request.js';
import { paramFaults, pathRule } from './path-faults.js';

const nameRule: OptionRule = (value) => {
  if (typeof value !== 'string' || !endpointNameForm.test(value))
    return 'must be a name in lower case with dashes';
  return builtInEndpointNames.some((name) => name === value)
    ? 'is the name of a built-in endpoint'
    : undefined;
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
export function endpointFaults(options: EndpointOptions): OptionFault[] {
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
    const [issue] = parseEndpointRequest(schema, value ?? whenLeftOut).error?.issues ?? [];
    if (issue === undefined) return [];
    const path = [under, pathText(issue.path)].filter(Boolean).join('.');
    return [{ path, message: `does not fit the schema: ${issue.message}` }];
  } catch (error) {
    const [why = ''] = (error as Error).message.split('\n');
    return [{ path: under, message: `cannot be held against its schema: ${why}` }];
  }
}
