import fc from 'fast-check';
import { relationNames } from '../../checks/case/case-plan.js';
import { drawnPhase } from './drawn-phase.js';
import { Later } from './metamorphic/later.js';
import { type MetamorphicParts, metamorphicPlan } from './metamorphic/metamorphic-plan.js';
import type { Phase, PhaseContext } from './phase.js';
import { callPlanner } from './simulate-call.js';

/** More than there are variants of any request, so that each one can come. */
const mostVariants = 1_000;

/**
 * Makes the phase of requests that must be answered alike. A case shrinks to simpler calls and variants of the same
 * relation, as long as these can be varied so.
 */
export function createMetamorphicPhase({ calls, deployment }: PhaseContext): Phase {
  const parts = fc.record<MetamorphicParts>({
    relation: fc.noShrink(fc.constantFrom(...relationNames)),
    call: calls,
    variant: fc.nat(mostVariants),
    // The last: it takes nothing from the generator that others draw from.
    others: new Later(fc.tuple(calls, calls)),
  });
  const simulate = callPlanner(deployment);
  return drawnPhase('metamorphic', parts, (drawn) =>
    metamorphicPlan(drawn, deployment.conventions, simulate),
  );
}
