import fc from 'fast-check';
import { operationId } from '../../arbitraries/values.js';
import { generatedPhase } from './generated-phase.js';
import type { Phase, PhaseContext } from './phase.js';
import { pollingKinds, type StatefulParts, statefulPlan } from './stateful/stateful-plan.js';

/** Long enough to see a quick operation progress, and too short to delay a campaign. */
const longestPauseMs = 50;
const maxSteps = 4;
const maxConcurrent = 4;
const maxOthers = 3;
/** How many operations are watched first, while they are most likely to progress. */
const maxWatched = 20;
/** Watching takes longest, so it is rarer. */
const laterKinds = [...pollingKinds, ...pollingKinds.filter((kind) => kind !== 'watch')];

/**
 * Creates the phase that polls the timelines of known operations, with pauses between the polls. Without known operations
 * it polls only unknown ones.
 */
export function createStatefulPhase(context: PhaseContext): Phase {
  const { operationIds } = context;
  const phases = new Map<string, Phase>();
  return {
    name: 'stateful',
    size: Number.POSITIVE_INFINITY,
    caseAt(seed, index) {
      const known = operationAt(operationIds, index);
      const isWatched = known !== undefined && index < Math.min(operationIds.length, maxWatched);
      const key = `${known} ${isWatched}`;
      const phase = phases.get(key) ?? phaseOf(known, isWatched ? ['watch'] : laterKinds, context);
      phases.set(key, phase);
      return phase.caseAt(seed, index);
    },
  };
}

/** Takes the operations in turn, so that each is polled throughout the campaign, and all of them in each shard. */
function operationAt(operationIds: readonly string[], index: number): string | undefined {
  const count = Math.max(1, operationIds.length);
  return operationIds[(index + Math.floor(index / count)) % count];
}

function phaseOf(
  known: string | undefined,
  kinds: readonly StatefulParts['kind'][],
  { operationIds, deployment }: PhaseContext,
): Phase {
  const parts = fc.record<StatefulParts>({
    kind: fc.noShrink(fc.constantFrom(...kinds)),
    known: fc.constant(known),
    others:
      operationIds.length < 2
        ? fc.constant([])
        : fc.uniqueArray(fc.constantFrom(...operationIds), { minLength: 1, maxLength: maxOthers }),
    allKnown: fc.constant(operationIds),
    near: fc.nat(7),
    unknown: operationId().filter((id) => !operationIds.includes(id)),
    pausesMs: fc.array(fc.nat(longestPauseMs), { minLength: 1, maxLength: maxSteps }),
    atOnce: fc.integer({ min: 2, max: maxConcurrent }),
  });
  return generatedPhase('stateful', parts, (generated) => statefulPlan(generated, deployment));
}
