import fc from 'fast-check';
import { type RelationName, relationNames } from '../../checks/case/case-plan.js';
import { generatedPhase } from './generated-phase.js';
import { LazyArbitrary } from './metamorphic/lazy-arbitrary.js';
import { type MetamorphicParts, metamorphicPlan } from './metamorphic/metamorphic-plan.js';
import { relatedRequests } from './metamorphic/related-requests.js';
import type { Phase, PhaseContext } from './phase.js';
import { callPlanner } from './simulate-call.js';

/** More than there are variants of any request, so that each one can come. */
const maxVariants = 1_000;

/** Beside the relations: requests whose answers must fit each other, though they are not alike. */
const related = 'related-requests';

/** Of any length that a key of 64 bits has, and never asked before. */
const freshKeys = { min: 2n ** 61n, max: 2n ** 62n };

interface DrawnParts extends Omit<MetamorphicParts, 'relation'> {
  readonly relation: RelationName | typeof related;
  readonly freshKey: bigint;
}

/**
 * Makes the phase of requests that must be answered alike. A case shrinks to simpler calls and variants of the same
 * relation, as long as these can be varied so.
 */
export function createMetamorphicPhase({ calls, deployment }: PhaseContext): Phase {
  const parts = fc.record<DrawnParts>({
    relation: fc.noShrink(fc.constantFrom(...relationNames, related, related, related)),
    call: calls,
    variant: fc.nat(maxVariants),
    freshKey: fc.noShrink(fc.bigInt(freshKeys)),
    // The last: it takes nothing from the generator that others draw from.
    others: new LazyArbitrary(fc.tuple(calls, calls)),
  });
  const simulate = callPlanner(deployment);
  return generatedPhase('metamorphic', parts, ({ relation, ...generated }) =>
    relation === related
      ? relatedRequests(generated, deployment.conventions, simulate)
      : metamorphicPlan({ ...generated, relation }, deployment.conventions, simulate),
  );
}
