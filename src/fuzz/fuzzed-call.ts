import { z } from 'zod';
import type { ExpectedError, ExpectedMessage } from '../checks/case/case-plan.js';
import { plainMessage } from '../client/call-endpoint.js';
import { type TokenAmount, tokenAmountSchema } from '../contract/responses.js';
import { type LooseSimulationRequest, simulationRequestSchema } from '../contract/simulation-request.js';
import type { Deployment } from '../deployment/deployment.js';
import { isPlainObject } from '../internal/objects.js';
import { assertNoIssues, boolean, optionIssues, valueWhere } from '../internal/options.js';
import { pathText } from '../internal/print.js';

/** A valid call to fuzz with, and its known results. */
export interface FuzzedCall {
  readonly request: LooseSimulationRequest;
  /** Whether it must simulate successfully; undefined if unknown. */
  readonly succeeds?: boolean | undefined;
  /** What its outgoing messages must burn and lock in total, one entry per token; undefined if unknown. */
  readonly returns?: readonly TokenAmount[] | undefined;
  /** The content of its outgoing messages, in order; undefined if unknown. */
  readonly sends?: readonly ExpectedMessage[] | undefined;
  /** Why it must fail; undefined if unknown. */
  readonly fails?: ExpectedError | undefined;
}

/**
 * An arbitrary of fast-check that generates calls. Declared structurally, so that the types of the matchers do not need
 * fast-check, which is optional.
 */
export interface CallArbitrary {
  generate(random: never, biasFactor: number | undefined): { readonly value: FuzzedCall };
  canShrinkWithoutContext(value: unknown): boolean;
  shrink(value: FuzzedCall, context: unknown): Iterable<{ readonly value: FuzzedCall }>;
}

const expectedMessage = z
  .strictObject({
    callerAddress: z.string(),
    payload: z.string(),
    shardsKey: z.string(),
    targetAddress: z.string(),
    burned: z.array(z.string()),
    locked: z.array(z.string()),
  })
  .partial();

const fuzzedCall = z.strictObject({
  request: valueWhere<LooseSimulationRequest>(isPlainObject, 'must be a simulation request'),
  succeeds: boolean().optional(),
  returns: z.array(tokenAmountSchema).optional(),
  sends: z.array(expectedMessage).optional(),
  fails: z
    .union([z.string(), z.strictObject({ errorName: z.string(), args: z.array(z.string()) })])
    .optional(),
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
