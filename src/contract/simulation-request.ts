import { z } from 'zod';
import {
  addFacts,
  type BoundaryValue,
  type Format,
  formats,
  type Mutation,
  powersOfTwo,
  textSchema,
  withNeighbours,
} from './formats.js';

/** The properties of every field. */
interface FieldBasics {
  /** The meaning of the field, in the words of section 2.1. */
  readonly meaning: string;
  /** Its form, and the meaning of an empty or absent value, with the source. */
  readonly note?: string;
  /** Whether the default conventions require it. Which fields are required is not shown; practice. */
  readonly required?: true;
  /** The chain whose name is the prefix of the field name; on the wire it is the deployment's. */
  readonly chain?: 'alpha' | 'beta';
}

/** A text field. */
export interface TextField extends FieldBasics {
  readonly format: Format;
  /** The value that is equivalent to an absent field. */
  readonly default?: string;
  /** Another member of the same object that any value but the default requires. */
  readonly needs?: {
    readonly member: string;
    /** The validation message for the missing member. */
    readonly message: string;
    /** The name and reason of the mutation that omits the member. */
    readonly mutation: string;
    readonly reason: string;
  };
}

interface ObjectField extends FieldBasics {
  readonly members: Fields;
}

/** A list of objects. */
export interface ListField extends FieldBasics {
  /** The members of each item. */
  readonly items: Fields;
  /** The member that says what an item is about, if a list may have several items about the same. */
  readonly key?: string;
  /** Lists of notable lengths and contents. */
  readonly boundaries: readonly BoundaryValue[];
}

/** A field of a request. */
export type RequestField = TextField | ObjectField | ListField;

/** The fields of an object. */
export type Fields = Readonly<Record<string, RequestField>>;

/**
 * The fields of a simulation request (section 2.1). Types, schemas, wire names, documents, generators, mutations,
 * boundary cases and coverage classes are derived from these rows.
 */
export const requestFields = {
  /**
   * Shards key of the call. Practice: a uint64 in decimal, without leading zeros. Section 2.1, `shardsKey`:
   * docs/service-interface.md#21-simulation-request-json-object-content-type-applicationjson
   */
  shardsKey: {
    format: formats.shardsKey,
    meaning: 'Shards key of the call.',
    note: 'Practice: a uint64 in decimal, without leading zeros.',
    required: true,
  },
  /**
   * Call to simulate on the destination chain. Section 2.1, `alphaCallParams`:
   * docs/service-interface.md#21-simulation-request-json-object-content-type-applicationjson
   */
  alphaCallParams: {
    meaning: 'Call to simulate on the destination chain.',
    required: true,
    chain: 'alpha',
    members: {
      /**
       * Target address of the call. Practice: 0x and 40 hex digits; with mixed letter case, a valid EIP-55 checksum.
       * Section 2.1, `alphaCallParams.target`:
       * docs/service-interface.md#21-simulation-request-json-object-content-type-applicationjson
       */
      target: {
        format: formats.alphaAddress,
        meaning: 'Target address of the call.',
        note: 'Practice: 0x and 40 hex digits; with mixed letter case, a valid EIP-55 checksum.',
        required: true,
      },
      /**
       * Encoded call arguments. Practice: hex bytes, 0x for none; others need a method name. Section 2.1,
       * `alphaCallParams.arguments`:
       * docs/service-interface.md#21-simulation-request-json-object-content-type-applicationjson
       */
      arguments: {
        format: formats.hexBytes,
        meaning: 'Encoded call arguments.',
        note: 'Practice: hex bytes, 0x for none; others need a method name.',
        default: '0x',
        needs: {
          member: 'methodName',
          message: 'must be given with arguments',
          mutation: 'arguments-without-method',
          reason: 'The call has arguments, but no method name.',
        },
      },
      /**
       * Name of the method to call. Practice: bare, which means name(bytes,bytes), or with (bytes,bytes), or empty.
       * Section 2.1, `alphaCallParams.methodName`:
       * docs/service-interface.md#21-simulation-request-json-object-content-type-applicationjson
       */
      methodName: {
        format: formats.methodName,
        meaning: 'Name of the method to call.',
        note: 'Practice: bare, which means name(bytes,bytes), or with (bytes,bytes), or empty.',
        default: '',
      },
    },
  },
  /**
   * Assets sent from the source chain with the call. Practice: at most one entry for each token; may be empty. Section
   * 2.1, `betaAssets`: docs/service-interface.md#21-simulation-request-json-object-content-type-applicationjson
   */
  betaAssets: {
    meaning: 'Assets sent from the source chain with the call.',
    note: 'Practice: at most one entry for each token; may be empty.',
    required: true,
    chain: 'beta',
    key: 'tokenAddress',
    boundaries: [
      ...withNeighbours(0, 2, 16, 64, 256).map((count) => ({
        value: manyAssets(count),
        mutation: 'many-assets',
      })),
      ...powersOfTwo.map((power) => ({ value: manyAssets(3, power - 1n), mutation: 'large-amounts' })),
    ],
    items: {
      /**
       * Amount of the asset. Practice: base units in decimal, at most 2^256-1, without leading zeros. Section 2.1,
       * `betaAssets[].amount`: docs/service-interface.md#21-simulation-request-json-object-content-type-applicationjson
       */
      amount: {
        format: formats.amount,
        meaning: 'Amount of the asset.',
        note: 'Practice: base units in decimal, at most 2^256-1, without leading zeros.',
        required: true,
      },
      /**
       * Address of the token. Practice: of the source chain; absent or empty is the native coin. Section 2.1,
       * `betaAssets[].tokenAddress`:
       * docs/service-interface.md#21-simulation-request-json-object-content-type-applicationjson
       */
      tokenAddress: {
        format: formats.betaToken,
        meaning: 'Address of the token.',
        note: 'Practice: of the source chain; absent or empty is the native coin.',
        default: '',
      },
    },
  },
  /**
   * Caller address on the source chain. Practice: the friendly form of 48 characters with its checksum, or workchain:64
   * hex. Section 2.1, `betaCaller`:
   * docs/service-interface.md#21-simulation-request-json-object-content-type-applicationjson
   */
  betaCaller: {
    format: formats.betaAddress,
    meaning: 'Caller address on the source chain.',
    note: 'Practice: the friendly form of 48 characters with its checksum, or workchain:64 hex.',
    required: true,
    chain: 'beta',
  },
  /**
   * Executor address. Assumption: of the destination chain; absent or empty lets the deployment choose. Section 2.1,
   * `executorAddress`: docs/service-interface.md#21-simulation-request-json-object-content-type-applicationjson
   */
  executorAddress: {
    format: formats.alphaAddressOrEmpty,
    meaning: 'Executor address.',
    note: 'Assumption: of the destination chain; absent or empty lets the deployment choose.',
    default: '',
  },
  /**
   * Additional data. Practice: hex bytes, 0x for none. Section 2.1, `extraData`:
   * docs/service-interface.md#21-simulation-request-json-object-content-type-applicationjson
   */
  extraData: {
    format: formats.hexBytes,
    meaning: 'Additional data.',
    note: 'Practice: hex bytes, 0x for none.',
    default: '0x',
  },
  /**
   * Address of the asset in which the fee is paid. Practice: a token of the source chain; absent or empty is the native
   * coin. Section 2.1, `feeAssetAddress`:
   * docs/service-interface.md#21-simulation-request-json-object-content-type-applicationjson
   */
  feeAssetAddress: {
    format: formats.betaToken,
    meaning: 'Address of the asset in which the fee is paid.',
    note: 'Practice: a token of the source chain; absent or empty is the native coin.',
    default: '',
  },
} as const satisfies Fields;

/** Returns a list of assets, each of a different token: that a token may occur twice is an assumption. */
export function manyAssets(count: number, amount = 1n): { amount: string; tokenAddress: string }[] {
  return Array.from({ length: count }, (_, index) => ({
    amount: `${amount}`,
    tokenAddress: `0:${index.toString(16).padStart(64, '0')}`,
  }));
}

type ValueOf<Field, Required, Path extends string> = Field extends { readonly members: infer Members }
  ? ValuesOf<Members, Required, `${Path}.`>
  : Field extends { readonly items: infer Items }
    ? ValuesOf<Items, Required, `${Path}[].`>[]
    : string;
/** The object with these fields, of which those at the paths `Required` must be there. */
type ValuesOf<Members, Required, Prefix extends string = ''> = Flat<
  RequiredValues<Members, Required, Prefix> & OptionalValues<Members, Required, Prefix>
>;
type RequiredValues<Members, Required, Prefix extends string = ''> = {
  -readonly [Name in keyof Members as PathOf<Prefix, Name> extends Required ? Name : never]: ValueOf<
    Members[Name],
    Required,
    PathOf<Prefix, Name>
  >;
};
type OptionalValues<Members, Required, Prefix extends string = ''> = {
  -readonly [Name in keyof Members as PathOf<Prefix, Name> extends Required ? never : Name]?:
    | ValueOf<Members[Name], Required, PathOf<Prefix, Name>>
    | undefined;
};
type PathOf<Prefix extends string, Name> = `${Prefix}${Name & string}`;
/** Flattens an intersection, for readable compiler messages. */
type Flat<T> = T extends infer Object ? { [Name in keyof Object]: Object[Name] } : never;

/** The paths of the fields that extend `Only`. */
type PathsOf<Members, Only = unknown, Prefix extends string = ''> = {
  [Name in keyof Members & string]:
    | (Members[Name] extends Only ? `${Prefix}${Name}` : never)
    | (Members[Name] extends { readonly members: infer Inner }
        ? PathsOf<Inner, Only, `${Prefix}${Name}.`>
        : Members[Name] extends { readonly items: infer Inner }
          ? PathsOf<Inner, Only, `${Prefix}${Name}[].`>
          : never);
}[keyof Members & string];

/** A field of a request, by its path: `alphaCallParams.target`, `betaAssets[].amount`. */
export type RequestFieldPath = PathsOf<typeof requestFields>;

/**
 * A simulation request with neutral chain names (section 2.1), with the fields that the default conventions require. For a
 * deployment that requires other fields, see {@link RequestRequiring}.
 */
export interface SimulationRequest
  extends ValuesOf<typeof requestFields, PathsOf<typeof requestFields, { readonly required: true }>> {}

/**
 * A simulation request in which any field may be absent. The deployment's `requiredRequestFields` decides when the request
 * is sent.
 */
export interface LooseSimulationRequest extends ValuesOf<typeof requestFields, never> {}

/**
 * The simulation requests of a deployment with the convention `requiredRequestFields: Paths`. If the list is only known at
 * run time, every field may be absent.
 *
 * @example
 * import type { RequestRequiring } from 'crosscheck';
 *
 * const request: RequestRequiring<['betaCaller']> = { betaCaller: `0:${'b2'.repeat(32)}` };
 */
// Not flattened, because editors show an intersection by its name.
export type RequestRequiring<Paths extends readonly RequestFieldPath[]> = RequiredValues<
  typeof requestFields,
  KnownPaths<Paths>
> &
  OptionalValues<typeof requestFields, KnownPaths<Paths>>;

type KnownPaths<Paths extends readonly RequestFieldPath[]> = number extends Paths['length']
  ? never
  : Paths[number];

/** The call of a request. Section 2.1, `alphaCallParams`. */
export type CallParams = NonNullable<LooseSimulationRequest['alphaCallParams']>;
/** One asset of a request. Section 2.1, `betaAssets[]`. */
export type BetaAsset = NonNullable<LooseSimulationRequest['betaAssets']>[number];

/** A row of {@link requestFields} with its path. */
export interface RequestFieldRow {
  readonly path: RequestFieldPath;
  readonly field: RequestField;
}

/** All fields in the order of the table, each object and list before its members. */
export const requestFieldRows: readonly RequestFieldRow[] = rowsOf(requestFields, '');

/** The paths of all fields, each of which a deployment may require. Section 2.1. */
export const requestFieldPaths: readonly RequestFieldPath[] = requestFieldRows.map(({ path }) => path);

/** The text fields. */
export const requestTexts = requestFieldRows.filter((row): row is RequestFieldRow & { field: TextField } =>
  isText(row.field),
);

/** The fields that the default conventions require. Practice. */
export const requiredInPractice: readonly RequestFieldPath[] = requestFieldRows
  .filter(({ field }) => field.required)
  .map(({ path }) => path);

function rowsOf(fields: Fields, prefix: string): RequestFieldRow[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const path = (prefix + name) as RequestFieldPath;
    const inner = 'members' in field ? rowsOf(field.members, `${path}.`) : [];
    const items = 'items' in field ? rowsOf(field.items, `${path}[].`) : [];
    return [{ path, field }, ...inner, ...items];
  });
}

/** Returns whether a field is a text. */
export function isText(field: RequestField): field is TextField {
  return 'format' in field;
}

// Schemas.

/** The members of requests beyond the interface, as zod schemas by name. */
export interface RequestExtension {
  /** Of the body of a simulation request (section 2.1). */
  readonly simulationRequest?: z.ZodRawShape | undefined;
  /** Of `alphaCallParams` of a request. */
  readonly callParams?: z.ZodRawShape | undefined;
  /** Of each asset of a request, `betaAssets[]`. */
  readonly betaAsset?: z.ZodRawShape | undefined;
}

/** The conventions that a request is validated by. */
export interface RequestSchemaConventions {
  readonly requiredRequestFields: readonly RequestFieldPath[];
  readonly requestValidation: 'strict' | 'off';
  /** Default: `reject`. */
  readonly additionalRequestMembers?: 'reject' | 'allow' | undefined;
  /** Default: none. */
  readonly extend?: RequestExtension | undefined;
}

/** The members that an extension declares for an object of a request, by the prefix of its paths. */
const extendable = {
  '': 'simulationRequest',
  'alphaCallParams.': 'callParams',
  'betaAssets[].': 'betaAsset',
} as const satisfies Readonly<Record<string, keyof RequestExtension>>;

/** Returns the paths of the members that a deployment has beyond the interface in requests: `betaAssets[].assetType`. */
export function extendedPaths(conventions: Pick<RequestSchemaConventions, 'extend'>): string[] {
  return Object.keys(extendable).flatMap((prefix) =>
    Object.keys(extendedMembers(prefix, conventions)).map((name) => prefix + name),
  );
}

/** Returns the schemas of the members that a deployment has beyond the interface in an object of a request. */
export function extendedMembers(
  prefix: string,
  { extend = {} }: Pick<RequestSchemaConventions, 'extend'>,
): Readonly<Record<string, z.ZodType>> {
  const object = (extendable as Readonly<Record<string, keyof RequestExtension>>)[prefix];
  return ((object && extend[object]) ?? {}) as Record<string, z.ZodType>;
}

type SchemaOf<Field> = Field extends { readonly members: infer Members }
  ? z.ZodObject<ShapeOf<Members>, z.core.$strict>
  : Field extends { readonly items: infer Items }
    ? z.ZodArray<z.ZodObject<ShapeOf<Items>, z.core.$strict>>
    : z.ZodString;
type ShapeOf<Members> = { [Name in keyof Members]: z.ZodOptional<SchemaOf<Members[Name]>> };

/** The schema of a simulation request. Its type makes every field optional, whatever the conventions require. */
export type SimulationRequestSchema = z.ZodObject<ShapeOf<typeof requestFields>, z.core.$strict>;

/**
 * Returns the schema of a simulation request (section 2.1) for one deployment's conventions: which fields are
 * required and which format their texts have. Unknown members are rejected, so that a misspelt field is not ignored,
 * unless the convention `additionalRequestMembers` allows them.
 */
export function simulationRequestSchema(
  conventions: RequestSchemaConventions = {
    requiredRequestFields: requiredInPractice,
    requestValidation: 'strict',
  },
): SimulationRequestSchema {
  return objectSchema(requestFields, '', conventions) as unknown as SimulationRequestSchema;
}

function objectSchema(fields: Fields, prefix: string, conventions: RequestSchemaConventions): z.ZodObject {
  const shape = Object.entries(fields).map(([name, field]): [string, z.ZodType] => {
    const path = prefix + name;
    const schema = fieldSchema(field, path, conventions).meta({
      description: descriptionOf(field, conventions),
    });
    const isRequired = conventions.requiredRequestFields.some((required) => required === path);
    return [name, isRequired ? schema : schema.optional()];
  });
  const members = { ...Object.fromEntries(shape), ...extendedMembers(prefix, conventions) };
  const object = requestObject(conventions, members);
  return conventions.requestValidation === 'strict' ? withNeeds(object, fields, prefix, conventions) : object;
}

function fieldSchema(field: RequestField, path: string, conventions: RequestSchemaConventions): z.ZodType {
  if ('members' in field) return objectSchema(field.members, `${path}.`, conventions);
  if ('items' in field) {
    const { boundaries } = field;
    return addFacts(z.array(objectSchema(field.items, `${path}[].`, conventions)), { boundaries });
  }
  return textSchema(field.format, conventions.requestValidation);
}

function descriptionOf(
  { meaning, note }: RequestField,
  { requestValidation }: RequestSchemaConventions,
): string {
  return requestValidation === 'strict' && note !== undefined ? `${meaning} ${note}` : meaning;
}

/** Creates an object schema. Its type has no additional members even if the conventions allow them. */
export function requestObject<Shape extends z.ZodRawShape>(
  { additionalRequestMembers = 'reject' }: Pick<RequestSchemaConventions, 'additionalRequestMembers'>,
  shape: Shape,
): z.ZodObject<Shape, z.core.$strict> {
  return additionalRequestMembers === 'allow'
    ? (z.looseObject(shape) as unknown as z.ZodObject<Shape, z.core.$strict>)
    : z.strictObject(shape);
}

/** Adds the dependencies between members, with their mutations and JSON schema. */
function withNeeds(
  object: z.ZodObject,
  fields: Fields,
  prefix: string,
  { requiredRequestFields }: RequestSchemaConventions,
): z.ZodObject {
  let schema = object;
  const mutations: Record<string, Mutation> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (!isText(field) || field.needs === undefined) continue;
    const { member, message, mutation, reason } = field.needs;
    const isRequired = requiredRequestFields.some((required) => required === prefix + member);
    const [, given = ''] = field.format.examples;
    schema = schema
      .refine((value) => needsAreMet(value, name, field), { path: [member], message })
      .meta({
        anyOf: [
          { properties: { [name]: { const: field.default } } },
          { properties: { [member]: { minLength: 1 } }, required: [member] },
        ],
      });
    mutations[mutation] = {
      reason,
      member,
      mutate(valid) {
        const { [member]: _, ...rest } = valid as Record<string, unknown>;
        const broken = { ...rest, [name]: isGiven(rest[name], field) ? rest[name] : given };
        return isRequired ? [{ ...broken, [member]: '' }] : [broken, { ...broken, [member]: '' }];
      },
    };
  }
  return Object.keys(mutations).length === 0 ? object : addFacts(schema, { mutations });
}

function needsAreMet(value: Readonly<Record<string, unknown>>, name: string, field: TextField): boolean {
  return !isGiven(value[name], field) || !!value[field.needs?.member ?? ''];
}

/** Returns whether a text differs from an absent one. */
export function isGiven(text: unknown, field: TextField): boolean {
  return !!text && text !== field.default;
}

/** Returns whether an object has what its members need: a call with arguments names a method. Assumption. */
export function hasWhatItNeeds(fields: Fields, value: object): boolean {
  return Object.entries(fields).every(
    ([name, field]) =>
      !isText(field) || !field.needs || needsAreMet(value as Record<string, unknown>, name, field),
  );
}

// Mutations.

type NeedsMutationsOf<Members> = {
  [Name in keyof Members]: Members[Name] extends { readonly needs: { readonly mutation: infer Mutated } }
    ? Mutated
    : Members[Name] extends { readonly members: infer Inner } | { readonly items: infer Inner }
      ? NeedsMutationsOf<Inner>
      : never;
}[keyof Members];

/** The mutations that omit a required sibling. */
export type NeedsMutation = NeedsMutationsOf<typeof requestFields>;

/** The names of all of them. */
export const needsMutations: readonly NeedsMutation[] = requestTexts.flatMap(({ field }) =>
  field.needs === undefined ? [] : [field.needs.mutation as NeedsMutation],
);
