import fc, { type Arbitrary } from 'fast-check';
import { builtInSources, invalidCases, type SourceCase } from './endpoint-cases.js';
import { generatedPhase } from './generated-phase.js';
import { type Phase, type PhaseContext, singleRequestCase } from './phase.js';

/**
 * Creates the phase of requests to the built-in endpoints with one mutation each: invalid fields, bodies that are not JSON, and
 * queries without exactly one valid operation id. What the deployment's conventions leave open is not mutated.
 */
export function createInvalidPhase(context: PhaseContext): Phase {
  // Simulations have most of the fields.
  const cases = fc.oneof(
    ...builtInSources(context).map((source) => ({
      weight: source.endpoint.name === 'simulate' ? 4 : 1,
      arbitrary: invalidCases(source) as Arbitrary<SourceCase>,
    })),
  );
  return generatedPhase('invalid', cases, ({ kind, request }) => singleRequestCase('invalid', kind, request));
}
