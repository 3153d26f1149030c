import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Conventions } from '../../contract/conventions.js';
import type { ChainNames, Dialect } from '../../contract/dialect.js';
import type { LooseSimulationRequest } from '../../contract/simulation-request.js';
import { isPlainObject } from '../../internal/objects.js';
import type { Faults } from '../faults/faults.js';
import type { ServiceCall } from '../faults/service-answer.js';
import { parseJson } from './parse-json.js';
import { readBody } from './read-body.js';
import { Rejection } from './rejection.js';
import { createRequestCheck } from './request-check.js';
import { noteSimulated } from './service-call.js';

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

const simulate: ServiceCall = { endpoint: 'simulate' };

/**
 * Creates a reader of simulation requests (section 2.1). It converts the deployment's names of the chains to neutral ones,
 * and applies the faults that are set.
 */
export function createRequestReader(
  { chains, conventions, dialect }: ServedDeployment,
  limits: BodyLimits,
  faults?: Faults,
): (request: IncomingMessage) => Promise<LooseSimulationRequest> {
  const check = createRequestCheck(chains, conventions);
  const read = (request: IncomingMessage, headers?: IncomingHttpHeaders): Promise<unknown> =>
    readJsonBody(request, limits, headers, conventions.duplicateRequestMembers);
  const readWithFaults = async (
    request: IncomingMessage,
    { tamperHead, tamperRequest }: Faults,
  ): Promise<unknown> => {
    const wire = await read(request, tamperHead(simulate, request.headers));
    const neutral = isPlainObject(wire) ? dialect.fromWireRequest(wire) : wire;
    noteSimulated(request, neutral);
    const tampered = tamperRequest(simulate, neutral);
    return tampered === neutral ? wire : dialect.toWireRequest(tampered as LooseSimulationRequest);
  };
  return async (request) => {
    const wire = faults?.areSet ? await readWithFaults(request, faults) : await read(request);
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
  headers?: IncomingHttpHeaders,
  duplicateMembers?: Conventions['duplicateRequestMembers'],
): Promise<unknown> {
  const text = await readBody(request, limits.maxBodyBytes, headers);
  return parseJson(text, limits.maxJsonDepth, duplicateMembers);
}
