import type { ExpectedError, ExpectedMessage } from '../checks/case/case-plan.js';
import type { TokenAmount } from '../contract/responses.js';
import type { LooseSimulationRequest } from '../contract/simulation-request.js';

/** A valid call to fuzz with, and what is known of it beforehand. */
export interface FuzzedCall {
  readonly request: LooseSimulationRequest;
  /** Whether it must simulate successfully; undefined where nobody knows. */
  readonly succeeds?: boolean | undefined;
  /** What its outgoing messages must burn and lock together, an entry a token; undefined where nobody knows. */
  readonly returns?: readonly TokenAmount[] | undefined;
  /** What its outgoing messages must say, in their order; undefined where nobody knows. */
  readonly sends?: readonly ExpectedMessage[] | undefined;
  /** Why it must fail; undefined where nobody knows. */
  readonly fails?: ExpectedError | undefined;
}

/**
 * Where calls come from: an arbitrary of fast-check. Written out, so that the types of the matchers need no fast-check,
 * which is optional.
 */
export interface CallArbitrary {
  generate(random: never, biasFactor: number | undefined): { readonly value: FuzzedCall };
  canShrinkWithoutContext(value: unknown): boolean;
  shrink(value: FuzzedCall, context: unknown): Iterable<{ readonly value: FuzzedCall }>;
}
