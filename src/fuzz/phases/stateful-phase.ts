import fc from 'fast-check';
import { operationId } from '../../arbitraries/values.js';
import { generatedPhase } from './generated-phase.js';
import type { Phase, PhaseContext } from './phase.js';
import { pollingKinds, type StatefulParts, statefulPlan } from './stateful/stateful-plan.js';

/** Long enough to see an operation move on where things are quick, and too short to hold up a campaign. */
const longestPauseMs = 50;
const maxSteps = 4;
const maxConcurrent = 4;
const maxOthers = 3;
/** So many operations are watched at first, while they are most likely to move on. */
const maxWatched = 20;
/** Watching takes longer than all the others, so it is rarer. */
const laterKinds = [...pollingKinds, ...pollingKinds.filter((kind) => kind !== 'watch')];

/**
 * Makes the phase of polling histories of operations that the deployment knows, with pauses between the polls; of
 * unknown ones only, when it is not said to know any.
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

/** One after the other, so that each is asked about all along; and in each shard all of them, however many there are. */
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
