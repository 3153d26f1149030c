import type { z } from 'zod';
import {
  camelCaseMembers,
  type Drift,
  inclusionNames,
  inclusionResponseSchema,
  type MemberNames,
  simulationNames,
  simulationResponseSchema,
  unknownFields,
  unknownValues,
} from '../../contract/responses.js';
import { isBuiltIn } from '../../endpoint/built-in.js';
import { exactNumbers, fits, safeParseWith } from '../../endpoint/endpoint-schemas.js';
import { anyIndex, cut, formatText, formatValue, pathText } from '../../internal/print.js';
import type { Check, CheckContext } from '../case/check.js';
import { customSchemaSource } from '../case/check-source.js';
import { factsOf } from '../case/endpoint-facts.js';
import { type Flaw, judgeEach } from '../case/judge-each.js';
import type { Answer, Observation } from '../case/observation.js';
import { hasRightMethod } from './request-kind.js';

/** Members have the names and types that the interface shows. Integers in another form have checks of their own. */
export const schema: Check = {
  name: 'schema',
  family: 'transport',
  severity: 'major',
  about:
    'The members of an answer must have the names and types of the interface, or of the schema of a custom endpoint.',
  source: 'sections 2.2 and 2.3; that objects and lists may be null: practice',
  customSource: customSchemaSource,
  judge: judgeEach((observation, context) => {
    const [snake] = onlySnakeCase(observation.answer ?? {});
    if (snake !== undefined)
      return {
        path: '',
        class: 'all names in snake_case',
        message: `expected the members that the interface names, got them in snake_case, such as ${snake}; if the deployment intends this, set the convention acceptSnakeCase`,
      };
    return shapeProblems(observation, context)
      .filter((fault) => integerFaultOf(fault) === undefined)
      .map((fault) => ({
        path: fault.path,
        class: `${jsonType(fault.value)} for ${fault.expected}`,
        message: shapeMessage(fault),
      }));
  }),
};

/** Integers are integers, also large ones. */
export const integerAsString: Check = {
  name: 'integer-as-string',
  family: 'transport',
  severity: 'major',
  about: 'An integer of an answer must not be written as a string, whatever its size.',
  source: 'sections 2.2 and 2.3; that services change the type at some magnitudes: practice',
  customSource: customSchemaSource,
  judge: judgeEach((observation, context) =>
    shapeProblems(observation, context)
      .filter((fault) => integerFaultOf(fault) === 'text')
      .map((fault) => ({
        path: fault.path,
        class: 'string for integer',
        message: `${shapeMessage(fault)} "${cut(fault.value as string)}"`,
      })),
  ),
};

/**
 * Integers keep their last digit beyond 2^53: none is written as a double writes it, and the shards key of an outgoing
 * message is not what the request's rounds to.
 */
export const roundedInteger: Check = {
  name: 'rounded-integer',
  family: 'transport',
  severity: 'critical',
  about: 'An integer of an answer must not be rounded to a double or written as one.',
  source:
    'practice: integers may exceed 2^53; that an outgoing message has the shards key of its request: assumption',
  customSource: customSchemaSource,
  judge: judgeEach((observation, context) => {
    const { simulation } = observation.answer ?? {};
    return simulation === undefined ? writtenAsDoubles(observation, context) : roundedKeys(observation);
  }),
};

function writtenAsDoubles(observation: Observation, context: CheckContext): Flaw[] {
  return shapeProblems(observation, context)
    .filter((fault) => integerFaultOf(fault) === 'double')
    .map((fault) => ({
      path: fault.path,
      class: 'double for integer',
      message: `${shapeMessage(fault)} ${fault.value}`,
    }));
}

function roundedKeys({ request, answer }: Observation): Flaw | undefined {
  const messages = answer?.simulation?.outMessages;
  const { expect } = request;
  if (!messages || messages.length === 0 || expect.kind !== 'simulated') return undefined;
  const sent = keyOf(expect.request.shardsKey);
  const rounded = messages.find(({ shardsKey }) => isRoundingOf(shardsKey, sent));
  if (rounded === undefined) return undefined;
  return {
    path: 'response.outMessages[].shardsKey',
    class: 'rounded to a double',
    message: `expected the shards key ${sent} of the request in the outgoing message, got ${rounded.shardsKey}, which is its value as a double`,
  };
}

/** Such a key as is worth a look: what a double holds exactly is not rounded. */
function keyOf(text: string | undefined): bigint | undefined {
  return text !== undefined && text.length >= 16 && /^\d+$/.test(text) ? BigInt(text) : undefined;
}

function isRoundingOf(received: bigint | undefined, sent: bigint | undefined): boolean {
  if (received === undefined || sent === undefined || received === sent) return false;
  return Number(received) === Number(sent);
}

/** In one message. */
const maxNamed = 5;

/** Answers have nothing that neither the interface nor the conventions name. */
export const drift: Check = {
  name: 'drift',
  family: 'transport',
  severity: 'minor',
  about:
    'An answer must not have members, stages or chain types that neither the interface nor the conventions name.',
  source: 'sections 2.2 and 2.3; names of stages and chain types: practice',
  customSource: customSchemaSource,
  judge: judgeEach((observation, context) => {
    const { request, answer } = observation;
    if (answer === undefined) return undefined;
    return isBuiltIn(request.endpoint)
      ? flawsOf(driftsOf(answer, context), answer, {
          placeOf,
          names: 'the interface or the conventions name',
        })
      : flawsOf(customDrifts(observation, context), answer, {
          placeOf: customDriftPlace,
          names: 'its schema names',
        });
  }),
};

function driftsOf({ json, simulation, inclusion }: Answer, { conventions }: CheckContext): Drift[] {
  const body = 'value' in json ? json.value : undefined;
  if (simulation !== undefined) {
    if (namedOnly(body, simulationBodyNames)) return [];
    const fields = unknownFields(simulationResponseSchema, body);
    // A fault of the schema.
    return onlySnakeCase({ simulation }).length === 0
      ? fields
      : fields.filter((drift) => !isOfSnakeCase(drift));
  }
  if (inclusion === undefined) return [];
  const fields = namedOnly(body, inclusionBodyNames) ? [] : unknownFields(inclusionResponseSchema, body);
  return [...fields, ...unknownValues(inclusion, conventions)];
}

/** Lists the members of a custom endpoint's answer that its schema does not name; of one that does not fit it, none. */
function customDrifts({ request, answer }: Observation, { endpoints }: CheckContext): Drift[] {
  const facts = factsOf(request.endpoint, endpoints);
  if (facts === undefined || answer?.status !== 200 || !('value' in answer.json)) return [];
  if (!hasRightMethod(request)) return [];
  const { response } = facts;
  const body = answer.json.value;
  return fits(response, exactNumbers(response, body)) ? unknownFields(response, body) : [];
}

/** A member counts as one of the object that it stands in: where names are data, each answer has others. */
function customDriftPlace({ path }: Drift): Omit<Flaw, 'message'> {
  return { path: anyIndex(path).replace(/[^.]*$/, '*'), class: 'unknown member' };
}

interface FlawParts {
  readonly placeOf: (drift: Drift) => Omit<Flaw, 'message'>;
  /** What says which members there are: `its schema names`. */
  readonly names: string;
}

/** One flaw for all that are of one place and class. */
function flawsOf(drifts: readonly Drift[], answer: Answer, { placeOf, names }: FlawParts): Flaw[] {
  const alike = new Map<string, { place: Omit<Flaw, 'message'>; drifts: Drift[] }>();
  for (const one of drifts) {
    const place = placeOf(one);
    const key = `${place.path} ${place.class}`;
    const others = alike.get(key);
    if (others === undefined) alike.set(key, { place, drifts: [one] });
    else others.drifts.push(one);
  }
  return Array.from(alike.values(), ({ place, drifts }) => ({
    ...place,
    message: `expected only what ${names}, got ${namesOf(drifts, answer)}`,
  }));
}

/**
 * A value counts where it stands, a member as one of the object that it stands in: where names are data, such as ids,
 * each answer has others. Names in snake_case are one finding, wherever they stand: it is one cause.
 */
function placeOf({ kind, path }: Drift): Omit<Flaw, 'message'> {
  if (kind === 'unknown-value') return { path: anyIndex(path), class: 'unknown value' };
  const steps = anyIndex(path).split('.');
  if (isOfSnakeCase({ path })) return { path: '', class: 'names in snake_case' };
  // A name that is data may have dots in it; one that the interface has elsewhere is the last step.
  const unnamed = steps.findIndex((step) => !isNamed(step.replaceAll('[]', '')));
  return { path: [...steps.slice(0, unnamed), '*'].join('.'), class: 'unknown member' };
}

function isOfSnakeCase({ path }: Pick<Drift, 'path'>): boolean {
  return isSnakeCase(anyIndex(path).split('.').at(-1) ?? '');
}

function namesOf(drifts: readonly Drift[], { echoesCredential }: Answer): string {
  const named = drifts.slice(0, maxNamed).map(({ path, value }) => {
    const place = formatText(path);
    // Cut to its length, a credential would not be found any more, and not be masked.
    return echoesCredential ? place : `${place}: ${formatValue(value)}`;
  });
  const more = drifts.length - named.length;
  return more === 0 ? named.join(', ') : `${named.join(', ')} and ${more} more`;
}

/** One place of an answer that is not what the interface shows. */
interface ShapeFault {
  /** With `[]` for any index. */
  readonly path: string;
  /** Its path with the index. */
  readonly place: string;
  /** In the words of JSON: `integer`. */
  readonly expected: string;
  /** What stands there; undefined for nothing. */
  readonly value: unknown;
}

const none: readonly ShapeFault[] = [];

/** Lists where the JSON of an answer with status 200 is not of the shape of sections 2.2 and 2.3, or of its own. */
function shapeProblems({ request, answer }: Observation, { endpoints }: CheckContext): readonly ShapeFault[] {
  if (answer?.status !== 200 || answer.simulation !== undefined || answer.inclusion !== undefined)
    return none;
  if (!('value' in answer.json) || !hasRightMethod(request)) return none;
  const body = answer.json.value;
  const facts = factsOf(request.endpoint, endpoints);
  if (facts === undefined) return none;
  const { response, isCustom } = facts;
  const { error } = isCustom
    ? safeParseWith(response, exactNumbers(response, body))
    : response.safeParse(body);
  return (error?.issues ?? []).map((issue) => {
    const place = pathText(issue.path);
    const value = valueAt(body, issue.path);
    return { path: anyIndex(place), place, expected: expectedBy(issue, value), value };
  });
}

/**
 * Tells which of the two faults that integers are known for it is: the digits as a text, or a double in the place of an
 * integer beyond 2^53 (the reader gives a bigint for one below); undefined for any other.
 */
function integerFaultOf({ expected, value }: ShapeFault): 'text' | 'double' | undefined {
  if (expected !== 'integer') return undefined;
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return 'text';
  return typeof value === 'number' && Number.isInteger(value) ? 'double' : undefined;
}

/** Says what was expected at a place and what came. */
function shapeMessage({ place, expected, value }: ShapeFault): string {
  return `expected ${expected} at ${place || 'the top of the body'}, got ${jsonType(value)}`;
}

/** The reader gives a bigint for an integer, and a number that is too large for one stays such. */
function expectedBy(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === 'unrecognized_keys') return 'no other members';
  if (issue.code !== 'invalid_type') return issue.message;
  if (issue.expected === 'bigint' || issue.expected === 'int') return 'integer';
  return issue.expected === 'number' && typeof value === 'bigint' ? 'number below 2^53' : issue.expected;
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) => (value as Record<PropertyKey, unknown> | null | undefined)?.[part],
    body,
  );
}

/** Names the type of a value that was read from JSON, its integers as bigints: `array`, `integer`, `absent`. */
function jsonType(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'bigint' ? 'integer' : typeof value;
}

/** Names of all members of a simulation's body. Section 2.2. */
const simulationBodyNames: MemberNames = { response: simulationNames };

/** Names of all members of an inclusion answer's body. Section 2.3. */
const inclusionBodyNames: MemberNames = { response: inclusionNames };

/** Tells whether a body has no member but the named ones: quicker than a list of those, which mostly is empty. */
function namedOnly(value: unknown, names: MemberNames): boolean {
  if (typeof value !== 'object' || value === null || typeof names === 'string') return true;
  if (isItems(names)) return !Array.isArray(value) || value.every((item) => namedOnly(item, names[0]));
  for (const name in value) {
    if (!Object.hasOwn(names, name)) return false;
    if (!namedOnly((value as Record<string, unknown>)[name], names[name] as MemberNames)) return false;
  }
  return true;
}

/** Tells whether a member of this name stands somewhere below. */
function hasName(names: MemberNames, name: string): boolean {
  if (typeof names === 'string') return false;
  if (isItems(names)) return hasName(names[0], name);
  return Object.hasOwn(names, name) || Object.values(names).some((below) => hasName(below, name));
}

function isItems(names: MemberNames): names is readonly [MemberNames] {
  return Array.isArray(names);
}

/** Tells whether the interface has a member of this name, written in camelCase. */
function isSnakeCase(name: string): boolean {
  const [camel = name] = Object.keys(camelCaseMembers({ [name]: null }) as object);
  return camel !== name && isNamed(camel);
}

/** Tells whether the interface has a member of this name. */
function isNamed(name: string): boolean {
  return hasName(simulationBodyNames, name) || hasName(inclusionBodyNames, name);
}

/**
 * Lists the members of a simulation that are in snake_case, if no documented one is there but those of one word: then
 * nobody finds the verdict. Of others it lists none.
 */
function onlySnakeCase({ simulation = {} }: Pick<Answer, 'simulation'>): string[] {
  const names = Object.keys(simulation);
  const isReadable = names.some((name) => Object.hasOwn(simulationNames, name) && /[A-Z]/.test(name));
  return isReadable ? [] : names.filter(isSnakeCase);
}
