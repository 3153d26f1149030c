import type { IncomingMessage } from 'node:http';
import type { ChainNames } from '../../contract/chains.js';
import type { Conventions } from '../../contract/conventions.js';
import type { Dialect } from '../../contract/dialect.js';
import type { SimulationRequest } from '../../contract/request-schema.js';
import { parseJson } from './parse-json.js';
import { readBody } from './read-body.js';
import { Refusal } from './refusal.js';
import { createRequestCheck } from './request-check.js';

/** What the routes know of the deployment that they are a part of. */
export interface ServedDeployment {
  readonly chains: ChainNames;
  readonly conventions: Conventions;
  readonly dialect: Dialect;
}

/** Limits of a request's body. */
export interface BodyLimits {
  readonly maxBodyBytes: number;
  readonly maxJsonDepth: number;
}

/**
 * Creates a reader of simulation requests (section 2.1), which come with the deployment's own names for the chains
 * and are given with the neutral ones.
 */
export function createRequestReader(
  { chains, conventions, dialect }: ServedDeployment,
  limits: BodyLimits,
): (request: IncomingMessage) => Promise<SimulationRequest> {
  const check = createRequestCheck(chains, conventions);
  return async (request) => {
    const wire = await readJsonBody(request, limits);
    const faults = check.faultsOf(wire);
    if (faults.length > 0) throw new Refusal(400, faults.join('; '));
    return dialect.fromWireRequest(wire as Record<string, unknown>);
  };
}

/**
 * Reads the JSON of a request.
 *
 * @throws Refusal 415, 413 or 400, for a body that is not JSON in UTF-8, too large or nested too deep.
 */
export async function readJsonBody(request: IncomingMessage, limits: BodyLimits): Promise<unknown> {
  return parseJson(await readBody(request, limits.maxBodyBytes), limits.maxJsonDepth);
}
