import type { Conventions } from '../conventions.js';
import { jsonContent, type OpenApiPart, refused, schemaPointer } from './openapi-parts.js';

/** The names of the schemas of the interface in a document. */
export const schemaNames = {
  request: 'SimulationRequest',
  simulation: 'SimulationResponse',
  inclusion: 'InclusionResponse',
};

/** "Simulate a cross-chain call" (section 4.1) as a document describes it. */
export const simulateOperation = {
  operationId: 'simulate',
  summary: 'Simulate a cross-chain call',
  description:
    'Simulates execution of a call from the source chain to the destination chain, without executing it (section 4.1).',
  requestBody: { required: true, content: jsonContent({ $ref: schemaPointer(schemaNames.request) }) },
  responses: {
    200: {
      description: 'A verdict, which may be false (section 7).',
      content: jsonContent({ $ref: schemaPointer(schemaNames.simulation) }),
    },
    400: refused('The request is not as it should be. Practice.'),
    500: refused('The service failed. Practice.'),
  },
};

/** "Check whether the Merkle root is set" (section 4.2) as a document describes it, by the conventions of a deployment. */
export function inclusionOperation({ operationIdParameter, notFoundMeans }: Conventions): OpenApiPart {
  return {
    operationId: 'inclusion',
    summary: 'Check whether the Merkle root is set',
    description:
      'Tells whether the message of an operation is included in consensus on the source chain (section 4.2).',
    parameters: [
      {
        name: operationIdParameter,
        in: 'query',
        required: true,
        description:
          'The operation id, 0x and 64 hex digits in practice. The name of the parameter is not shown: a convention of the deployment.',
        schema: { type: 'string' },
      },
    ],
    responses: {
      200: {
        description: 'What is known of the operation.',
        content: jsonContent({ $ref: schemaPointer(schemaNames.inclusion) }),
      },
      400: refused('The operation id is missing or no operation id. Practice.'),
      404: refused(
        `The operation is not known; by the convention of the deployment that means: ${notFoundMeans}.`,
      ),
      500: refused('The service failed. Practice.'),
    },
  };
}
