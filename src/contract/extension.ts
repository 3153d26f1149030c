import type { z } from 'zod';
import { suggestion } from '../internal/closest.js';
import { isPlainObject } from '../internal/objects.js';
import type { OptionIssue } from '../internal/options.js';
import {
  containsType,
  inheritedIssue,
  isAsynchronous,
  isInherited,
  schemaIssue,
  substitutedPlaces,
  typeWithoutJson,
} from '../internal/schema-introspection.js';
import {
  type InclusionResponse,
  inclusionFields,
  type OutMessage,
  outMessageFields,
  type ResponseFields,
  type Simulation,
  simulationFields,
} from './responses.js';
import {
  type Fields,
  type LooseSimulationRequest,
  type RequestExtension,
  requestFields,
} from './simulation-request.js';

/** The names of the two chains. */
type ChainNames = Readonly<Record<'alpha' | 'beta', string>>;

/** The objects of the interface to which a deployment may add members, with the members that the interface names. */
export const interfaceMembers = {
  simulationRequest: requestFields,
  callParams: requestFields.alphaCallParams.members,
  betaAsset: requestFields.betaAssets.items,
  simulationResponse: simulationFields,
  outMessage: outMessageFields,
  inclusionResponse: inclusionFields,
} as const satisfies Readonly<Record<string, Fields | ResponseFields>>;

/** An object of the interface to which a deployment may add members. */
export type ExtendableObject = keyof typeof interfaceMembers;

/** The objects in an object, by the member that holds them. */
export const objectsBelow: Readonly<Record<ExtendableObject, Readonly<Record<string, ExtendableObject>>>> = {
  simulationRequest: { alphaCallParams: 'callParams', betaAssets: 'betaAsset' },
  callParams: {},
  betaAsset: {},
  simulationResponse: { outMessages: 'outMessage' },
  outMessage: {},
  inclusionResponse: {},
};

/** The objects of a request; the others are of answers. */
export const requestObjects: readonly ExtendableObject[] = ['simulationRequest', 'callParams', 'betaAsset'];

/**
 * The members that a deployment has beyond the interface, as zod schemas by name. Names are neutral: `alphaValidExecutors`
 * is `evmValidExecutors` on the wire of a deployment whose destination chain is `evm`. Declared members are validated,
 * typed, generated, mutated, compared and documented like those of the interface. The metadata of a schema
 * (`.meta({ … })`) may have a `description`, `examples`, and `volatile: true` for a member of an answer that differs each
 * time.
 */
export interface Extension extends RequestExtension {
  /** Of `response` of a simulation (section 2.2). Integers may be `z.int()`, or `z.bigint()` to be exact beyond 2^53. */
  readonly simulationResponse?: z.ZodRawShape | undefined;
  /** Of each outgoing message of a simulation, `response.outMessages[]`. */
  readonly outMessage?: z.ZodRawShape | undefined;
  /** Of `response` of the observer's record (section 2.3). */
  readonly inclusionResponse?: z.ZodRawShape | undefined;
}

/** Returns whether the path of an answer is in a member that only an extension declares: `response.outMessages[].queryId`. */
export function isExtensionMember(endpoint: string, path: string): boolean {
  const object = { simulate: 'simulationResponse', inclusion: 'inclusionResponse' }[endpoint] as
    | 'simulationResponse'
    | 'inclusionResponse'
    | undefined;
  const [root, name, member] = path.replace(/\[\d*\]/g, '').split('.');
  if (object === undefined || root !== 'response' || name === undefined) return false;
  if (!Object.hasOwn(interfaceMembers[object], name)) return true;
  const inner = objectsBelow[object][name];
  return inner !== undefined && member !== undefined && !Object.hasOwn(interfaceMembers[inner], member);
}

/** A type with the members that an extension declares for an object: as sent for requests, as read for answers. */
type Extended<Base, Given extends Extension, Name extends ExtendableObject> = Given extends {
  readonly [Key in Name]: infer Shape extends z.ZodRawShape;
}
  ? string extends keyof Shape
    ? Base
    : Base &
        (Name extends keyof RequestExtension ? z.input<z.ZodObject<Shape>> : z.output<z.ZodObject<Shape>>)
  : Base;

/** The simulation requests of a deployment with an extension. */
export type ExtendedRequest<Base extends LooseSimulationRequest, Given extends Extension> = Extended<
  Given extends { readonly callParams: z.ZodRawShape } | { readonly betaAsset: z.ZodRawShape }
    ? {
        [Name in keyof Base]: Name extends 'betaAssets'
          ? Extended<ItemOf<Base[Name]>, Given, 'betaAsset'>[] | Extract<Base[Name], undefined>
          : Name extends 'alphaCallParams'
            ? Extended<NonNullable<Base[Name]>, Given, 'callParams'> | Extract<Base[Name], undefined>
            : Base[Name];
      }
    : Base,
  Given,
  'simulationRequest'
>;

/** What a simulation of a deployment with an extension says. */
export type ExtendedSimulation<Given extends Extension> = Extended<
  Given extends { readonly outMessage: z.ZodRawShape }
    ? {
        [Name in keyof Simulation]: Name extends 'outMessages'
          ? ExtendedOutMessage<Given>[] | Extract<Simulation[Name], null | undefined>
          : Simulation[Name];
      }
    : Simulation,
  Given,
  'simulationResponse'
>;

/** An outgoing message of a deployment with an extension. */
export type ExtendedOutMessage<Given extends Extension> = Extended<OutMessage, Given, 'outMessage'>;

type ItemOf<List> = NonNullable<List> extends readonly (infer Item)[] ? Item : never;

/** A record of the observer of a deployment with an extension. */
export type ExtendedInclusion<Given extends Extension> = Extended<
  InclusionResponse['response'],
  Given,
  'inclusionResponse'
>;

/**
 * A hook of a local deployment that sees each simulation, with neutral names. Returns members to set in the answer, or
 * nothing.
 */
export type OnSimulate = (
  request: LooseSimulationRequest & Readonly<Record<string, unknown>>,
  answer: Simulation,
) => Awaitable<Readonly<Record<string, unknown>> | undefined>;

type Awaitable<Value> = Value | Promise<Value>;

/**
 * Returns the name of a member on the wire: `alphaValidExecutors` is `evmValidExecutors`, `suggestedAlphaFee` is
 * `suggestedEvmFee`. Practice: such members follow the deployment's names like all others.
 */
export function wireMember(neutral: string, chains: ChainNames): string {
  return neutral.replace(/^(?:alpha|beta)(?=[A-Z]|$)|(?:Alpha|Beta)(?=[A-Z]|$)/g, (word) => {
    const name = chains[word.toLowerCase() as keyof ChainNames];
    return /^[A-Z]/.test(word) ? name.charAt(0).toUpperCase() + name.slice(1) : name;
  });
}

/**
 * Returns the neutral name of a member on the wire: `evmValidExecutors` is `alphaValidExecutors`; undefined if no neutral name
 * stands for it, such as for `alphaFee` of a deployment whose destination chain is `evm`.
 */
export function neutralMember(wire: string, chains: ChainNames): string | undefined {
  const upper = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
  const neutral = (['alpha', 'beta'] as const).reduce(
    (name, chain) =>
      name
        .replace(new RegExp(`^${chains[chain]}(?=[A-Z]|$)`), chain)
        .replace(new RegExp(`${upper(chains[chain])}(?=[A-Z]|$)`, 'g'), upper(chain)),
    wire,
  );
  return wireMember(neutral, chains) === wire ? neutral : undefined;
}

/** Returns an extension with the names that its members have on the wire. */
export function wireExtension(extend: Extension, chains: ChainNames): WireExtension {
  const shapes = Object.entries(extend).map(([object, shape = {}]) => {
    const members = Object.entries(shape as Readonly<Record<string, z.ZodType>>);
    return [object, Object.fromEntries(members.map(([name, schema]) => [wireMember(name, chains), schema]))];
  });
  return Object.fromEntries(shapes);
}

type WireExtension = { readonly [Object in ExtendableObject]?: Record<string, z.ZodType> };

/** Returns the issues of an extension, in the names of the wire if chain names are given. */
export function extensionIssues(extension: unknown, chains: ChainNames): OptionIssue[] {
  if (typeof extension === 'string')
    return [{ path: '', message: 'names a module, which only the configuration and commands load' }];
  if (!isPlainObject(extension)) return [{ path: '', message: 'must be an object of zod shapes' }];
  return Object.entries(extension).flatMap(([object, shape]): OptionIssue[] => {
    if (!isExtendable(object)) {
      const objects = Object.keys(interfaceMembers);
      const message = `must be one of ${objects.join(', ')}${suggestion(object, objects)}`;
      return [{ path: object, message }];
    }
    if (shape === undefined) return [];
    if (isPlainObject(shape)) return shapeIssues(object, shape, chains);
    const message = 'must be an object of zod schemas by name, such as { assetType: z.string() }';
    return [{ path: object, message }];
  });
}

function isExtendable(object: string): object is ExtendableObject {
  return Object.hasOwn(interfaceMembers, object);
}

function shapeIssues(
  object: ExtendableObject,
  shape: Readonly<Record<string, unknown>>,
  chains: ChainNames,
): OptionIssue[] {
  const bySpelling = new Map<string, string[]>();
  for (const name of Object.keys(shape)) {
    const spelling = wireSpelling(name, chains);
    const same = bySpelling.get(spelling);
    if (same === undefined) bySpelling.set(spelling, [name]);
    else same.push(name);
  }
  return Object.entries(shape).flatMap(([name, schema]) => {
    if (name === '') return [{ path: object, message: 'has a member without a name' }];
    const message =
      schemaIssue(schema) ??
      memberNameIssue(object, name, bySpelling.get(wireSpelling(name, chains)) ?? [], chains) ??
      notNeutral(name, chains) ??
      valueIssue(schema as z.ZodType, object);
    return message === undefined ? [] : [{ path: `${object}.${name}`, message }];
  });
}

/** Returns a name without letter case and underscores: some clients take names that differ only in these for the same. */
export function foldedName(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

/** Returns the folded name that a member has on the wire. */
export function wireSpelling(name: string, chains: ChainNames): string {
  return foldedName(wireMember(name, chains));
}

/**
 * Returns why an extension cannot add a member of this name to an object; undefined if it can.
 *
 * @param sameSpelling - The members that the extension declares there with the same {@link wireSpelling}.
 */
export function memberNameIssue(
  object: ExtendableObject,
  name: string,
  sameSpelling: readonly string[],
  chains: ChainNames,
): string | undefined {
  if (isInherited(name) || isInherited(wireMember(name, chains))) return inheritedIssue;
  const known = Object.keys(interfaceMembers[object]).find(
    (other) =>
      wireSpelling(other, chains) === wireSpelling(name, chains) || foldedName(other) === foldedName(name),
  );
  if (known !== undefined)
    return `contradicts the interface, which has ${wireMember(known, chains)}: an extension only adds members`;
  const twin = sameSpelling.find((other) => other !== name);
  return twin === undefined
    ? undefined
    : `has the same name on the wire as ${twin}, apart from letter case and underscores`;
}

/** Returns why a name is none that is the same for all deployments. */
function notNeutral(name: string, chains: ChainNames): string | undefined {
  const neutral = neutralMember(name, chains);
  return neutral === undefined || neutral === name
    ? undefined
    : `has the name of a chain: write the neutral name ${neutral}, which is ${name} on the wire`;
}

function valueIssue(schema: z.ZodType, object: ExtendableObject): string | undefined {
  const type = typeWithoutJson(schema);
  if (type !== undefined)
    return `accepts no JSON value, because of z.${type}(): declare what is on the wire, such as z.string()`;
  if (isAsynchronous(schema)) return 'must be synchronous, without asynchronous refinements and transforms';
  if (requestObjects.includes(object))
    return containsType(schema, 'bigint')
      ? 'must have no z.bigint(): write integers of requests as z.int(), or as z.string()'
      : undefined;
  const [substituted] = substitutedPlaces(schema);
  return substituted === undefined
    ? undefined
    : `must take what the service sends as it is, without ${substituted.method}: use optional() or nullable()`;
}
