import type { z } from 'zod';
import {
  concealed,
  integerFrom,
  listOf,
  type OptionFault,
  type OptionRule,
  oneOf,
  optionFaults,
  typed,
} from '../internal/options.js';
import { pathText } from '../internal/path-text.js';
import { operationNameForm, operationNames } from './operations.js';
import type { OperationOptions } from './own-operation.js';

const nameRule: OptionRule = (value) => {
  if (typeof value !== 'string' || !operationNameForm.test(value))
    return 'must be a name in lower case with dashes';
  return operationNames.some((name) => name === value)
    ? 'is the name of an operation of the interface'
    : undefined;
};

const pathRule: OptionRule = (value) => {
  if (typeof value !== 'string' || !value.startsWith('/')) return 'must be a path that starts with /';
  const filled = value.replaceAll(/\{(?:alpha|beta)\}/g, 'chain');
  if (/[{}]/.test(filled)) return 'may hold {alpha} and {beta}, and no other braces';
  const url = `http://localhost${filled}`;
  return URL.canParse(url) && new URL(url).pathname === filled && new URL(url).href === url
    ? undefined
    : 'must be a path as it is sent, without a query';
};

const schemaRule: OptionRule = concealed((value) =>
  typeof value === 'object' && value !== null && '_zod' in value && 'safeParse' in value
    ? undefined
    : 'must be a schema of zod 4',
);

const queryRule: OptionRule = concealed(
  (value) =>
    schemaRule(value) ?? ('shape' in (value as object) ? undefined : 'must be an object schema of zod 4'),
);

const rules: Readonly<Record<keyof OperationOptions, OptionRule>> = {
  name: nameRule,
  server: oneOf('simulator', 'observer'),
  method: oneOf('GET', 'POST'),
  path: pathRule,
  query: queryRule,
  body: schemaRule,
  response: schemaRule,
  readOnly: typed('boolean'),
  statuses: listOf(integerFrom(400, 599)),
  example: typed('object'),
};

/** Lists what is wrong with the options of an operation, each fault with the path of its option. */
export function operationFaults(options: OperationOptions): OptionFault[] {
  const found = optionFaults(options, rules);
  if (found.length > 0 || typeof options !== 'object') return found;
  const missing = (['name', 'server', 'method', 'path', 'response'] as const)
    .filter((name) => options[name] === undefined)
    .map((path) => ({ path, message: 'is missing' }));
  if (missing.length > 0) return missing;
  if (options.method === 'GET' && options.body !== undefined)
    return [{ path: 'body', message: 'must not be there: a GET has no body' }];
  return exampleFaults(options);
}

function exampleFaults({ example, query, body }: OperationOptions): OptionFault[] {
  if (example === undefined) return [];
  return [
    ...optionFaults(example, { query: typed('object'), body: () => undefined }, 'example'),
    ...partFaults('example.query', query, example.query),
    ...partFaults('example.body', body, example.body),
  ];
}

function partFaults(path: string, schema: z.ZodType | undefined, value: unknown): OptionFault[] {
  if (schema === undefined)
    return value === undefined ? [] : [{ path, message: 'must not be there: the operation has none' }];
  const [issue] = schema.safeParse(value ?? (path.endsWith('query') ? {} : undefined)).error?.issues ?? [];
  if (issue === undefined) return [];
  return [
    {
      path: [path, pathText(issue.path)].filter(Boolean).join('.'),
      message: `does not fit the schema: ${issue.message}`,
    },
  ];
}
