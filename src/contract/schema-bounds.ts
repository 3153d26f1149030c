import type { z } from 'zod';

/** What the checks of a schema ask of a number, a text or a list, one bound for all of them. */
export interface SchemaBounds {
  /** The least value or length, itself allowed. */
  readonly min?: number | bigint | undefined;
  /** The greatest value or length, itself allowed. */
  readonly max?: number | bigint | undefined;
  /** What a value must be more than. */
  readonly above?: number | bigint | undefined;
  /** What a value must be less than. */
  readonly below?: number | bigint | undefined;
  readonly multipleOf?: number | bigint | undefined;
  /** Name of the format of a number or a text: `int32`, `uuid`. */
  readonly format?: string | undefined;
  readonly isWhole: boolean;
  /** Of texts, without those of the parts that follow. */
  readonly patterns: readonly RegExp[];
  /** What a text must begin with. */
  readonly prefix?: string | undefined;
  /** What a text must end with. */
  readonly suffix?: string | undefined;
  /** What a text must have in it. */
  readonly within?: string | undefined;
}

type Changeable = { -readonly [Member in keyof SchemaBounds]: SchemaBounds[Member] } & { patterns: RegExp[] };

/** That of `z.int()` is not among them: it is JavaScript's, and no bound that anybody stated. */
const ranges: Readonly<Record<string, readonly [number | bigint, number | bigint]>> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint32: [0, 2 ** 32 - 1],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
};

/** Reads what the checks of a schema ask; those of refinements tell nothing. */
export function schemaBounds(schema: z.core.$ZodType): SchemaBounds {
  const bounds: Changeable = { isWhole: false, patterns: [] };
  const { def } = schema._zod;
  // A schema of a format, such as z.int32() or z.uuid(), is its own first check.
  const checks = [def, ...(def.checks ?? []).map(({ _zod }) => _zod.def)] as { readonly check?: string }[];
  for (const check of checks)
    if (check.check !== undefined) narrow(bounds, check as z.core.$ZodChecks['_zod']['def']);
  return bounds;
}

function narrow(bounds: Changeable, check: z.core.$ZodChecks['_zod']['def']): void {
  switch (check.check) {
    case 'greater_than':
      atLeast(bounds, check.inclusive ? 'min' : 'above', check.value);
      return;
    case 'less_than':
      atMost(bounds, check.inclusive ? 'max' : 'below', check.value);
      return;
    case 'min_length':
      atLeast(bounds, 'min', check.minimum);
      return;
    case 'max_length':
      atMost(bounds, 'max', check.maximum);
      return;
    case 'length_equals':
      atLeast(bounds, 'min', check.length);
      atMost(bounds, 'max', check.length);
      return;
    case 'multiple_of':
      bounds.multipleOf = check.value;
      return;
    case 'number_format':
    case 'bigint_format': {
      bounds.format = check.format;
      const [low, high] = ranges[check.format] ?? [];
      atLeast(bounds, 'min', low);
      atMost(bounds, 'max', high);
      bounds.isWhole ||= check.format.includes('int');
      return;
    }
    case 'string_format':
      readText(bounds, check);
  }
}

type TextCheck = z.core.$ZodCheckStringFormatDef &
  Partial<Record<'prefix' | 'suffix' | 'includes', string | undefined>>;

function readText(bounds: Changeable, check: TextCheck): void {
  const { prefix, suffix, includes, format, pattern } = check;
  if (prefix === undefined && suffix === undefined && includes === undefined) {
    bounds.format = format;
    if (pattern !== undefined) bounds.patterns.push(pattern);
  }
  bounds.prefix ??= prefix;
  bounds.suffix ??= suffix;
  bounds.within ??= includes;
}

function atLeast(bounds: Changeable, name: 'min' | 'above', value: unknown): void {
  if (!isNumeric(value)) return;
  const known = bounds[name];
  if (known === undefined || value > known) bounds[name] = value;
}

function atMost(bounds: Changeable, name: 'max' | 'below', value: unknown): void {
  if (!isNumeric(value)) return;
  const known = bounds[name];
  if (known === undefined || value < known) bounds[name] = value;
}

function isNumeric(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}
