import { isDeepStrictEqual } from 'node:util';
import type { Arbitrary } from 'fast-check';
import { z } from 'zod';
import { defaultConventions } from '../../contract/conventions.js';
import { createDialect, type Dialect, neutralChains, wireText } from '../../contract/dialect.js';
import { type FormatMutation, formatMutations } from '../../contract/formats.js';
import { completedFor, examplesOf, type RequestPlace, stepsTo } from '../../contract/request-places.js';
import {
  type LooseSimulationRequest,
  type NeedsMutation,
  needsMutations,
  requestFieldPaths,
  simulationRequestSchema,
} from '../../contract/simulation-request.js';
import { type PlacedMutation, schemaMutations } from '../../endpoint/schema-mutations.js';
import { type PlaceStep, placeText } from '../../endpoint/schema-places.js';
import { UsageError } from '../../errors.js';
import { memberAt, type Steps, withMemberAt, writeJson } from '../../internal/json.js';
import { definedMembers } from '../../internal/objects.js';
import { choice, usageError, valueWhere } from '../../internal/options.js';
import { pathText } from '../../internal/print.js';
import { conventionsOf, type RequestConventions } from '../endpoint/request-constraints.js';
import { firstInvalidRequest, simulationRequest } from '../endpoint/simulation-request.js';
import { isArbitrary } from '../values/is-arbitrary.js';
import { nonEmptyList, parseArbitraryOptions, profileIssues, profileShape } from '../values/options.js';
import { mutatedRequests } from './mutated-requests.js';

const shapeMutations = [
  'missing',
  'null',
  'wrong-type',
  'deeply-nested',
  'member-case',
  'unknown-member',
  'proto-key',
  'duplicate-key',
  'byte-order-mark',
] as const;

/** Mutations of members that only an extension declares: the interface has only texts, whose formats have their own mutations. */
const extensionMutations = [
  'digits-as-text',
  'fraction',
  'below-minimum',
  'above-maximum',
  'not-a-multiple',
  'too-few',
  'too-many',
  'wrong-form',
] as const;

type InterfaceMutation = (typeof shapeMutations)[number] | FormatMutation | NeedsMutation;

/** The name of a mutation of a simulation request. */
export type RequestMutation = InterfaceMutation | (typeof extensionMutations)[number];

/** Every mutation of requests of the interface, by name: of any shape, then of the formats of texts. */
export const requestMutations: readonly InterfaceMutation[] = [
  ...shapeMutations,
  ...formatMutations,
  ...needsMutations,
];

/** A request with exactly one mutation. */
export interface InvalidRequest {
  /** The name of the mutation. */
  readonly mutation: RequestMutation;
  /** Where it is, with neutral names as the errors of the client name it: `betaAssets[0].amount`; `''` for the whole. */
  readonly path: string;
  /** Why it is invalid, as a sentence. */
  readonly reason: string;
  /** The request with neutral names, which `client.simulate` rejects; undefined where only a text can have the mutation. */
  readonly request: unknown;
  /** The text to send, with the names that the deployment has on the wire. */
  readonly body: string;
}

const invalidRequestShape = {
  ...profileShape,
  /** The mutations to give. Default: all that apply under the conventions. */
  mutations: nonEmptyList(choice<RequestMutation>(...requestMutations, ...extensionMutations)).optional(),
  /** The valid requests to mutate. Default: `simulationRequest` of the conventions. */
  request: valueWhere<Arbitrary<LooseSimulationRequest>>(isArbitrary, 'must be an arbitrary').optional(),
};

const invalidRequestOptions = z.strictObject(invalidRequestShape);

/** What {@link invalidRequest} generates. */
export interface InvalidRequestOptions extends Readonly<z.input<z.ZodObject<typeof invalidRequestShape>>> {}

/**
 * Returns an arbitrary of requests with exactly one mutation, each mutation at every place where it can be: a valid request
 * with one field that is missing, of another type or format, too many, or written twice. Where formats are not validated, only
 * the shape can be wrong. Shrinking keeps the mutation and its field, and makes the rest as simple as it can be. Section 2.1.
 *
 * @throws {UsageError} for a mutation that does not exist under the conventions, a `request` that generates invalid
 * requests, or another invalid option.
 * @example
 * import { invalidRequest } from 'crosscheck/arbitraries';
 * import fc from 'fast-check';
 *
 * const amounts = invalidRequest({ mutations: ['negative', 'overflow-by-one'], chains: { alpha: 'evm', beta: 'tvm' } });
 * fc.assert(fc.property(amounts, ({ path, body }) => path !== '' && JSON.parse(body).tvmAssets !== undefined));
 */
export function invalidRequest(options: InvalidRequestOptions = {}): Arbitrary<InvalidRequest> {
  parseArbitraryOptions('invalidRequest', invalidRequestOptions, options, profileIssues);
  const { deployment, mutations } = options;
  const conventions = conventionsOf(options);
  const chains = { ...neutralChains, ...definedMembers(options.chains) };
  const dialect =
    deployment?.dialect ?? createDialect(chains, { ...defaultConventions, extend: conventions.extend });
  const schema = simulationRequestSchema(conventions);
  const rows: readonly MutationRow[] = [
    ...schemaMutations(schema, 'body'),
    ...renamedMembers(conventions),
    ...textMutations(conventions),
  ];
  if (mutations) assertKnown(mutations, rows, conventions);
  if (options.request) assertValid(options.request, conventions);
  return mutatedRequests<LooseSimulationRequest, MutationRow, InvalidRequest>({
    rows: mutations ? rows.filter(({ mutation }) => mutations.some((name) => name === mutation)) : rows,
    valid: options.request ?? simulationRequest({ conventions }),
    complete: (request, { place }) => completedFor(placeText(place), request, conventions),
    examples: ({ place }) => examplesOf(placeText(place) as RequestPlace, conventions),
    isInvalid: (request, { text }) => text !== undefined || !schema.safeParse(request).success,
    write: ({ mutation, path, reason }, request, { text }, steps) => ({
      mutation: mutation as RequestMutation,
      path,
      reason,
      request: text === undefined ? request : undefined,
      body:
        text === undefined
          ? wireText(request, dialect)
          : text(dialect.toWireRequest(request as LooseSimulationRequest), wireSteps(steps, dialect)),
    }),
  });
}

function assertKnown(
  mutations: readonly RequestMutation[],
  rows: readonly MutationRow[],
  { requestValidation, additionalRequestMembers, duplicateRequestMembers }: RequestConventions,
): void {
  const missing = mutations.filter((name) => !rows.some(({ mutation }) => mutation === name));
  const why = (name: RequestMutation): string => {
    if (name === 'missing' || name === 'member-case') return 'where requiredRequestFields is empty';
    if (name === 'unknown-member' || name === 'proto-key')
      return `where additionalRequestMembers is ${additionalRequestMembers}`;
    if (extensionMutations.some((known) => known === name))
      return 'where extend declares no member that has it';
    if (name === 'duplicate-key') return `where duplicateRequestMembers is ${duplicateRequestMembers}`;
    return `where requestValidation is ${requestValidation}: it accepts any text`;
  };
  if (missing.length === 0) return;
  throw usageError(
    'invalidRequest has mutations that do not exist under the conventions',
    missing.map((name) => ({ path: 'mutations', message: `has ${name}, which does not exist ${why(name)}` })),
  );
}

function assertValid(requests: Arbitrary<LooseSimulationRequest>, conventions: RequestConventions): void {
  const invalid = firstInvalidRequest(requests, conventions);
  if (invalid === undefined) return;
  throw new UsageError(
    'invalidRequest has an arbitrary of requests that generates invalid ones',
    invalid.issues.map(({ path, message }) => `request ${pathText(path)} ${message}`),
  );
}

// What only a text can have.

interface MutationRow extends PlacedMutation {
  /** Writes a request with a mutation that no JSON value can express. */
  readonly text?: (wire: unknown, steps: Steps) => string;
}

const byteOrderMark = '\uFEFF';
const unchanged = (valid: unknown): readonly unknown[] => [valid];

/** Renames required members by letter case: names are exact (section 2), so the members are missing. */
function renamedMembers({ requiredRequestFields }: RequestConventions): MutationRow[] {
  return requiredRequestFields.map((path) => ({
    mutation: 'member-case',
    place: stepsOf(path),
    reason: 'Its name has a different letter case, so it is another member, and this one is missing.',
    mutate: unchanged,
    text(wire, steps) {
      const outer = steps.slice(0, -1);
      const name = String(steps.at(-1));
      const members = Object.entries(memberAt(wire, outer) as object).map(
        ([other, member]) => [other === name ? capitalized(name) : other, member] as const,
      );
      return JSON.stringify(withMemberAt(wire, outer, Object.fromEntries(members)));
    },
  }));
}

/** Mutations that no JSON value can express: a byte order mark, and duplicate members. */
function textMutations(conventions: RequestConventions): MutationRow[] {
  const twice = conventions.duplicateRequestMembers === 'allow' ? [] : requestFieldPaths;
  return [
    {
      mutation: 'byte-order-mark',
      place: [],
      reason: 'The text starts with a byte order mark, which JSON does not allow.',
      mutate: unchanged,
      text: (wire) => byteOrderMark + JSON.stringify(wire),
    },
    ...twice.map(
      (path): MutationRow => ({
        mutation: 'duplicate-key',
        place: stepsOf(path),
        reason: 'It occurs twice, with two valid values, and parsers differ in which one they use.',
        mutate: unchanged,
        text: (wire, steps) => writtenTwice(wire, steps, examplesOf(path, conventions)),
      }),
    ),
  ];
}

/** Writes the request's own value last, because JSON.parse keeps the last. */
function writtenTwice(wire: unknown, steps: Steps, examples: readonly unknown[]): string {
  const name = String(steps.at(-1));
  return writeJson(wire, steps.slice(0, -1), (inner) => {
    const value = memberAt(inner, [name]);
    const other = examples.find((example) => !isDeepStrictEqual(example, value));
    const text = JSON.stringify(withMemberAt(inner, [name], other));
    return `${text.slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`;
  });
}

function capitalized(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** Only top-level members have other names on the wire. */
function wireSteps([name, ...inner]: Steps, dialect: Dialect): Steps {
  return name === undefined ? [] : [...Object.keys(dialect.toWireRequest({ [name]: undefined })), ...inner];
}

function stepsOf(path: RequestPlace): PlaceStep[] {
  return stepsTo(path).map((step) => (typeof step === 'number' ? '[]' : step));
}
