import fc from 'fast-check';
import { type RelationName, relationNames } from '../../checks/case/case-plan.js';
import { generatedPhase } from './generated-phase.js';
import { LazyArbitrary } from './metamorphic/lazy-arbitrary.js';
import { type MetamorphicParts, metamorphicPlan } from './metamorphic/metamorphic-plan.js';
import { relatedRequests } from './metamorphic/related-requests.js';
import type { Phase, PhaseContext } from './phase.js';
import { callPlanner } from './simulate-call.js';

/** More than any request has variants, so that each one is possible. */
const maxVariants = 1_000;

/** In addition to the relations: requests whose answers must be consistent, but not equal. */
const related = 'related-requests';

/** Of any length of a 64-bit key, and never sent before. */
const freshKeys = { min: 2n ** 61n, max: 2n ** 62n };

interface DrawnParts extends Omit<MetamorphicParts, 'relation'> {
  readonly relation: RelationName | typeof related;
  readonly freshKey: bigint;
}

/**
 * Creates the phase of requests that must get the same answer. A case shrinks to simpler calls and variants of the same
 * relation, as long as they have such variants.
 */
export function createMetamorphicPhase({ calls, deployment }: PhaseContext): Phase {
  const parts = fc.record<DrawnParts>({
    relation: fc.noShrink(fc.constantFrom(...relationNames, related, related, related)),
    call: calls,
    variant: fc.nat(maxVariants),
    freshKey: fc.noShrink(fc.bigInt(freshKeys)),
    // Last, so that it does not change what the others generate.
    others: new LazyArbitrary(fc.tuple(calls, calls)),
  });
  const simulate = callPlanner(deployment);
  return generatedPhase('metamorphic', parts, ({ relation, ...generated }) =>
    relation === related
      ? relatedRequests(generated, deployment.conventions, simulate)
      : metamorphicPlan({ ...generated, relation }, deployment.conventions, simulate),
  );
}
