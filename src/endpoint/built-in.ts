import { z } from 'zod';
import type { Conventions } from '../contract/conventions.js';
import { type ChainNames, wireRequestSchema } from '../contract/dialect.js';
import { wireExtension } from '../contract/extension.js';
import { formats, textSchema } from '../contract/formats.js';
import {
  extendedResponseSchemas,
  inclusionResponseSchema,
  simulationResponseSchema,
} from '../contract/responses.js';
import { type Endpoint, endpointPath } from './endpoint.js';
import { exactNumbers, safeParseWith } from './endpoint-schemas.js';

/** The names of the two endpoints of the interface (section 4). */
export const builtInEndpointNames = ['simulate', 'inclusion'] as const;

/** One of {@link builtInEndpointNames}. */
export type BuiltInEndpointName = (typeof builtInEndpointNames)[number];

/** The fixed parts of the two endpoints; the rest depends on the conventions of the deployment. */
const simulateFacts = {
  name: 'simulate',
  server: 'simulator',
  method: 'POST',
  path: '/{alpha}/simulator/simulate-message',
  params: undefined,
  query: undefined,
  response: simulationResponseSchema,
  readOnly: true,
  statuses: [400, 500],
  example: undefined,
} as const;

const inclusionFacts = {
  name: 'inclusion',
  server: 'observer',
  method: 'GET',
  path: '/{beta}/observer/is-message-included-in-consensus',
  params: undefined,
  body: undefined,
  response: inclusionResponseSchema,
  readOnly: true,
  statuses: [400, 404, 500],
  example: undefined,
} as const;

/** The two endpoints of one deployment. */
interface BuiltInEndpoints {
  /** Simulates a cross-chain call. Section 4.1. */
  readonly simulate: Endpoint<undefined, z.ZodType<Record<string, unknown>>, typeof simulationResponseSchema>;
  /** Returns the state of an operation. Section 4.2; the name of its parameter is a convention. */
  readonly inclusion: Endpoint<z.ZodObject, undefined, typeof inclusionResponseSchema>;
}

/** What the two endpoints depend on. */
interface DescribedBuiltIns {
  readonly chains: ChainNames;
  readonly conventions: Conventions;
}

/** Returns the two endpoints with request schemas for the chain names and conventions of a deployment. */
function builtInEndpoints({ chains, conventions }: DescribedBuiltIns): BuiltInEndpoints {
  const { length } = formats.operationId.examples[0];
  const text = textSchema(formats.operationId, conventions.requestValidation);
  const operationId = (conventions.requestValidation === 'strict' ? text : text.min(1)).meta({
    description:
      'The operation id, 0x and 64 hex digits in practice. The name of the parameter is not shown: a convention of the deployment.',
    ...(conventions.requestValidation === 'strict'
      ? { minLength: length, maxLength: length }
      : { minLength: 1 }),
  });
  const responses = extendedResponseSchemas(wireExtension(conventions.extend, chains));
  const endpoints: Record<BuiltInEndpointName, object> = {
    simulate: Object.freeze({
      ...simulateFacts,
      body: wireRequestSchema(chains, conventions),
      response: responses.simulate,
    }),
    inclusion: Object.freeze({
      ...inclusionFacts,
      response: responses.inclusion,
      query: z.object({ [conventions.operationIdParameter]: operationId }),
    }),
  };
  return endpoints as unknown as BuiltInEndpoints;
}

const builtIns = new WeakMap<
  Conventions,
  { readonly chains: ChainNames; readonly endpoints: BuiltInEndpoints }
>();

/** Returns the built-in endpoints of a deployment, cached. */
export function builtInsOf({ chains, conventions }: DescribedBuiltIns): BuiltInEndpoints {
  const known = builtIns.get(conventions);
  if (known?.chains === chains) return known.endpoints;
  const endpoints = builtInEndpoints({ chains, conventions });
  builtIns.set(conventions, { chains, endpoints });
  return endpoints;
}

/**
 * Parses the body of an answer with the schema of its endpoint. The output of a built-in endpoint without an extension is the
 * body as it came, with the members that the interface does not name; otherwise it is that of the schema.
 *
 * @throws {UsageError} like {@link safeParseWith}.
 */
export function parseAnswer({ name, response }: Endpoint, body: unknown): z.ZodSafeParseResult<unknown> {
  const isPlain = isBuiltIn(name) && response === builtInFacts[name].response;
  if (!isPlain) return safeParseWith(response, exactNumbers(response, body));
  const parsed = response.safeParse(body);
  return parsed.success ? { success: true, data: body } : parsed;
}

/** The OpenAPI documentation of an endpoint besides its schemas. */
export interface EndpointDocumentation {
  readonly summary?: string;
  readonly description: string;
  /** The meaning of its responses, by status. */
  readonly answers: Readonly<Record<number, string>>;
}

/** Returns the documentation of the two endpoints for the conventions of a deployment. */
export function builtInDocumentation({
  notFoundMeans,
}: Pick<Conventions, 'notFoundMeans'>): Record<BuiltInEndpointName, EndpointDocumentation> {
  const methodNotAllowed = 'The method is another one. Assumption: HTTP semantics (RFC 9110).';
  return {
    simulate: {
      summary: 'Simulate a cross-chain call',
      description:
        'Simulates execution of a call from the source chain to the destination chain, without executing it (section 4.1).',
      answers: {
        200: 'A verdict, which may be false (section 7).',
        400: 'The request is invalid. Practice.',
        405: methodNotAllowed,
        413: 'The body is too large. Assumption.',
        415: 'The body is not application/json in UTF-8. Assumption.',
        500: 'The service failed. Practice.',
      },
    },
    inclusion: {
      summary: 'Check whether the Merkle root is set',
      description:
        'Returns whether the message of an operation is included in consensus on the source chain (section 4.2).',
      answers: {
        200: 'What is known of the operation.',
        400: 'The operation id is missing or no operation id. Practice.',
        404: `The operation is not known; by the convention of the deployment that means: ${notFoundMeans}.`,
        405: methodNotAllowed,
        500: 'The service failed. Practice.',
      },
    },
  };
}

/** Returns whether a name is that of a built-in endpoint. Custom endpoints cannot have these names. */
export function isBuiltIn(name: string): name is BuiltInEndpointName {
  return builtInEndpointNames.some((builtIn) => builtIn === name);
}

/** The parts that are the same for every deployment: method, responses, statuses. */
export const builtInFacts: Readonly<
  Record<BuiltInEndpointName, Pick<Endpoint, 'name' | 'server' | 'method' | 'path' | 'response' | 'statuses'>>
> = { simulate: simulateFacts, inclusion: inclusionFacts };

/** The built-in endpoint that each server has. */
export const builtInOf = { simulator: 'simulate', observer: 'inclusion' } as const satisfies Record<
  Endpoint['server'],
  BuiltInEndpointName
>;

/** Returns the path of "simulate a cross-chain call" under the simulator's base URL. Section 4.1. */
export function simulatePath(chains: ChainNames): string {
  return endpointPath(simulateFacts.path, chains);
}

/** Returns the path of "check whether the Merkle root is set" under the observer's base URL. Section 4.2. */
export function inclusionPath(chains: ChainNames): string {
  return endpointPath(inclusionFacts.path, chains);
}
