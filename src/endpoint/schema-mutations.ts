import type { z } from 'zod';
import { factsOf, type Mutation } from '../contract/formats.js';
import { memberAt, withMemberAt } from '../internal/json.js';
import {
  definitionOf,
  hasForm,
  isStrict,
  type SchemaBounds,
  schemaBounds,
} from '../internal/schema-introspection.js';
import { isSegment, type RequestPart } from './endpoint.js';
import { fits } from './endpoint-schemas.js';
import { maxGeneratedLength, repeatedItems } from './schema-boundaries.js';
import { type PlaceStep, placeText, type SchemaPlace, schemaPlaces, stepsIn } from './schema-places.js';

/** A mutation at one place of the values of a schema. */
export interface PlacedMutation extends Mutation {
  /** In lower case with dashes. */
  readonly mutation: string;
  readonly place: readonly PlaceStep[];
}

/** Represents an absent value: JSON has no undefined. */
const absent = undefined;

/**
 * Returns the mutations at every place of a schema: missing members, other types, exceeded bounds, invalid formats,
 * additional members. Mutations attached to a format or object replace those derived from its definition.
 */
export function schemaMutations(schema: z.core.$ZodType, part: RequestPart): PlacedMutation[] {
  return schemaPlaces(schema).flatMap((place) =>
    mutationsAt(place, part).map((mutation) => ({ ...mutation, place: place.steps })),
  );
}

/** An invalid value, and why it is invalid. */
export interface InvalidValue {
  readonly value: unknown;
  /** Of the member that is wrong: `alphaCallParams.target`. */
  readonly path: string;
  /** A sentence. */
  readonly reason: string;
}

/**
 * Returns the simplest value with one mutation: the first that is invalid, at the last place that has the mutation.
 *
 * @param valid - The value to mutate.
 * @param at - The place. Default: any member of the value itself.
 */
export function simplestInvalid(
  schema: z.core.$ZodType,
  part: RequestPart,
  valid: unknown,
  mutation: string,
  at?: string,
): InvalidValue | undefined {
  const rows = schemaMutations(schema, part).filter(({ place }) =>
    at === undefined ? place.length === 1 : placeText(place) === at,
  );
  for (const { place, reason, mutate } of rows.filter((row) => row.mutation === mutation).reverse()) {
    const steps = stepsIn(valid, place, 0);
    if (steps === undefined) continue;
    const candidates = mutate(memberAt(valid, steps));
    for (let index = 0; index < candidates.length; index++) {
      const candidate = candidates.at(index);
      // Another text in a path would make it the path of something else.
      if (part === 'params' && !isSegment(candidate)) continue;
      const value = withMemberAt(valid, steps, candidate);
      if (!fits(schema, value)) return { value, path: placeText(place), reason };
    }
  }
  return undefined;
}

// Mutations of a place.

type NamedMutation = Omit<PlacedMutation, 'place'>;

function named(mutation: string, reason: string, mutate: Mutation['mutate']): NamedMutation {
  return { mutation, reason, mutate };
}

/** Nothing can be missing or empty in a path: that would be another path. Many servers read an empty parameter as an absent one. */
function mutationsAt(place: SchemaPlace, part: RequestPart): NamedMutation[] {
  const { schema, isMember } = place;
  const isRequired = isMember && !place.isOptional;
  const own = factsOf(schema)?.mutations;
  return [
    ...(isRequired && part !== 'params'
      ? [named('missing', 'It is required, but missing.', () => [absent])]
      : []),
    ...(isRequired && part === 'query' && place.steps.length === 1 && own?.['empty-string'] === undefined
      ? [named('empty-string', 'It is empty, but a value is required.', () => [''])]
      : []),
    ...(part === 'body' ? jsonMutations(schema) : textMutations(schema, place.steps.length)),
    ...(own === undefined || definitionOf(schema).type !== 'string' ? boundMutations(schema, part) : []),
    ...Object.entries(own ?? {}).map(([mutation, of]) => ({ ...of, mutation })),
    ...(isStrict(schema) && part !== 'params' ? memberMutations(schema, part) : []),
  ];
}

function jsonMutations(schema: z.core.$ZodType): NamedMutation[] {
  const { type } = definitionOf(schema);
  const others = otherTypes[type];
  return [
    named('null', 'It is null, which does not mean the same as an absent field.', () => [null]),
    ...(others === undefined ? [] : [named('wrong-type', 'It has the wrong JSON type.', () => others())]),
    ...(type === 'number' || type === 'bigint'
      ? [named('digits-as-text', 'It is a number written as a string.', (value) => [String(value)])]
      : []),
    ...(others === undefined || type === 'union' ? [] : [deeplyNested(type)]),
  ];
}

const notText = (): unknown[] => [0, 1, -1, 1.5, 1e21, 9007199254740991, true, false, [], ['0'], {}];
const notObject = (): unknown[] => [[], [{}], '', '{}', 0, true, false];
const notList = (): unknown[] => [{}, { length: 0 }, { '0': {} }, '', '[]', 0, true, false];
const notNumber = (): unknown[] => ['seven', true, [], {}];
const notChosen = (): unknown[] => ['no-such-choice', -7, {}];

/** Values of another type for each; for a choice, any value that is not one of the choices. Fresh for each case. */
const otherTypes: Readonly<Record<string, () => unknown[]>> = {
  string: notText,
  template_literal: notText,
  number: notNumber,
  bigint: notNumber,
  boolean: () => ['true', 1, [], {}],
  null: () => ['null', 0, {}],
  object: notObject,
  record: notObject,
  array: notList,
  tuple: notList,
  literal: notChosen,
  enum: notChosen,
  union: () => [{}, [], 'no-such-choice', -7],
};

/** Not deep enough to break code that prints the value. */
function deeplyNested(type: string): NamedMutation {
  const [open, close] = type === 'array' || type === 'tuple' ? ['{"a":', '}'] : ['[', ']'];
  const write = (depth: number): string => `${open.repeat(depth - 1)}${open[0]}${close.repeat(depth)}`;
  return named('deeply-nested', 'It is nested hundreds of levels deep, which this field never is.', () => ({
    length: 901,
    at: (index) => JSON.parse(write(100 + index)) as unknown,
  }));
}

/** Mutations of values in a path or query: of the form of a text, or of the items of a list. */
function textMutations(schema: z.core.$ZodType, depth: number): NamedMutation[] {
  const { type } = definitionOf(schema);
  if (depth === 0 || type === 'string' || type === 'array') return [];
  // Not `1e400` and its like: a number of JSON in a legal spelling may be read.
  const texts = ['seven', '%', '1e', '0x', 'no-such-choice'];
  return [named('wrong-form', 'It is a string that cannot be parsed as a value of this field.', () => texts)];
}

function boundMutations(schema: z.core.$ZodType, part: RequestPart): NamedMutation[] {
  const { type } = definitionOf(schema);
  const bounds = schemaBounds(schema);
  if (type === 'number' || type === 'bigint') return numberMutations(type, bounds);
  if (type === 'array')
    return lengthMutations(bounds, 'items', (value, count) => [repeatedItems(value, count)]);
  if (type !== 'string') return [];
  return [
    ...lengthMutations(bounds, 'characters', (_, count) =>
      // An empty one is a mutation of its own, or none.
      count === 0 && part !== 'body' ? [] : ['a'.repeat(count)],
    ),
    ...(hasForm(schema) ? [wrongForm(bounds)] : []),
  ];
}

/** Keeps the right length, so that only the form is wrong. */
function wrongForm({ min = 0, max = Number.POSITIVE_INFINITY }: SchemaBounds): NamedMutation {
  return named('wrong-form', 'It has the wrong form.', (value) => {
    const text = String(value);
    const last = text.slice(0, -1);
    return [
      '',
      ' ',
      'no such text',
      ...[' ', '\u0000', 'é'].flatMap((odd) => [text + odd, odd + text, last + odd]),
    ].filter(({ length }) => length >= min && length <= max);
  });
}

function numberMutations(type: 'number' | 'bigint', bounds: SchemaBounds): NamedMutation[] {
  const { min, above, max, below, multipleOf } = bounds;
  const isBig = type === 'bigint';
  const low = min ?? above;
  const high = max ?? below;
  return [
    ...(low === undefined
      ? []
      : [
          named(
            'below-minimum',
            min === undefined ? `It is not above ${low}.` : `It is below the minimum ${low}.`,
            () => [isBig ? BigInt(low) - 1n : Number(low) - 1, ...(min === undefined ? [low] : [])],
          ),
        ]),
    ...(high === undefined
      ? []
      : [
          named(
            'above-maximum',
            max === undefined ? `It is not below ${high}.` : `It is above the maximum ${high}.`,
            () => [isBig ? BigInt(high) + 1n : Number(high) + 1, ...(max === undefined ? [high] : [])],
          ),
        ]),
    ...(isBig || bounds.isWhole
      ? [named('fraction', 'It has a fraction.', (value) => [Number(value) + 0.5, 0.5])]
      : []),
    ...(multipleOf === undefined
      ? []
      : [
          named('not-a-multiple', `It is not a multiple of ${multipleOf}.`, (value) => [
            isBig ? BigInt(value as bigint) + 1n : Number(value) + Number(multipleOf) / 2,
          ]),
        ]),
  ];
}

function lengthMutations(
  { min = 0, max = Number.POSITIVE_INFINITY }: SchemaBounds,
  unit: string,
  sized: (value: unknown, count: number) => readonly unknown[],
): NamedMutation[] {
  return [
    ...(min > 0
      ? [named('too-few', `It has fewer than ${min} ${unit}.`, (value) => sized(value, Number(min) - 1))]
      : []),
    ...(max < maxGeneratedLength
      ? [named('too-many', `It has more than ${max} ${unit}.`, (value) => sized(value, Number(max) + 1))]
      : []),
  ];
}

/** Members that a strict object does not have: other spellings of its own, what every object inherits, and none of these. */
function memberMutations(schema: z.core.$ZodType, part: RequestPart): NamedMutation[] {
  const noSuchField =
    'There is no such field. If it were accepted, misspelled fields would be ignored silently.';
  if (part === 'query') return [addedMember('unknown-member', noSuchField, 'noSuchMember', () => ['x'])];
  const def = definitionOf(schema);
  const known = def.type === 'object' ? Object.keys(def.shape) : [];
  const respelt = known
    .filter((name) => /[A-Z]/.test(name))
    .flatMap((name) => [name.toLowerCase(), snakeCase(name)]);
  const unknownNames = [...new Set([...respelt.slice(0, 2), 'noSuchMember', 'constructor'])];
  return [
    ...unknownNames
      .filter((name) => !known.includes(name))
      .map((name) => addedMember('unknown-member', noSuchField, name, () => ['0', null, 0, true, {}, []])),
    addedMember(
      'proto-key',
      'A member of this name replaces the prototype of the object that it is copied to.',
      '__proto__',
      () => [{}, null, { shardsKey: '1' }, { methodName: 'a' }, { amount: '1' }, '0'],
    ),
  ];
}

function addedMember(
  mutation: string,
  reason: string,
  member: string,
  values: () => readonly unknown[],
): NamedMutation {
  return {
    mutation,
    reason,
    member,
    // Unlike an assignment, this makes a member of `__proto__`.
    mutate: (value) =>
      values().map((added) => Object.fromEntries([...Object.entries(value as object), [member, added]])),
  };
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
