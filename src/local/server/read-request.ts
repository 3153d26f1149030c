import type { IncomingMessage } from 'node:http';
import type { Conventions } from '../../contract/conventions.js';
import type { ChainNames, Dialect } from '../../contract/dialect.js';
import type { LooseSimulationRequest } from '../../contract/simulation-request.js';
import { parseJson } from './parse-json.js';
import { readBody } from './read-body.js';
import { Rejection } from './rejection.js';
import { createRequestCheck } from './request-check.js';

/** What routes know about their deployment. */
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

/** Creates a reader of simulation requests (section 2.1), which converts the deployment's names of the chains to neutral ones. */
export function createRequestReader(
  { chains, conventions, dialect }: ServedDeployment,
  limits: BodyLimits,
): (request: IncomingMessage) => Promise<LooseSimulationRequest> {
  const check = createRequestCheck(chains, conventions);
  return async (request) => {
    const wire = await readJsonBody(request, limits, conventions.duplicateRequestMembers);
    const wrong = check.faultsOf(wire);
    if (wrong.length > 0) throw new Rejection(400, wrong.join('; '));
    return dialect.fromWireRequest(wire as Record<string, unknown>);
  };
}

/**
 * Reads the JSON of a request.
 *
 * @throws Rejection 415, 413 or 400, for a body that is not JSON in UTF-8, too large or nested too deep.
 */
export async function readJsonBody(
  request: IncomingMessage,
  limits: BodyLimits,
  duplicateMembers?: Conventions['duplicateRequestMembers'],
): Promise<unknown> {
  const text = await readBody(request, limits.maxBodyBytes);
  return parseJson(text, limits.maxJsonDepth, duplicateMembers);
}
