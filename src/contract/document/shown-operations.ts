import type { Conventions } from '../conventions.js';
import {
  examplesPart,
  jsonContent,
  methodNotAllowed,
  type OpenApiPart,
  refused,
  schemaPointer,
} from './openapi-parts.js';

/** The names of the schemas of the interface in a document. */
export const schemaNames = {
  request: 'SimulationRequest',
  simulation: 'SimulationResponse',
  inclusion: 'InclusionResponse',
};

/** Describes "Simulate a cross-chain call" (section 4.1), with example requests under their names on the wire. */
export function simulateOperation(examples: OpenApiPart): OpenApiPart {
  return {
    operationId: 'simulate',
    summary: 'Simulate a cross-chain call',
    description:
      'Simulates execution of a call from the source chain to the destination chain, without executing it (section 4.1).',
    requestBody: {
      required: true,
      content: jsonContent({ $ref: schemaPointer(schemaNames.request) }, examples),
    },
    responses: {
      200: {
        description: 'A verdict, which may be false (section 7).',
        content: jsonContent({ $ref: schemaPointer(schemaNames.simulation) }),
      },
      400: refused('The request is not as it should be. Practice.'),
      405: methodNotAllowed,
      413: refused('The body is too large. Assumption.'),
      415: refused('The body is not application/json in UTF-8. Assumption.'),
      500: refused('The service failed. Practice.'),
    },
  };
}

/** Describes "Check whether the Merkle root is set" (section 4.2), by the conventions of a deployment. */
export function inclusionOperation(
  { operationIdParameter, notFoundMeans, requestValidation }: Conventions,
  operationIds: readonly string[],
): OpenApiPart {
  const form = requestValidation === 'strict' ? { pattern: operationIdPattern, maxLength: 66 } : {};
  const examples = Object.fromEntries(
    operationIds.map((operationId, index) => [`known operation ${index + 1}`, operationId]),
  );
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
        schema: { type: 'string', minLength: requestValidation === 'strict' ? 66 : 1, ...form },
        ...examplesPart(examples),
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
      405: methodNotAllowed,
      500: refused('The service failed. Practice.'),
    },
  };
}

const operationIdPattern = '^0x[0-9a-fA-F]{64}$';
