import type { z } from 'zod';
import { concealed, type OptionRule } from '../internal/options.js';
import { innerOf } from './unwrapped.js';

/** Something that has the marks of a schema of zod 4. */
export const schemaRule: OptionRule = concealed((value) =>
  typeof value === 'object' && value !== null && '_zod' in value && 'safeParse' in value
    ? undefined
    : 'must be a schema of zod 4',
);

/** An object schema of which each member has a text in a path. */
export const paramsRule: OptionRule = textsRule(false);

/** An object schema of which each member has a text in a query, or is a list of such. */
export const queryRule: OptionRule = textsRule(true);

function textsRule(mayList: boolean): OptionRule {
  return concealed((value) => {
    const fault = schemaRule(value);
    if (fault !== undefined) return fault;
    const { def } = (value as z.core.$ZodTypes)._zod;
    if (def.type !== 'object') return 'must be an object schema of zod 4';
    for (const [name, member] of Object.entries(def.shape)) {
      const odd = withoutText(member, mayList);
      if (odd !== undefined)
        return `has ${name} of the type ${odd}, for which there is no text${odd === 'null' ? '; did you mean optional?' : ''}`;
    }
    return undefined;
  });
}

/** The first type of a schema that has no text; undefined where all have one, or nobody knows. */
function withoutText(outer: z.core.$ZodType, mayList: boolean): string | undefined {
  const schema = outer as z.core.$ZodTypes;
  const { def } = schema._zod;
  switch (def.type) {
    case 'nullable':
      return 'null';
    case 'array':
      return mayList ? withoutText(def.element, false) : def.type;
    case 'tuple':
      return mayList ? firstWithoutText(def.items, false) : def.type;
    case 'union':
      return firstWithoutText(def.options, mayList);
    case 'literal':
      return def.values.includes(null) ? 'null' : undefined;
  }
  if (textless.has(def.type)) return def.type;
  const inner = innerOf(schema);
  return inner === undefined ? undefined : withoutText(inner, mayList);
}

function firstWithoutText(schemas: readonly z.core.$ZodType[], mayList: boolean): string | undefined {
  return schemas.map((schema) => withoutText(schema, mayList)).find((odd) => odd !== undefined);
}

const textless: ReadonlySet<string> = new Set([
  'object',
  'record',
  'map',
  'set',
  'date',
  'file',
  'function',
  'null',
  'promise',
  'symbol',
]);
