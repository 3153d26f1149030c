import fc, { type Arbitrary } from 'fast-check';
import type { z } from 'zod';
import { type SimulationRequest, simulationRequestSchema } from '../../contract/simulation-request.js';
import type { RequestConventions } from './request-constraints.js';

const drawsToTry = 50;

/** A request that is not valid, and why. */
export interface InvalidDraw {
  readonly request: SimulationRequest;
  readonly issues: readonly z.core.$ZodIssue[];
}

/**
 * Draws some requests, and gives the first that is not valid for the conventions. An arbitrary that is wrong only once
 * in a while gets through.
 */
export function invalidDraw(
  requests: Arbitrary<SimulationRequest>,
  conventions: RequestConventions,
): InvalidDraw | undefined {
  const schema = simulationRequestSchema(conventions);
  for (const request of fc.sample(requests, { numRuns: drawsToTry, seed: 1 })) {
    const { error } = schema.safeParse(request);
    if (error) return { request, issues: error.issues };
  }
  return undefined;
}
