import { z } from 'zod';

/** Tells whether a value fits the schema that it was made from. */
export type Fits = (value: unknown) => boolean;

/**
 * Makes a predicate that says of a value what the schema's own `safeParse` says, without the copy of the value and
 * the list of issues that zod makes on the way: most requests and answers are right. Schemas that this knows no
 * short way for are asked themselves.
 */
export function fitsSchema(schema: z.ZodType): Fits {
  const fits = fitsType(schema);
  const checks = (schema.def.checks ?? []) as z.core.$ZodCheck<unknown>[];
  if (checks.length === 0) return fits;
  return (value) => fits(value) && passes(checks, value);
}

function fitsType(schema: z.ZodType): Fits {
  const { def } = schema;
  if ('format' in def || 'coerce' in def) return askedItself(schema);
  if (schema instanceof z.ZodString) return (value) => typeof value === 'string';
  if (schema instanceof z.ZodBoolean) return (value) => typeof value === 'boolean';
  if (schema instanceof z.ZodBigInt) return (value) => typeof value === 'bigint';
  if (schema instanceof z.ZodArray) return arrayOf(fitsSchema(schema.element as z.ZodType));
  if (schema instanceof z.ZodObject) return objectOf(schema);
  if (schema instanceof z.ZodOptional) {
    const fits = fitsSchema(schema.unwrap() as z.ZodType);
    return (value) => value === undefined || fits(value);
  }
  if (schema instanceof z.ZodNullable) {
    const fits = fitsSchema(schema.unwrap() as z.ZodType);
    return (value) => value === null || fits(value);
  }
  return askedItself(schema);
}

function askedItself(schema: z.ZodType): Fits {
  return (value) => schema.safeParse(value).success;
}

function arrayOf(fits: Fits): Fits {
  return (value) => Array.isArray(value) && value.every(fits);
}

function objectOf(schema: z.ZodObject): Fits {
  const { catchall } = schema.def;
  const isLoose = catchall instanceof z.ZodUnknown;
  if (!isLoose && !(catchall instanceof z.ZodNever)) return askedItself(schema);

  const members = Object.entries(schema.shape).map(([name, type]) => ({ name, fits: fitsSchema(type) }));
  const known = new Set(Object.keys(schema.shape));
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const object = value as Record<string, unknown>;
    for (const { name, fits } of members) if (!fits(object[name])) return false;
    if (isLoose) return true;
    for (const name in object) if (!known.has(name)) return false;
    return true;
  };
}

function passes(checks: readonly z.core.$ZodCheck<unknown>[], value: unknown): boolean {
  const payload: z.core.ParsePayload = { value, issues: [] };
  for (const { _zod } of checks) _zod.check(payload);
  return payload.issues.length === 0;
}
