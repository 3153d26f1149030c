import type { ChainNames } from '../chains.js';
import type { Conventions } from '../conventions.js';
import { inclusionResponseSchema } from '../inclusion-schema.js';
import { inclusionPath, simulatePath } from '../operations.js';
import type { OwnOperation } from '../own-operation.js';
import { simulationResponseSchema } from '../simulation-schema.js';
import { wireRequestSchema } from '../wire-request-schema.js';
import { inclusionDetails, requestDetails, simulationDetails } from './field-details.js';
import { type OpenApiDocument, type OpenApiPart, refusalName, refusalSchema } from './openapi-parts.js';
import { ownOperationParts } from './own-operation-parts.js';
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
}

/**
 * Writes the OpenAPI 3.1 document of a deployment's operations, under the names that it has on the wire: both of the
 * interface (section 4), and further ones of `defineOperation`. It is made of the schemas that the client holds requests
 * and answers against. What the interface does not show is said to be a convention, practice or an assumption.
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
  operations: readonly OwnOperation[] = [],
): OpenApiDocument {
  const { name, chains, conventions } = deployment;
  const servers = {
    simulator: serversOf('simulatorUrl', deployment.simulatorUrl),
    observer: serversOf('observerUrl', deployment.observerUrl),
  };
  const paths: Record<string, OpenApiPart> = {
    [simulatePath(chains)]: { servers: servers.simulator, post: simulateOperation },
    [inclusionPath(chains)]: { servers: servers.observer, get: inclusionOperation(conventions) },
  };
  const own = operations.map((operation) => ownOperationParts(operation, chains));
  for (const [index, { path, method, described }] of own.entries()) {
    const { server } = operations[index] as OwnOperation;
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
          requestDetails(chains, conventions),
        ),
        [schemaNames.simulation]: wireJsonSchema(simulationResponseSchema, simulationDetails),
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

function about({ requestFormats, acceptSnakeCase }: Conventions): string {
  return [
    'Fields, paths and meanings are those of the interface. What it does not show is a convention of this deployment: which fields of a request are required, their form, the name of the query parameter, stages, the unit of timestamps, statuses and bodies of errors.',
    'Authentication, limits and versioning: not shown (sections 5, 8 and 9). Integers may pass 2^53: read them exactly.',
    ...(requestFormats === 'open' ? ['The texts of a request may have any form.'] : []),
    ...(acceptSnakeCase ? ['The names in answers may be in snake_case.'] : []),
  ].join('\n\n');
}

function serversOf(variable: string, url: string | undefined): object[] {
  if (url !== undefined) return [{ url }];
  return [{ url: `{${variable}}`, variables: { [variable]: { default: 'http://localhost' } } }];
}
