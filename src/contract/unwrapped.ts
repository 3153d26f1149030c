import type { z } from 'zod';

/** What a schema is apart from being optional, nullable, read-only, changed on the way or looked up late. */
export function unwrapped(schema: z.core.$ZodType): z.core.$ZodTypes {
  const known = schema as z.core.$ZodTypes;
  const inner = innerOf(known);
  return inner === undefined ? known : unwrapped(inner);
}

/** The schema that a schema of one alone wraps; undefined for one that wraps none. A preprocessed one is what comes out. */
export function innerOf(schema: z.core.$ZodTypes): z.core.$ZodType | undefined {
  const { def } = schema._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'catch':
    case 'readonly':
      return def.innerType;
    case 'lazy':
      // The getter may make another schema each time; this is the one that zod keeps.
      return (schema as z.core.$ZodLazy)._zod.innerType;
    case 'pipe':
      return def.in._zod.def.type === 'transform' ? def.out : def.in;
    default:
      return undefined;
  }
}
