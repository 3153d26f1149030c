import type { z } from 'zod';
import { hasRightMethod } from '../case/case-plan.js';
import type { Answer, Observation } from '../case/observation.js';
import {
  fieldsBelow,
  inclusionFields,
  type ResponseField,
  type ResponseFields,
  rowsOf,
  simulationFields,
} from '../contract/responses.js';
import { builtInsOf, isBuiltIn, parseAnswer } from '../endpoint/built-in.js';
import { type Drift, unknownFields, unknownValues } from '../endpoint/drift.js';
import { plainMessage } from '../endpoint/endpoint-schemas.js';
import { anyIndex, cut, formatText, formatValue, pathText } from '../internal/print.js';
import {
  type CheckContext,
  customSchemaSource,
  declaredSchemaSource,
  defineChecks,
  endpointOf,
} from './check.js';
import { type AnswerViolation, judgeEach } from './judge.js';

export const schemaChecks = defineChecks('transport', undefined, {
  /** Other checks report integers in another form. */
  schema: {
    severity: 'major',
    isThrownByClient: true,
    about:
      'The members of an answer must have the names and types of the interface, or of the schema of a custom endpoint.',
    source: 'sections 2.2 and 2.3; that objects and lists may be null: practice',
    customSource: customSchemaSource,
    declaredSource: declaredSchemaSource,
    judge: judgeEach((observation, context) => {
      const [snake] = onlySnakeCase(observation.answer ?? {});
      if (snake !== undefined)
        return {
          path: '',
          class: 'all names in snake_case',
          expected: 'the members that the interface names',
          received: `them in snake_case, such as ${snake}`,
        };
      return shapeIssues(observation, context)
        .filter((issue) => integerIssueOf(issue) === undefined)
        .map((issue) => ({
          path: issue.path,
          class: `${jsonType(issue.value)} for ${issue.expected}`,
          expected: expectedText(issue),
          // A credential that is shortened would not be found and masked later.
          received:
            issue.isOfType && !observation.answer?.echoesCredential
              ? shownValue(issue.value)
              : jsonType(issue.value),
        }));
    }),
  },
  'integer-as-string': {
    severity: 'major',
    about: 'An integer of an answer must not be written as a string, whatever its size.',
    source: 'sections 2.2 and 2.3; that services change the type at some magnitudes: practice',
    customSource: customSchemaSource,
    declaredSource: declaredSchemaSource,
    judge: judgeEach((observation, context) =>
      shapeIssues(observation, context)
        .filter((issue) => integerIssueOf(issue) === 'text')
        .map((issue) => ({
          path: issue.path,
          class: 'string for integer',
          expected: expectedText(issue),
          received: `string "${cut(issue.value as string)}"`,
        })),
    ),
  },
  /**
   * Integers beyond 2^53 keep their last digits: none is written in the format of a double, and the shards key of an outgoing
   * message is not the rounded one of the request.
   */
  'rounded-integer': {
    severity: 'critical',
    about: 'An integer of an answer must not be rounded to a double or written as one.',
    source:
      'practice: integers may exceed 2^53; that an outgoing message has the shards key of its request: assumption',
    customSource: customSchemaSource,
    declaredSource: declaredSchemaSource,
    judge: judgeEach((observation, context) => {
      const { simulation } = observation.answer ?? {};
      return simulation === undefined ? writtenAsDoubles(observation, context) : roundedKeys(observation);
    }),
  },
  drift: {
    severity: 'minor',
    isFixedByAbsence: true,
    about:
      'An answer must not have members, stages or chain types that neither the interface nor the conventions name.',
    source: 'sections 2.2 and 2.3; names of stages and chain types: practice',
    customSource: customSchemaSource,
    judge: judgeEach((observation, context) => {
      const { request, answer } = observation;
      if (answer === undefined) return undefined;
      return isBuiltIn(request.endpoint)
        ? driftViolations(driftsOf(answer, context), answer, {
            kindOf,
            names: 'the interface or the conventions name',
          })
        : driftViolations(customDrifts(observation, context), answer, {
            kindOf: customDriftKind,
            names: 'its schema names',
          });
    }),
  },
});

function writtenAsDoubles(observation: Observation, context: CheckContext): AnswerViolation[] {
  return shapeIssues(observation, context)
    .filter((issue) => integerIssueOf(issue) === 'double')
    .map((issue) => ({
      path: issue.path,
      class: 'double for integer',
      expected: expectedText(issue),
      received: `number ${issue.value}`,
    }));
}

function roundedKeys({ request, answer }: Observation): AnswerViolation | undefined {
  const messages = answer?.simulation?.outMessages;
  const { expect } = request;
  if (!messages || messages.length === 0 || expect.kind !== 'simulated') return undefined;
  const sent = keyOf(expect.request.shardsKey);
  const rounded = messages.find(({ shardsKey }) => isRoundingOf(shardsKey, sent));
  if (rounded === undefined) return undefined;
  return {
    path: 'response.outMessages[].shardsKey',
    class: 'rounded to a double',
    expected: `the shards key ${sent} of the request in the outgoing message`,
    received: `${rounded.shardsKey}, which is its value as a double`,
  };
}

/** A key of fewer than 16 digits fits a double and is never rounded. */
function keyOf(text: string | undefined): bigint | undefined {
  return text !== undefined && text.length >= 16 && /^\d+$/.test(text) ? BigInt(text) : undefined;
}

/** Returns whether an integer is what another one becomes as a double, exactly or in the digits that JavaScript prints. */
function isRoundingOf(received: bigint | undefined, sent: bigint | undefined): boolean {
  if (received === undefined || sent === undefined || received === sent) return false;
  const double = Number(sent);
  return received === BigInt(double) || String(received) === String(double);
}

/** How many members one message names. */
const maxNamed = 5;

function driftsOf({ json, simulation, inclusion }: Answer, context: CheckContext): Drift[] {
  const { simulate, inclusion: inclusionEndpoint } = builtInsOf(context);
  const body = 'value' in json ? json.value : undefined;
  if (simulation !== undefined) {
    if (namedOnly(body, simulationBody)) return [];
    const fields = unknownFields(simulate.response, body);
    // `schema` reports these.
    return onlySnakeCase({ simulation }).length === 0
      ? fields
      : fields.filter((drift) => !isOfSnakeCase(drift));
  }
  if (inclusion === undefined) return [];
  const fields = namedOnly(body, inclusionBody) ? [] : unknownFields(inclusionEndpoint.response, body);
  return [...fields, ...unknownValues(inclusion, context.conventions)];
}

/** Lists the members of a custom endpoint's answer that its schema does not name; none if the answer does not fit the schema. */
function customDrifts({ request, answer }: Observation, context: CheckContext): Drift[] {
  const endpoint = endpointOf(request.endpoint, context);
  if (endpoint === undefined || answer?.status !== 200 || !('value' in answer.json)) return [];
  if (!hasRightMethod(request)) return [];
  const body = answer.json.value;
  return parseAnswer(endpoint, body).success ? unknownFields(endpoint.response, body) : [];
}

/** Returns the path of the object with the member, because names that are data differ in each answer. */
function customDriftKind({ path }: Drift): DriftKind {
  return { path: anyIndex(path).replace(/[^.]*$/, '*'), class: 'unknown member' };
}

/** Where drifts are reported: all drifts of one kind are one violation. */
type DriftKind = Pick<AnswerViolation, 'path' | 'class'>;

interface DriftWords {
  readonly kindOf: (drift: Drift) => DriftKind;
  /** What names the members: `its schema names`. */
  readonly names: string;
}

/** Returns one violation for all drifts with the same path and class. */
function driftViolations(
  drifts: readonly Drift[],
  answer: Answer,
  { kindOf, names }: DriftWords,
): AnswerViolation[] {
  const alike = new Map<string, { kind: DriftKind; drifts: Drift[] }>();
  for (const one of drifts) {
    const kind = kindOf(one);
    const key = `${kind.path} ${kind.class}`;
    const others = alike.get(key);
    if (others === undefined) alike.set(key, { kind, drifts: [one] });
    else others.drifts.push(one);
  }
  return Array.from(alike.values(), ({ kind, drifts }) => ({
    ...kind,
    expected: `only what ${names}`,
    received: namesOf(drifts, answer),
  }));
}

/**
 * Returns the path of an unknown value, or of the object with an unknown member, because names that are data, such as ids,
 * differ in each answer. Names in snake_case have one cause, so they are one finding.
 */
function kindOf({ kind, path }: Drift): DriftKind {
  if (kind === 'unknown-value') return { path: anyIndex(path), class: 'unknown value' };
  const steps = anyIndex(path).split('.');
  if (isOfSnakeCase({ path })) return { path: '', class: 'names in snake_case' };
  // A name that is data may contain dots. A name that the interface has elsewhere is the last step.
  const unnamed = steps.findIndex((step) => !isNamed(step.replaceAll('[]', '')));
  return { path: [...steps.slice(0, unnamed), '*'].join('.'), class: 'unknown member' };
}

function isOfSnakeCase({ path }: Pick<Drift, 'path'>): boolean {
  return isSnakeCase(anyIndex(path).split('.').at(-1) ?? '');
}

function namesOf(drifts: readonly Drift[], { echoesCredential }: Answer): string {
  // A member of the items of a list is named once.
  const valuesOf = new Map<string, string[]>();
  for (const { path, value } of drifts) {
    const place = formatText(path.replace(/\[\d+\]/g, '[]'));
    valuesOf.set(place, [...(valuesOf.get(place) ?? []), shownValue(value)]);
  }
  const named = [...valuesOf].slice(0, maxNamed).map(([place, values]) => {
    const others = new Set(values).size > 1 ? ' and other values' : '';
    const times = values.length > 1 ? ` (${values.length} times)` : '';
    // A credential that is shortened would not be found and masked later.
    return `${place}${echoesCredential ? '' : `: ${values[0]}${others}`}${times}`;
  });
  const more = valuesOf.size - named.length;
  return more === 0 ? named.join(', ') : `${named.join(', ')} and ${more} more`;
}

function shownValue(value: unknown): string {
  return typeof value === 'bigint' ? value.toString() : formatValue(value);
}

/** A value of an answer that does not match the interface. */
interface ShapeIssue {
  /** With `[]` for any index. */
  readonly path: string;
  /** Its path with the index. */
  readonly place: string;
  /** A JSON type, or what a value of it must be: `integer`, `integer >=0`. */
  readonly expected: string;
  /** Whether the value has the right type, so that it must be another value. */
  readonly isOfType: boolean;
  /** Undefined if absent. */
  readonly value: unknown;
}

const none: readonly ShapeIssue[] = [];

/** Lists the values in an answer with status 200 that do not match sections 2.2 and 2.3, or the schema of its endpoint. */
function shapeIssues({ request, answer }: Observation, context: CheckContext): readonly ShapeIssue[] {
  if (answer?.status !== 200 || answer.simulation !== undefined || answer.inclusion !== undefined)
    return none;
  if (!('value' in answer.json) || !hasRightMethod(request)) return none;
  const body = answer.json.value;
  const endpoint = endpointOf(request.endpoint, context);
  if (endpoint === undefined) return none;
  const { error } = parseAnswer(endpoint, body);
  return (error?.issues ?? []).map((issue) => {
    const place = pathText(issue.path);
    const value = valueAt(body, issue.path);
    const isOfType = issue.code !== 'invalid_type' && issue.code !== 'unrecognized_keys';
    return { path: anyIndex(place), place, expected: expectedBy(issue, value), isOfType, value };
  });
}

/**
 * Returns how an integer is written: its digits as a string, or an integer beyond 2^53 as a double (the parser returns a
 * bigint for one below); undefined for any other issue.
 */
function integerIssueOf({ expected, value }: ShapeIssue): 'text' | 'double' | undefined {
  if (expected !== 'integer') return undefined;
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return 'text';
  return typeof value === 'number' && Number.isInteger(value) ? 'double' : undefined;
}

function expectedText({ place, expected }: ShapeIssue): string {
  return `${expected} at ${place || 'the top of the body'}`;
}

/** The parser returns a bigint for an integer, and a number for one that is too large. */
function expectedBy(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === 'unrecognized_keys') return 'no other members';
  if (issue.code !== 'invalid_type') return wantedBy(issue.message, jsonType(value));
  if (issue.expected === 'bigint' || issue.expected === 'int') return 'integer';
  return issue.expected === 'number' && typeof value === 'bigint' ? 'number below 2^53' : issue.expected;
}

/** Names what a message of zod asks for: `integer >=0`, `string that must match pattern /^\d+$/`, `one of "a"|"b"`. */
function wantedBy(message: string, type: string): string {
  return plainMessage(message)
    .replace(/^(?:Invalid|Too) \w+: /, '')
    .replace(/^expected /, '')
    .replace(/^int(?= to )/, 'integer')
    .replace(/^(\w+) to be /, '$1 ')
    .replace(/^(\w+) to have /, '$1 with ')
    .replace(/^must /, `${type} that must `)
    .replace(/^Invalid (?=\w)/, 'valid ');
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) => (value as Record<PropertyKey, unknown> | null | undefined)?.[part],
    body,
  );
}

/** Returns the JSON type of a parsed value, whose integers are bigints: `array`, `integer`, `absent`. */
function jsonType(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'bigint' ? 'integer' : typeof value;
}

/** The members of a simulation's body. Section 2.2. */
const simulationBody = bodyOf(simulationFields);

/** The members of an inclusion answer's body. Section 2.3. */
const inclusionBody = bodyOf(inclusionFields);

function bodyOf(members: ResponseFields): ResponseFields {
  return { response: { members, meaning: 'What the service says.' } };
}

/** Returns whether an object or list has only the named members: faster than listing the others, of which there are rarely any. */
function namedOnly(value: unknown, fields: ResponseFields | undefined): boolean {
  if (typeof value !== 'object' || value === null || fields === undefined) return true;
  if (Array.isArray(value)) return value.every((item) => namedOnly(item, fields));
  for (const name in value) {
    if (!Object.hasOwn(fields, name)) return false;
    const field = fields[name] as ResponseField;
    if (!namedOnly((value as Record<string, unknown>)[name], fieldsBelow(field))) return false;
  }
  return true;
}

/** Returns whether the interface has a member of this name, written in camelCase. */
function isSnakeCase(name: string): boolean {
  const camel = name.replace(/(?<=[a-z0-9])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return camel !== name && isNamed(camel);
}

/** Returns whether the interface has a member of this name. */
function isNamed(name: string): boolean {
  return namesOfInterface.has(name);
}

const namesOfInterface: ReadonlySet<string> = new Set(
  [simulationBody, inclusionBody].flatMap((body) => rowsOf(body).map(([name]) => name)),
);

/** Lists the members of a simulation in snake_case, unless it also has documented members in camelCase. */
function onlySnakeCase({ simulation = {} }: Pick<Answer, 'simulation'>): string[] {
  const names = Object.keys(simulation);
  const isReadable = names.some((name) => Object.hasOwn(simulationFields, name) && /[A-Z]/.test(name));
  return isReadable ? [] : names.filter(isSnakeCase);
}
