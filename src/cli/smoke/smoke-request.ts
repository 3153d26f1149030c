import { assertValidSimulation } from '../../client/call-endpoint.js';
import type { LooseSimulationRequest } from '../../contract/simulation-request.js';
import type { Deployment } from '../../deployment/deployment.js';
import type { TextSource } from '../cli-context.js';
import { readRequestFile } from '../simulate/request-file.js';

/**
 * Reads the valid call of a smoke run from a file.
 *
 * @throws {UsageError} with the line, when it is not valid there.
 */
export async function smokeRequest(
  file: string,
  stdin: TextSource,
  deployment: Deployment,
): Promise<LooseSimulationRequest> {
  const { request, inPlaces } = await readRequestFile(file, stdin, deployment);
  try {
    assertValidSimulation(deployment, deployment.dialect.toWireRequest(request), 'request');
  } catch (error) {
    throw await inPlaces(error);
  }
  return request;
}
