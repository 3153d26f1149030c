import type { Endpoint } from '../../endpoint/endpoint.js';
import type { ChainNames } from '../chains.js';
import type { Conventions } from '../conventions.js';
import { inclusionResponseSchema } from '../inclusion-schema.js';
import { inclusionPath, simulatePath } from '../operations.js';
import type { SimulationRequest } from '../request-schema.js';
import { simulationResponseSchema } from '../simulation-schema.js';
import { renameMembers, wireFields } from '../wire-fields.js';
import { wireRequestSchema } from '../wire-request-schema.js';
import { ownOperationParts } from './endpoint-parts.js';
import {
  type DocumentPurpose,
  inclusionDetails,
  requestDetails,
  simulationDetails,
} from './field-details.js';
import { type OpenApiDocument, type OpenApiPart, refusalName, refusalSchema } from './openapi-parts.js';
import { inclusionOperation, schemaNames, simulateOperation } from './shown-operations.js';
import { wireJsonSchema } from './wire-json-schema.js';

/** What a document is about: a deployment, or one that is not anywhere yet. */
export interface DescribedDeployment {
  readonly name?: string | undefined;
  /** Default: a variable of the document. */
  readonly simulatorUrl?: string | undefined;
  /** Default: a variable of the document. */
  readonly observerUrl?: string | undefined;
  readonly chains: ChainNames;
  readonly conventions: Conventions;
  /** Requests that are valid there, under neutral names, by what they show. Default: one with addresses that nobody has. */
  readonly requests?: Readonly<Record<string, SimulationRequest>> | undefined;
  /** Operations that it knows. Default: none. */
  readonly operationIds?: readonly string[] | undefined;
}

/** How a document is written. */
export interface DocumentOptions {
  /**
   * What the schema of a request is for. A JSON schema cannot say everything of a request: it verifies no checksum, and
   * compares no number in a string. `generate`: every request that fits the schema is valid; of the addresses with a
   * checksum, those of the examples fit. `validate`: every valid request fits, and some that are not valid. Default:
   * `generate`.
   */
  readonly purpose?: DocumentPurpose | undefined;
}

const placeholderRequest: SimulationRequest = {
  shardsKey: '1762000000',
  alphaCallParams: { target: '0x00000000000000000000000000000000000000a1', arguments: '0x', methodName: '' },
  betaAssets: [{ amount: '1000', tokenAddress: '' }],
  betaCaller: `0:${'b2'.repeat(32)}`,
};

/**
 * Writes the OpenAPI 3.1 document of a deployment's operations, under the names that it has on the wire: both of the
 * interface (section 4), and further ones of `defineEndpoint`. It is made of the schemas that the client holds requests
 * and answers against. What the interface does not show is said to be a convention, practice or an assumption.
 *
 * @param operations - Further operations, of `defineEndpoint`.
 *
 * @example
 * import { defineDeployment } from 'crosscheck';
 * import { serviceDocument } from 'crosscheck/contract';
 *
 * const deployment = defineDeployment({
 *   simulatorUrl: 'https://simulator.staging.example.org',
 *   observerUrl: 'https://observer.staging.example.org',
 *   chains: { alpha: 'evm', beta: 'tvm' },
 * });
 * console.log(JSON.stringify(serviceDocument(deployment), undefined, 2));
 */
export function serviceDocument(
  deployment: DescribedDeployment,
  operations: readonly Endpoint[] = [],
  { purpose = 'generate' }: DocumentOptions = {},
): OpenApiDocument {
  const { name, chains, conventions, operationIds = [] } = deployment;
  const requests = deployment.requests ?? { 'a call': placeholderRequest };
  const wireRequests = Object.entries(requests).map(([title, request]): [string, object] => [
    title,
    renameMembers({ ...request }, wireFields(chains)),
  ]);
  const servers = {
    simulator: serversOf('simulatorUrl', deployment.simulatorUrl),
    observer: serversOf('observerUrl', deployment.observerUrl),
  };
  const paths: Record<string, OpenApiPart> = {
    [simulatePath(chains)]: {
      servers: servers.simulator,
      post: simulateOperation(Object.fromEntries(wireRequests)),
    },
    [inclusionPath(chains)]: {
      servers: servers.observer,
      get: inclusionOperation(conventions, operationIds),
    },
  };
  const own = operations.map((operation) => ownOperationParts(operation, chains));
  for (const [index, { path, method, described }] of own.entries()) {
    const { server } = operations[index] as Endpoint;
    paths[path] = { servers: servers[server], ...paths[path], [method]: described };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: name === undefined ? 'Cross-chain service' : `Cross-chain service: ${name}`,
      version: 'not shown',
      description: about(conventions),
    },
    servers: servers.simulator,
    paths,
    components: {
      schemas: {
        [schemaNames.request]: wireJsonSchema(
          wireRequestSchema(chains, conventions),
          requestDetails(chains, { ...conventions, purpose, examples: Object.values(requests) }),
        ),
        [schemaNames.simulation]: wireJsonSchema(simulationResponseSchema, simulationDetails(conventions)),
        [schemaNames.inclusion]: wireJsonSchema(
          inclusionResponseSchema,
          inclusionDetails(chains, conventions),
        ),
        [refusalName]: {
          ...refusalSchema,
          description: 'The body of an error. Its shape is practice (section 7).',
        },
        ...Object.assign({}, ...own.map(({ schemas }) => schemas)),
      },
    },
  };
}

function about({ requestValidation, additionalRequestMembers, acceptSnakeCase }: Conventions): string {
  return [
    'Fields, paths and meanings are those of the interface. What it does not show is a convention of this deployment: which fields of a request are required, their form, the name of the query parameter, stages, the unit of timestamps, statuses and bodies of errors.',
    'Authentication, limits and versioning: not shown (sections 5, 8 and 9). Integers may pass 2^53: read them exactly.',
    ...(requestValidation === 'off' ? ['The texts of a request may have any form.'] : []),
    ...(additionalRequestMembers === 'allow'
      ? ['A request may have members that the interface does not name.']
      : []),
    ...(acceptSnakeCase ? ['The names in answers may be in snake_case.'] : []),
  ].join('\n\n');
}

function serversOf(variable: string, url: string | undefined): object[] {
  if (url !== undefined) return [{ url }];
  return [{ url: `{${variable}}`, variables: { [variable]: { default: 'http://localhost' } } }];
}
