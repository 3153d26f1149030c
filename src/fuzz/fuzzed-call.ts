import type { z } from 'zod';
import { knownCall } from '../checks/case/case-plan.js';
import { plainMessage } from '../client/call-endpoint.js';
import { type LooseSimulationRequest, simulationRequestSchema } from '../contract/simulation-request.js';
import type { Deployment } from '../deployment/deployment.js';
import { isPlainObject } from '../internal/objects.js';
import { assertNoIssues, optionIssues, valueWhere } from '../internal/options.js';
import { pathText } from '../internal/print.js';

/** A valid call to fuzz with, and its known results. */
export interface FuzzedCall extends Readonly<z.output<typeof knownCall>> {}

/**
 * An arbitrary of fast-check that generates calls. Declared structurally, so that the types of the matchers do not need
 * fast-check, which is optional.
 */
export interface CallArbitrary {
  generate(random: never, biasFactor: number | undefined): { readonly value: FuzzedCall };
  canShrinkWithoutContext(value: unknown): boolean;
  shrink(value: FuzzedCall, context: unknown): Iterable<{ readonly value: FuzzedCall }>;
}

const fuzzedCall = knownCall.extend({
  request: valueWhere<LooseSimulationRequest>(isPlainObject, 'must be a simulation request'),
});

const headline = 'The option calls of the campaign generated an invalid call';

/**
 * Returns a call that the user's arbitrary generated.
 *
 * @throws {UsageError} if a member is unknown or invalid, or if the deployment must reject the request.
 */
export function checkedCall(call: FuzzedCall, { conventions }: Pick<Deployment, 'conventions'>): FuzzedCall {
  assertNoIssues(headline, optionIssues(fuzzedCall, call));
  const { error } = simulationRequestSchema(conventions).safeParse(call.request);
  const issues = (error?.issues ?? []).map(({ path, message }) => ({
    path: pathText(['request', ...path]),
    message: plainMessage(message),
  }));
  assertNoIssues(headline, issues);
  return call;
}
